import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePayload, validateSignup } from '../../sandbox/api/validation.ts';
import { prefectures } from '../../src/signup/address/prefectures.ts';
import { cardPayload, payloadWithoutCard } from '../../src/signup/application/payload.ts';
import { expiryMonths } from '../../src/signup/card/card-expiry.ts';
import { normaliseForm } from '../../src/signup/fields.ts';
import {
  definitions,
  type FormField,
  formFields,
  isText,
  paymentMethods,
  prices,
} from '../../src/signup/form.ts';
import { fieldMessages } from '../../src/signup/messages.ts';
import { methodOf, methods } from '../../src/signup/payment-methods.ts';
import { birthMonths } from '../../src/signup/profile/birth-date.ts';
import { type InputValues, validateForm } from '../../src/signup/schema.ts';
import { completeDonor, completeDonorBy, completeDonorOverseas } from '../complete-donor.ts';
import { anyCodePoints } from '../signup/any-text.ts';

const site = 'http://localhost:4173';
const campaign = { utmSource: 's', utmMedium: '', utmCampaign: '', utmContent: '' };

/** The server's messages for what the browser would send for this form. */
function refusals(values: InputValues): string[] {
  const card = { cardToken: 'token', maskedCardNumber: '************1111' };
  const payload = methodOf(values).needsCard
    ? cardPayload(values, card, `${site}/form/member/callback`, 'captcha', campaign)
    : payloadWithoutCard(values, 'captcha', campaign);
  return validateSignup(parsePayload(JSON.stringify(payload)), values.paymentMethod, site);
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const letter = fc.constantFrom(
  ...[...'山田ヤえ아éżA z0９-−ー・’\'"<&\\%　𠮷\u202e\u200b\ufeff', '👨‍👩‍👧', '辻\u{e0100}', 'か\u3099'],
);
const around200 = fc
  .tuple(fc.constantFrom('あ', '𠮷', 'a', '\u{e0100}'), fc.integer({ min: 198, max: 202 }))
  .map(([one, count]) => one.repeat(count));
const oddText = fc.oneof(
  around200,
  fc.constantFrom('', ' ', '\u3000', '\u0000', 'a\tb', 'a\nb', '\u0085', 'a\ud83d', 'a\ufffd'),
  anyCodePoints,
  fc.string({ unit: letter, minLength: 1, maxLength: 30 }),
);
const oneOf = (...values: readonly string[]) => fc.constantFrom(...values);

const edges = Object.values(methods).flatMap(({ terms: { minimum } }) => [`${minimum - 1}`, `${minimum}`]);

/** What may stand in fields with rules of their own, right or wrong. */
const ruled: Partial<Record<FormField, fc.Arbitrary<string>>> = {
  priceOther: fc.oneof(oneOf(...edges, '9999999', '10000000', '3,000円', '1e4', '-1', ''), oddText),
  email: fc.oneof(
    oddText,
    fc.emailAddress().map((address) => address.replace('@', '＠')),
    fc.string({ unit: oneOf(...'a@. ＠．\n') }),
    fc.integer({ min: 186, max: 191 }).map((length) => `${'a'.repeat(length)}@example.com`),
  ),
  zip: fc.oneof(digits(5, 8), oddText),
  prefecture: fc.oneof(oneOf(...prefectures), oddText),
  phone: fc.oneof(digits(9, 12), fc.constant('+81312345678'), oddText),
  birthYear: fc.oneof(oneOf('', '1899', '1900', '2099', '2100', '99'), oddText),
  birthMonth: fc.oneof(oneOf('', '0', '02', '13'), oddText),
  birthDay: fc.oneof(oneOf('', '0', '29', '30', '31', '32'), oddText),
  expirationMonth: oneOf('', '0', '1', '00', '13', ...expiryMonths),
  expirationYear: oneOf('', '1999', '99x', '2035'),
};

/** What may stand in a field, right or wrong. */
function anyIn(name: FormField): fc.Arbitrary<unknown> {
  const { choices } = definitions[name];
  if (choices) return fc.constantFrom(...choices);
  return ruled[name] ?? (isText(name) ? oddText : fc.boolean());
}

/** A complete form in which at most three fields may hold anything. */
const forms: fc.Arbitrary<InputValues> = fc
  .record({
    donor: fc.constantFrom(...paymentMethods.map(completeDonorBy), completeDonorOverseas),
    chosen: fc.record({
      price: fc.constantFrom(...prices),
      priceOther: fc.integer({ min: 2000, max: 9_999_999 }).map(String),
      birthYear: oneOf('', '1999', '2000'),
      birthMonth: oneOf('', ...birthMonths),
      birthDay: oneOf('', '1', '28'),
    }),
    changes: fc
      .subarray([...formFields], { minLength: 1, maxLength: 3 })
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, anyIn(name)])))),
  })
  .map(({ donor, chosen, changes }) => ({
    ...normaliseForm({ ...donor, ...chosen, ...changes }),
    cardNum: completeDonor.cardNum,
    securityCode: completeDonor.securityCode,
  }));

it('the form accepts exactly what the server accepts: 2,000 forms', () => {
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(forms, (form) => {
      const errors = Object.values(validateForm(form, false));
      // A rule without a message of its own would get an English one from yup.
      expect(errors.filter((error) => !/\p{Script=Hiragana}/u.test(error))).toEqual([]);
      // The form alone refuses what looks like a card number.
      if (errors.length > 0 && errors.every((error) => error === fieldMessages.cardNumberElsewhere)) return;
      counts[errors.length === 0 ? 'accepted' : 'refused']++;
      expect(refusals(form).length > 0, JSON.stringify(errors)).toBe(errors.length > 0);
    }),
    { numRuns: 2000 },
  );
  expect(counts.accepted).toBeGreaterThan(300);
  expect(counts.refused).toBeGreaterThan(300);
});
