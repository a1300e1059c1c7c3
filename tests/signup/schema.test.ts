import { expect, it } from 'vitest';
import { inputFields } from '../../src/signup/fields.ts';
import { BANK_DEBIT, type FieldName, type Price, paymentMethods, prices } from '../../src/signup/form.ts';
import { fieldMessages as messages, minimumMessage } from '../../src/signup/messages.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import { type InputValues, validateForm } from '../../src/signup/schema.ts';
import { completeDonor, completeDonorBy, completeDonorOverseas, noCard } from '../complete-donor.ts';
import { fieldTable, requiredFields, wordFields } from '../field-table.ts';

const [newCard, keptCard] = [false, true];
const required = '必須項目です';

/** The error of one field in an otherwise right form. */
function errorOf(
  name: FieldName,
  change: Partial<InputValues>,
  base: InputValues = completeDonor,
): string | undefined {
  const values = { ...base, ...change };
  const errors = validateForm(values, newCard);
  expect(Object.keys(errors).filter((other) => other !== name)).toEqual([]);
  return errors[name];
}

/** The error of one field that holds this, in an otherwise right form in which it is shown. */
const errorIn = (name: FieldName, value: string): string | undefined => {
  const isShownOverseas = inputFields(completeDonorOverseas, false).includes(name);
  return errorOf(name, { [name]: value }, isShownOverseas ? completeDonorOverseas : completeDonor);
};

it.each<[FieldName, message: string, right: string, wrong: string]>([
  [
    'email',
    '正しいメールアドレスを入力してください',
    'a@b.c | taro.yamada+donation@mail.example.co.jp | taro@example.com.',
    'taro | taro＠example.com | taro@example | taro.example.com | @example.com | taro@.com | taro@example. | ' +
      'taro@example.. | ta ro@a.com | taro@a b.com | taro@a.c om | taro@a\u3000b.com',
  ],
  [
    'zip',
    '123-4567の形式で入力してください',
    '123-4567 | 000-0000 | 150-0008',
    '1234567 | 123-456 | 1234-567 | 123-45678 | 12-3456 | abc-defg | 123 - 4567',
  ],
  [
    'phone',
    '09012345678の形式で入力してください',
    '0312345678 | 09012345678',
    '031234567 | 090123456789 | 090-1234-5678 | +819012345678 | 0901234567a | ０９０１２３４５６７８',
  ],
  [
    'cardNum',
    '14〜16桁の数字を入力してください',
    '41111111111111 | 411111111111111 | 4111111111111111',
    '4111111111111 | 41111111111111111 | 4111 1111111111 | abcdefghijklmn',
  ],
  ['securityCode', '3桁以上の数字を入力してください', '123 | 1234 | 000', '12 | 12345 | 12a | １２３'],
])(
  'a wrong %s gets “%s”',
  {
    tags: [
      ...['@§3.7', '@§5.2', '@§5.3', '@§5.4', '@§5.5', '@§5.6', '@§5.8', '@§5.10', '@§5.11', '@§5.14'],
      ...['@§9.14', '@§9.15', '@§9.16'],
    ],
  },
  (name, message, right, wrong) => {
    for (const value of right.split(' | ')) expect(errorOf(name, { [name]: value }), value).toBeUndefined();
    for (const value of wrong.split(' | ')) expect(errorOf(name, { [name]: value }), value).toBe(message);
  },
);

it('the phone takes the same digits overseas, where its message names no Japanese number', () => {
  const errors = ['6561234567', '09012345678', '123456789', '123456789012', '+6561234567'].map((phone) =>
    errorOf('phone', { phone }, completeDonorOverseas),
  );
  expect(errors).toEqual([undefined, undefined, ...Array(3).fill(messages.overseasPhone)]);
});

it('a free amount is 1,000 or more', { tags: ['@§3.3', '@§5.7', '@§5.16', '@§5.21', '@§9.4'] }, () => {
  const errors = (...amounts: string[]) =>
    new Set(amounts.map((priceOther) => errorOf('priceOther', { price: 'other', priceOther })));
  expect(errors('1000', '1001', '9999999')).toEqual(new Set([undefined]));
  expect(errors('999', '0', '-5000')).toEqual(new Set(['1000以上で入力してください']));
  const whole = '1000以上の整数を、数字だけで入力してください（例：1500）';
  expect(errors('1500.5', 'abc', '1e4')).toEqual(new Set([whole]));
  expect(errors('10000000')).toEqual(new Set([messages.priceTooLarge]));
  expect(errors('')).toEqual(new Set([required]));
  for (const priceOther of ['', '5', 'abc'])
    expect(errorOf('priceOther', { price: '3000', priceOther })).toBeUndefined();
});

it.each(paymentMethods)('by %s every amount below its minimum is an error, chosen or free', (method) => {
  const { minimum } = methods[method].terms;
  const tooLittle = minimumMessage(methods[method]);
  const errorBy = (name: FieldName, price: Price, priceOther = '') =>
    errorOf(name, { price, priceOther }, completeDonorBy(method));
  for (const price of prices.filter((one) => one !== 'other'))
    expect(errorBy('price', price), price).toBe(Number(price) < minimum ? tooLittle : undefined);
  expect(errorBy('priceOther', 'other', `${minimum - 1}`)).toBe(tooLittle);
  expect(errorBy('priceOther', 'other', `${minimum}`)).toBeUndefined();
});

// `valueOf` is a name that every object knows.
it.each<[FieldName, string]>([
  ['price', ''],
  ['price', '7'],
  ['paymentMethod', '現金'],
  ['paymentMethod', 'valueOf'],
])('%s is asked for again where it is the unknown %j', { tags: '@§5.17' }, (name, unknown) => {
  expect(validateForm({ ...completeDonor, [name]: unknown }, newCard)[name]).toBe(required);
});

it('a prefecture is one of 47 at home, any text overseas', { tags: ['@§3.8', '@§3.9', '@§3.12'] }, () => {
  expect(errorOf('prefecture', { prefecture: 'California' })).toBe(required);
  expect(errorOf('prefecture', { prefecture: 'Île-de-France' }, completeDonorOverseas)).toBeUndefined();
});

it('a birth date may be given in part, and its day must exist in the chosen month', () => {
  const errorOn = (birthYear: string, birthMonth: string, birthDay: string) =>
    errorOf('birthDay', { birthYear, birthMonth, birthDay });
  expect([errorOn('1990', '', '31'), errorOn('1992', '2', '29')]).toEqual([undefined, undefined]);
  expect(errorOn('1990', '2', '29')).toBe(messages.birthDay);
});

for (const [title, tags, base] of [
  ...paymentMethods.map(
    (method) => [`at home by ${method}`, ['@§5.18', '@§3.19', '@§5.22'], completeDonorBy(method)] as const,
  ),
  ['overseas by card', ['@§5.19'], completeDonorOverseas],
] as const) {
  it(`required ${title} is what the table says`, { tags: ['@§5.1', '@§5.17', '@§5.20', ...tags] }, () => {
    expect(validateForm(base, newCard)).toEqual({});
    const empty: InputValues = { ...base };
    for (const [name, value] of Object.entries(base)) {
      if (typeof value === 'string' && name !== 'price' && name !== 'paymentMethod')
        Object.assign(empty, { [name]: '' });
    }
    const promised = requiredFields(base).map((name) => [name, required]);
    expect(validateForm(empty, newCard)).toEqual(Object.fromEntries(promised));
  });
}

it('no card is asked for where one is kept, nor by bank debit', () => {
  expect(validateForm({ ...completeDonor, ...noCard }, keptCard)).toEqual({});
  expect(validateForm({ ...completeDonorBy(BANK_DEBIT), cardNum: '1' }, newCard)).toEqual({});
});

/** What no text may hold, and what is said of it. */
const wrongTexts: Record<string, readonly string[]> = {
  [required]: [' \u3000\u200b'],
  // however many units each letter takes
  '200文字以内で入力してください': [...'aあ𠮷'].map((letter) => letter.repeat(201)),
  // control characters, halves of characters and signs for lost ones
  [messages.unusableCharacters]: [...'\u0000\t\n\u007f\u0085\ud800\ufffd'].map((one) => `a${one}b`),
  [messages.cardNumberElsewhere]: [
    '４１１１１１１１１１１１１１１１',
    '1-2-3 4111 1111 1111 1111',
    '山田 378282246310005 です',
    '4929ー7391｜8264〜0576',
    '4929\u200b7391\u200d8264\u20600576',
    '4\ufe0f\u20e39\ufe0f\u20e32\ufe0f\u20e39 7391 8264 0576',
    '٤٩٢٩٧٣٩١٨٢٦٤٠٥٧٦',
    '𝟜𝟡𝟚𝟡𝟟𝟛𝟡𝟙𝟠𝟚𝟞𝟜𝟘𝟝𝟟𝟞',
  ],
};
it.each(wordFields)('%s, as every text, is not blank or too long, and holds no card number', (name) => {
  // an optional text may be blank
  for (const [message, wrong] of Object.entries(wrongTexts))
    if (message !== required || fieldTable[name].sample)
      expect(wrong.map((value) => errorIn(name, value))).toEqual(wrong.map(() => message));
});

it.each<[FieldName, string]>([
  ['priceOther', '4111111111111111'],
  ['zip', '4111-1111-1111-1111'],
  ['phone', '30569309025904'],
  ['street', '4222222222222'],
  ['street', '6200 0000 0000 0000 00 0'],
])('%s at home refuses the card number %j', (name, value) => {
  const values = { ...completeDonor, price: 'other' as const, [name]: value };
  expect(validateForm(values, newCard)[name]).toBe(messages.cardNumberElsewhere);
});

it.each([
  '1-2-3 サンプルビル405',
  '4111111111111112',
  '0000000000000000',
  '2026-11-20 03-1234-5678',
  '4929号室 7391棟 8264 0576',
])('no card number is suspected in %j', (street) => {
  expect(errorOf('street', { street })).toBeUndefined();
});
