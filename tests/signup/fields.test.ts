import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inputFields, isComplete } from '../../src/signup/fields.ts';
import type { FieldName, SignupForm } from '../../src/signup/form.ts';
import { validateForm } from '../../src/signup/schema.ts';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  withoutCard,
  wordFields,
} from '../complete-donor.ts';

it('an overseas address is asked for in the reverse order', () => {
  const from = (form: SignupForm, first: FieldName) => {
    const names = inputFields(form, false);
    return names.slice(names.indexOf(first), names.indexOf('phone')).join(' ');
  };
  expect(from(completeDonor, 'zip')).toBe('zip prefecture city street');
  expect(from(completeDonorOverseas, 'street')).toBe('street city prefecture country zipExpatriate');
});

it('a form is complete whenever the rules find nothing wrong with it', () => {
  const donors = fc.constantFrom(completeDonor, completeDonorByBank, completeDonorOverseas);
  const anyOf = fc.tuple(
    donors,
    fc.boolean(),
    fc.subarray([...wordFields, 'zip', 'priceOther'] as const),
    fc.boolean(),
  );
  fc.assert(
    fc.property(anyOf, ([donor, isFree, blank, hasKeptCard]) => {
      const price = isFree ? ('other' as const) : donor.price;
      const form = { ...donor, price, priceOther: '5000', cardNum: '', securityCode: '' };
      Object.assign(form, Object.fromEntries(blank.map((name) => [name, '　'])));
      const isValid = Object.keys(validateForm(form, hasKeptCard)).length === 0;
      expect(isComplete(withoutCard(form), hasKeptCard)).toBe(isValid);
    }),
    { numRuns: 500 },
  );
});
