import { expect, it } from 'vitest';
import { donorsAtHome } from '../../model-tests/signup/donors.ts';
import { paymentMethods } from '../../src/signup/form.ts';

// The types cannot ask for it.
it('model-tests/signup/donors.ts has somebody for each payment method', () => {
  const used = donorsAtHome.map(({ typed }) => typed.paymentMethod);
  expect(used.toSorted()).toEqual([...paymentMethods].toSorted());
});
