import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isComplete } from '../../src/signup/fields.ts';
import { paymentMethods } from '../../src/signup/form.ts';
import { validateForm } from '../../src/signup/schema.ts';
import { completeDonorBy, completeDonorOverseas, withoutCard } from '../complete-donor.ts';
import { wordFields } from '../field-table.ts';

it('a form is complete whenever the rules find nothing wrong with it', () => {
  const donors = fc.constantFrom(...paymentMethods.map(completeDonorBy), completeDonorOverseas);
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
