import { expect, it } from 'vitest';
import { donors, untouchedForm } from '../../model-tests/walks/donors.ts';
import { paymentMethods } from '../../src/signup/form.ts';

// CONTRIBUTING.md lists it, and neither the types nor another test would ask for it.
it('model-tests/walks/donors.ts has a donor for each payment method', () => {
  const used = new Set(donors.map(({ answers }) => answers.paymentMethod ?? untouchedForm.paymentMethod));
  expect([...used].toSorted()).toEqual([...paymentMethods].toSorted());
});
