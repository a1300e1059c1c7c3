import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputFields, isComplete, label } from '../../src/signup/fields.ts';
import { emptyForm, type FieldName, type SignupForm } from '../../src/signup/form.ts';
import { validateForm } from '../../src/signup/schema.ts';
import { completeDonor, completeDonorByBank, completeDonorOverseas, withoutCard } from '../complete-donor.ts';

describe('the fields on the screen', () => {
  it('of an address overseas are asked for the other way round', () => {
    const from = (form: SignupForm, first: FieldName) => {
      const names = inputFields(form, false);
      return names.slice(names.indexOf(first), names.indexOf('phone'));
    };
    expect(from(completeDonor, 'zip')).toEqual(['zip', 'prefecture', 'city', 'street']);
    expect(from(completeDonorOverseas, 'street')).toEqual([
      'street',
      'city',
      'prefecture',
      'country',
      'zipExpatriate',
    ]);
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

describe('a form is complete', () => {
  it.each([
    ['by card with a token', withoutCard(completeDonor), true, true],
    ['by card without a token', withoutCard(completeDonor), false, false],
    ['by bank debit', withoutCard(completeDonorByBank), false, true],
    ['from overseas', withoutCard(completeDonorOverseas), true, true],
    ['untouched', emptyForm, true, false],
    ['without the free amount', { ...withoutCard(completeDonor), price: 'other' as const }, true, false],
  ])('%s: %#', (_, form, hasCard, complete) => {
    expect(isComplete(form, hasCard)).toBe(complete);
  });

  it('whenever the schema finds nothing wrong', () => {
    const texts = ['lastName', 'email', 'zip', 'street', 'country', 'zipExpatriate', 'priceOther'] as const;
    fc.assert(
      fc.property(fc.subarray([...texts]), fc.boolean(), fc.boolean(), (blank, overseas, free) => {
        const form = {
          ...(overseas ? completeDonorOverseas : completeDonor),
          price: free ? ('other' as const) : completeDonor.price,
          priceOther: '5000',
        };
        for (const name of blank) form[name] = '　';
        const isValid = Object.keys(validateForm(form, { cardOnFile: true })).length === 0;
        expect(isComplete(withoutCard(form), true)).toBe(isValid);
      }),
    );
  });
});
