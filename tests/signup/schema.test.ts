import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputFields, isOptional, normaliseField } from '../../src/signup/fields.ts';
import { BANK_DEBIT, type FieldName, type Price, prices } from '../../src/signup/form.ts';
import { fieldMessages as messages } from '../../src/signup/messages.ts';
import { methods, minimumMessage } from '../../src/signup/payment-methods.ts';
import { type InputValues, validateField, validateForm } from '../../src/signup/schema.ts';
import { completeDonor, completeDonorByBank, completeDonorOverseas, wordFields } from '../complete-donor.ts';

const newCard = { hasKeptCard: false };
const keptCard = { hasKeptCard: true };

/** The error of one field in an otherwise right form; validating the form and the field alone must agree. */
function errorOf(
  name: FieldName,
  change: Partial<InputValues>,
  base: InputValues = completeDonor,
): string | undefined {
  const values = { ...base, ...change };
  const errors = validateForm(values, newCard);
  expect(validateField(name, values, newCard)).toBe(errors[name]);
  expect(Object.keys(errors).filter((other) => other !== name)).toEqual([]);
  return errors[name];
}

it.each<[string, InputValues]>([
  ['by card', completeDonor],
  ['by bank debit', completeDonorByBank],
  ['from overseas', completeDonorOverseas],
  ['with part of a birth date', { ...completeDonor, birthYear: '1990', birthDay: '31' }],
])('a form that is right %s has no errors', (_, values) => {
  expect(validateForm(values, newCard)).toEqual({});
});

describe('required', () => {
  it.each([...wordFields, 'zip'] as const)('%s is not filled by blanks', (name) => {
    const base = name === 'zip' ? completeDonor : showing(name);
    expect(errorOf(name, { [name]: ' \u3000 ' }, base)).toBe(
      isOptional(name) ? undefined : messages.required,
    );
  });

  it('asks for no card where one is kept', () => {
    const values = {
      ...completeDonor,
      cardNum: '',
      securityCode: '',
      expirationMonth: '',
      expirationYear: '',
    };
    expect(validateForm(values, keptCard)).toEqual({});
    expect(Object.keys(validateForm(values, newCard))).toEqual([
      'cardNum',
      'expirationMonth',
      'expirationYear',
      'securityCode',
    ]);
  });
});

it.each<[string, string | undefined]>([
  ['2025550123', undefined],
  ['6561234567', undefined],
  ['123456789', messages.overseasPhone],
  ['123456789012', messages.overseasPhone],
  ['+6561234567', messages.overseasPhone],
])('phone from overseas %j: %s', (phone, error) => {
  expect(errorOf('phone', { phone }, completeDonorOverseas)).toBe(error);
});

const { minimum } = methods[BANK_DEBIT].terms;
const tooLittle = minimumMessage(methods[BANK_DEBIT]);
// What is asked of an amount by card, tests/specification/rules.test.ts says.
it.each<[Price, string, FieldName, string | undefined]>([
  ...prices.flatMap((price): [Price, string, FieldName, string | undefined][] =>
    price === 'other' ? [] : [[price, '', 'price', Number(price) < minimum ? tooLittle : undefined]],
  ),
  ['other', `${minimum - 1}`, 'priceOther', tooLittle],
  ['other', `${minimum}`, 'priceOther', undefined],
  ['other', '10000000', 'priceOther', messages.priceTooLarge],
])('by bank debit the amount %s %j has on %s the error %s', (price, priceOther, name, error) => {
  expect(errorOf(name, { price, priceOther }, completeDonorByBank)).toBe(error);
});

it('a birth day must exist in the chosen month', () => {
  const leapDay = { birthMonth: '2', birthDay: '29' };
  expect(errorOf('birthDay', { ...leapDay, birthYear: '1990' })).toBe(messages.birthDay);
  expect(errorOf('birthDay', { ...leapDay, birthYear: '1992' })).toBeUndefined();
});

/** A right form in which the field is shown. */
const showing = (name: FieldName): InputValues =>
  inputFields(completeDonorOverseas, false).includes(name) ? completeDonorOverseas : completeDonor;

describe('a card number in a field that is not the card’s', () => {
  it.each(wordFields)('%s refuses it with a friendly message', (name) => {
    for (const value of [
      '4111111111111111',
      '４１１１１１１１１１１１１１１１',
      '1-2-3 4111 1111 1111 1111',
      '山田 378282246310005 です',
      '4929.7391/8264・0576',
      '4929ー7391｜8264〜0576',
      '4929\u200b7391\u200d8264\u20600576',
      '4\ufe0f\u20e39\ufe0f\u20e32\ufe0f\u20e39 7391 8264 0576',
      '٤٩٢٩٧٣٩١٨٢٦٤٠٥٧٦',
      '𝟜𝟡𝟚𝟡𝟟𝟛𝟡𝟙𝟠𝟚𝟞𝟜𝟘𝟝𝟟𝟞',
    ]) {
      expect(errorOf(name, { [name]: value }, showing(name))).toBe(messages.cardNumberElsewhere);
    }
  });

  it.each<[FieldName, string]>([
    ['priceOther', '4111111111111111'],
    ['zip', '4111-1111-1111-1111'],
    ['phone', '4111111111111111'],
  ])('%s at home refuses it too', (name, value) => {
    expect(validateField(name, { ...completeDonor, price: 'other', [name]: value }, newCard)).toBe(
      messages.cardNumberElsewhere,
    );
  });

  it.each([
    '1-2-3',
    '1-2-3 サンプルビル405',
    '4111111111111112',
    '0000000000000000',
    '2026-11-20 03-1234-5678',
    '4929号室 7391棟 8264 0576',
  ])('is not seen in %j', (street) => {
    expect(errorOf('street', { street })).toBeUndefined();
  });

  it('is never seen in a phone number or postal code of Japan', () => {
    const digits = (length: number): fc.Arbitrary<string> =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
        .map((list) => list.join(''));
    fc.assert(
      fc.property(digits(7), fc.oneof(digits(10), digits(11)), (code, phone) => {
        const zip = normaliseField('zip', code);
        expect(validateField('zip', { ...completeDonor, zip }, newCard)).toBeUndefined();
        expect(validateField('phone', { ...completeDonor, phone }, newCard)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

describe('a text', () => {
  it.each(wordFields)('%s holds 200 characters, however many units each takes, and not one more', (name) => {
    const domain = '@example.com';
    const fill = (letter: string, length: number) =>
      name === 'email' ? letter.repeat(length - domain.length) + domain : letter.repeat(length);
    for (const letter of ['a', 'あ', '𠮷']) {
      expect(errorOf(name, { [name]: fill(letter, 201) }, showing(name))).toBe(
        '200文字以内で入力してください',
      );
      if (name !== 'phone')
        expect(errorOf(name, { [name]: fill(letter, 200) }, showing(name))).toBeUndefined();
    }
  });
});

describe('odd text', () => {
  const hostile = ['a\u0000b', 'a\tb', 'a\nb', 'a\u007fb', 'a\u0085b', 'a\ud800b', '\udc00'];

  it.each(wordFields)('%s refuses control characters and halves of characters', (name) => {
    for (const value of hostile)
      expect(errorOf(name, { [name]: value }, showing(name))).toBe(messages.unusableCharacters);
  });

  it.each([
    '𠮷野家',
    '👨‍👩‍👧',
    'é́́',
    '<script>alert(1)</script>',
    "'; DROP TABLE",
    '𠮷'.repeat(200),
    '__proto__',
  ])('is let through as it is: %s', (value) => {
    for (const name of ['lastName', 'firstName', 'furigana', 'city', 'street'] as const) {
      expect(errorOf(name, { [name]: value })).toBeUndefined();
    }
  });

  it('an unknown amount or payment method is asked for again', () => {
    expect(validateField('price', { ...completeDonor, ...JSON.parse('{"price":"7"}') }, newCard)).toBe(
      messages.required,
    );
    // The second is a name that every object knows.
    for (const paymentMethod of ['現金', 'valueOf']) {
      const values = { ...completeDonor, ...JSON.parse(JSON.stringify({ paymentMethod })) };
      expect(validateField('paymentMethod', values, newCard)).toBe(messages.required);
    }
    expect(
      validateField('cardNum', { ...completeDonor, paymentMethod: BANK_DEBIT, cardNum: '1' }, newCard),
    ).toBeUndefined();
  });
});
