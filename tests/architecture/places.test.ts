import { expect, it } from 'vitest';
import { signupSamples } from '../../model-tests/signup/samples.ts';
import { donors, untouchedForm } from '../../model-tests/walks/donors.ts';
import { paymentMethods } from '../../src/signup/form.ts';

const used = {
  'walks/donors.ts': donors.map(({ answers }) => answers.paymentMethod ?? untouchedForm.paymentMethod),
  'signup/samples.ts': signupSamples.events['input.confirmed'].map(({ form }) => form.paymentMethod),
};

// CONTRIBUTING.md lists them, and neither the types nor another test would ask for them.
it.each(Object.entries(used))('model-tests/%s has somebody for each payment method', (_, methods) => {
  expect([...new Set(methods)].toSorted()).toEqual([...paymentMethods].toSorted());
});
