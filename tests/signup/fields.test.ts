import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputFields, isComplete, label } from '../../src/signup/fields.ts';
import type { FieldName, SignupForm } from '../../src/signup/form.ts';
import { validateForm } from '../../src/signup/schema.ts';
import { completeDonor, completeDonorByBank, completeDonorOverseas, withoutCard } from '../complete-donor.ts';

describe('the fields on the screen', () => {
  it('of an address overseas are asked for the other way round', () => {
    const from = (form: SignupForm, first: FieldName) => {
      const names = inputFields(form, false);
      return names.slice(names.indexOf(first), names.indexOf('phone'));
    };
    expect(from(completeDonor, 'zip')).toEqual(['zip', 'prefecture', 'city', 'street']);
    expect(from(completeDonorOverseas, 'street').join(' ')).toBe(
      'street city prefecture country zipExpatriate',
    );
  });

  it('all have a label, different ones, and overseas in English too', () => {
    for (const form of [{ ...completeDonor, price: 'other' as const }, completeDonorOverseas]) {
      const labels = inputFields(form, false).map((name) => label(name, form.expatriate));
      expect(labels.filter((text) => text === '' || form.expatriate !== /（[ -~]+）$/.test(text))).toEqual(
        [],
      );
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});

it('a form is complete whenever the rules find nothing wrong with it', () => {
  const texts = ['lastName', 'email', 'zip', 'street', 'country', 'zipExpatriate', 'priceOther'] as const;
  const donors = fc.constantFrom(completeDonor, completeDonorByBank, completeDonorOverseas);
  const anyOf = fc.tuple(donors, fc.boolean(), fc.subarray([...texts]), fc.boolean());
  fc.assert(
    fc.property(anyOf, ([donor, isFree, blank, hasKeptCard]) => {
      const price = isFree ? ('other' as const) : donor.price;
      const form = { ...donor, price, priceOther: '5000', cardNum: '', securityCode: '' };
      for (const name of blank) form[name] = '　';
      const isValid = Object.keys(validateForm(form, { hasKeptCard })).length === 0;
      expect(isComplete(withoutCard(form), hasKeptCard)).toBe(isValid);
    }),
    { numRuns: 500 },
  );
});
