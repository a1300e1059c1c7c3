import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePayload, validateSignup } from '../../sandbox/validation.ts';
import { birthMonths } from '../../src/signup/birth-date.ts';
import { expiryMonths } from '../../src/signup/card-expiry.ts';
import { countries } from '../../src/signup/countries.ts';
import { BANK_DEBIT, genders, paymentMethods, prices } from '../../src/signup/form.ts';
import { fieldMessages } from '../../src/signup/messages.ts';
import { normaliseForm } from '../../src/signup/normalise.ts';
import { bankPayload, cardPayload } from '../../src/signup/payload.ts';
import { prefectures } from '../../src/signup/prefectures.ts';
import { type InputValues, validateForm } from '../../src/signup/schema.ts';
import { home } from '../signup/sample-form.ts';

const site = 'http://localhost:4173';
const campaign = { utmSource: 's', utmMedium: '', utmCampaign: '', utmContent: '' };

/** What the browser would send for this form, through JSON as on the way, and what the server would say. */
function refusals(values: InputValues): string[] {
  const card = { cardToken: 'token', maskedCardNumber: '************1111' };
  const payload =
    values.paymentMethod === BANK_DEBIT
      ? bankPayload(values, 'captcha', campaign)
      : cardPayload(values, card, `${site}/form/member/callback`, 'captcha', campaign);
  return validateSignup(parsePayload(JSON.stringify(payload)) ?? {}, values.paymentMethod, site);
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const unit = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...'山田ヤえ아éżA z0９-−ー・’\'"<&\\%　') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('𠮷', '👨‍👩‍👧', '辻\u{e0100}', '\u202e', '\u200b', 'か\u3099', '\ufeff'),
  },
);
const around200 = fc
  .tuple(fc.constantFrom('あ', '𠮷', 'a', '\u{e0100}'), fc.integer({ min: 198, max: 202 }))
  .map(([letter, count]) => letter.repeat(count));
/** What people type, mostly; and now and then what nobody should. */
const text = fc.oneof(
  { weight: 40, arbitrary: fc.string({ unit, minLength: 1, maxLength: 30 }) },
  { weight: 3, arbitrary: around200 },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\u3000', '\u0000', 'a\tb', 'a\nb', '\u0085', 'a\ud83d') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const usually = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd });

const phone = usually(
  fc.oneof(
    digits(10, 11),
    digits(9, 10).map((number) => `+81 ${number}`),
    digits(4, 4).map((last) => `０９０−１２３４ー${last}`),
    digits(4, 4).map((last) => `(212) 736-${last}`),
  ),
  fc.oneof(
    digits(0, 16),
    digits(7, 15).map((number) => `+${number}`),
    text,
  ),
);
const email = usually(
  fc
    .tuple(fc.emailAddress({ size: '+1' }), fc.boolean())
    .map(([address, wide]) => (wide ? address.replace('@', '＠') : address)),
  fc.oneof(
    text,
    fc.string({ unit: fc.constantFrom(...'a@. ＠．\n') }),
    around200.map((name) => `${name}@example.com`),
  ),
);
const amount = usually(
  fc.integer({ min: 2000, max: 9_999_999 }).map(String),
  fc.oneof(
    fc.integer({ min: -1, max: 2001 }).map(String),
    fc.constantFrom('9999999', '10000000', '3,000円', '1e4', ''),
    text,
  ),
);
const forms: fc.Arbitrary<InputValues> = fc
  .record({
    price: fc.constantFrom(...prices),
    priceOther: amount,
    lastName: text,
    firstName: text,
    furigana: text,
    email,
    mailMagazine: fc.boolean(),
    expatriate: fc.boolean(),
    zip: usually(digits(7, 7), fc.oneof(digits(0, 8), text)),
    homePrefecture: usually(fc.constantFrom(...prefectures), text),
    state: text,
    city: text,
    street: text,
    country: usually(fc.constantFrom(...countries), text),
    zipExpatriate: text,
    phone,
    birthYear: usually(fc.constantFrom('', '1917', '1999', '2000', '2004'), text),
    birthMonth: usually(fc.constantFrom('', '2', '4', ...birthMonths), text),
    birthDay: usually(fc.constantFrom('', '1', '28', '29', '30', '31'), text),
    gender: fc.constantFrom('' as const, ...genders),
    receipt: fc.boolean(),
    annualReport: fc.boolean(),
    paymentMethod: fc.constantFrom(...paymentMethods),
    expirationMonth: usually(fc.constantFrom(...expiryMonths), fc.constantFrom('', '0', '1', '13')),
    expirationYear: usually(fc.constantFrom('2026', '2035'), fc.constantFrom('', '1999', 'x')),
  })
  .map(({ homePrefecture, state, ...form }) => ({
    ...normaliseForm({ ...form, prefecture: form.expatriate ? state : homePrefecture }),
    cardNum: home.cardNum,
    securityCode: home.securityCode,
  }));

it('the form accepts exactly what the server accepts: 6,000 forms', { timeout: 60_000 }, () => {
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(forms, (form) => {
      const errors = Object.values(validateForm(form, { cardOnFile: false }));
      // A guard of the form alone: a text that may be a card number has the right shape all the same.
      if (errors.length > 0 && errors.every((error) => error === fieldMessages.cardNumberElsewhere)) return;
      counts[errors.length === 0 ? 'accepted' : 'refused']++;
      expect(refusals(form).length > 0, JSON.stringify(errors)).toBe(errors.length > 0);
    }),
    { numRuns: 6000 },
  );
  expect(counts.accepted).toBeGreaterThan(1000);
  expect(counts.refused).toBeGreaterThan(1000);
});
