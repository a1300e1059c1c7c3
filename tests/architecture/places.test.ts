import { expect, it } from 'vitest';
import { donorsAtHome } from '../../model-tests/signup/donors.ts';
import { paymentMethods } from '../../src/signup/form.ts';

// CONTRIBUTING.md lists it, and the types ask for a donor and not for what is typed.
it('model-tests/signup/donors.ts has somebody for each payment method', () => {
  const used = donorsAtHome.map(({ typed }) => typed.paymentMethod);
  expect(used.toSorted()).toEqual([...paymentMethods].toSorted());
});
