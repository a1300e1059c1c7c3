import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputFields, isOptional, normaliseField } from '../../src/signup/fields.ts';
import { BANK_DEBIT, type FieldName, type Price, prices } from '../../src/signup/form.ts';
import { fieldMessages as messages } from '../../src/signup/messages.ts';
import { methods, minimumMessage, minimums } from '../../src/signup/payment-methods.ts';
import { type InputValues, validateField, validateForm } from '../../src/signup/schema.ts';
import { completeDonor, completeDonorByBank, completeDonorOverseas } from '../complete-donor.ts';
import { requiredFields, wordFields } from '../field-table.ts';

const [newCard, keptCard] = [false, true];
const required = '必須項目です';

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

/** A right form in which the field is shown. */
const showing = (name: FieldName): InputValues =>
  inputFields(completeDonorOverseas, false).includes(name) ? completeDonorOverseas : completeDonor;

describe('what a field takes', () => {
  for (const { name, tags, message, right, wrong } of [
    {
      name: 'email',
      tags: ['@§5.2', '@§5.8'],
      message: '正しいメールアドレスを入力してください',
      right: ['a@b.c', 'taro.yamada+donation@mail.example.co.jp', 'taro@example.com.'],
      wrong: [
        ...['taro', 'taro＠example.com', 'taro@example', 'taro.example.com', '@example.com', 'taro@.com'],
        ...[
          'taro@example.',
          'ta ro@example.com',
          'taro@exa mple.com',
          'taro@example.c om',
          'taro@a\u3000b.com',
        ],
      ],
    },
    {
      name: 'zip',
      tags: ['@§5.3', '@§3.7'],
      message: '123-4567の形式で入力してください',
      right: ['123-4567', '000-0000'],
      wrong: ['1234567', '123-456', '1234-567', '123-45678', '12-34567', 'abc-defg', '123 - 4567'],
    },
    {
      name: 'phone',
      tags: ['@§5.4', '@§5.10', '@§9.16'],
      message: '09012345678の形式で入力してください',
      right: ['0312345678', '09012345678'],
      wrong: [
        ...['031234567', '090123456789', '090-1234-5678', '+819012345678', '0901234567a'],
        '０９０１２３４５６７８',
      ],
    },
    {
      name: 'cardNum',
      tags: ['@§5.5', '@§5.11', '@§9.14'],
      message: '14〜16桁の数字を入力してください',
      right: ['41111111111111', '411111111111111', '4111111111111111'],
      wrong: ['4111111111111', '41111111111111111', '4111 1111 1111 1111', 'abcdefghijklmn'],
    },
    {
      name: 'securityCode',
      tags: ['@§5.6', '@§5.14', '@§9.15'],
      message: '3桁以上の数字を入力してください',
      right: ['123', '1234', '000'],
      wrong: ['12', '12345', '12a', '１２３'],
    },
  ] as const) {
    it(`${name}: what is wrong gets “${message}”`, { tags: [...tags] }, () => {
      for (const value of right) expect(errorOf(name, { [name]: value }), value).toBeUndefined();
      for (const value of wrong) expect(errorOf(name, { [name]: value }), value).toBe(message);
    });
  }

  it('the phone takes the same digits overseas, where its message names no Japanese number', () => {
    const overseas = (phone: string) => errorOf('phone', { phone }, completeDonorOverseas);
    for (const phone of ['6561234567', '09012345678']) expect(overseas(phone)).toBeUndefined();
    for (const phone of ['123456789', '123456789012', '+6561234567'])
      expect(overseas(phone)).toBe(messages.overseasPhone);
  });

  it('a free amount: 1,000 and more, and only where one is asked for', {
    tags: ['@§3.3', '@§5.7', '@§5.16', '@§5.21', '@§9.4'],
  }, () => {
    expect(minimums).toBe('1,000円以上（口座引落の場合は2,000円以上）');
    const other = (priceOther: string) => errorOf('priceOther', { price: 'other', priceOther });
    for (const amount of ['1000', '1001', '9999999']) expect(other(amount)).toBeUndefined();
    for (const amount of ['999', '0', '-5000'])
      expect(other(amount), amount).toBe('1000以上で入力してください');
    for (const amount of ['1500.5', 'abc', '1e4'])
      expect(other(amount), amount).toBe('1000以上の整数を、数字だけで入力してください（例：1500）');
    expect(other('10000000')).toBe(messages.priceTooLarge);
    expect(other('')).toBe(required);
    for (const priceOther of ['', '5', 'abc'])
      expect(errorOf('priceOther', { price: '3000', priceOther })).toBeUndefined();
  });

  const { minimum } = methods[BANK_DEBIT].terms;
  const tooLittle = minimumMessage(methods[BANK_DEBIT]);
  it.each<[Price, string, FieldName, string | undefined]>([
    ...prices.flatMap((price): [Price, string, FieldName, string | undefined][] =>
      price === 'other' ? [] : [[price, '', 'price', Number(price) < minimum ? tooLittle : undefined]],
    ),
    ['other', `${minimum - 1}`, 'priceOther', tooLittle],
    ['other', `${minimum}`, 'priceOther', undefined],
  ])('by bank debit the amount %s %j has on %s the error %s', (price, priceOther, name, error) => {
    expect(errorOf(name, { price, priceOther }, completeDonorByBank)).toBe(error);
  });

  // `valueOf` is a name that every object knows.
  it.each<[FieldName, string]>([
    ['price', ''],
    ['price', '7'],
    ['paymentMethod', '現金'],
    ['paymentMethod', 'valueOf'],
  ])('%s is asked for again where it is the unknown %j', { tags: '@§5.17' }, (name, unknown) => {
    expect(validateField(name, { ...completeDonor, [name]: unknown }, newCard)).toBe(required);
  });

  it('a prefecture is one of the 47 at home; overseas it is any text, and the postal code any', {
    tags: ['@§3.8', '@§3.9', '@§3.12'],
  }, () => {
    expect(errorOf('prefecture', { prefecture: 'California' })).toBe(required);
    expect(errorOf('prefecture', { prefecture: 'Île-de-France' }, completeDonorOverseas)).toBeUndefined();
  });

  it('a birth date may be given in part; its day must exist in the chosen month', () => {
    expect(errorOf('birthDay', { birthYear: '1990', birthDay: '31' })).toBeUndefined();
    const leapDay = { birthMonth: '2', birthDay: '29' };
    expect(errorOf('birthDay', { ...leapDay, birthYear: '1990' })).toBe(messages.birthDay);
    expect(errorOf('birthDay', { ...leapDay, birthYear: '1992' })).toBeUndefined();
  });
});

describe('required', () => {
  for (const [title, tags, base] of [
    ['at home by card', ['@§5.18', '@§3.19'], completeDonor],
    ['overseas by card', ['@§5.19'], completeDonorOverseas],
    ['at home by bank debit', ['@§5.18', '@§5.22'], completeDonorByBank],
  ] as const) {
    it(`${title} is what the table says, and nothing else`, {
      tags: ['@§5.1', '@§5.17', '@§5.20', ...tags],
    }, () => {
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

  it.each([...wordFields, 'zip'] as const)('%s is not filled by blanks', (name) => {
    const base = name === 'zip' ? completeDonor : showing(name);
    expect(errorOf(name, { [name]: ' \u3000\u200b' }, base)).toBe(isOptional(name) ? undefined : required);
  });

  it('no card where one is kept', () => {
    const values = {
      ...completeDonor,
      cardNum: '',
      securityCode: '',
      expirationMonth: '',
      expirationYear: '',
    };
    expect(validateForm(values, keptCard)).toEqual({});
    expect(validateField('cardNum', values, keptCard)).toBeUndefined();
    expect(validateField('cardNum', { ...completeDonorByBank, cardNum: '1' }, newCard)).toBeUndefined();
  });
});

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
    ['phone', '30569309025904'],
    ['street', '4222222222222'],
    ['street', '6200 0000 0000 0000 00 0'],
  ])('%s at home refuses %j', (name, value) => {
    expect(validateField(name, { ...completeDonor, price: 'other', [name]: value }, newCard)).toBe(
      messages.cardNumberElsewhere,
    );
  });

  it.each([
    '1-2-3 サンプルビル405',
    '4111111111111112',
    '0000000000000000',
    '2026-11-20 03-1234-5678',
    '4929号室 7391棟 8264 0576',
  ])('is not suspected in %j', (street) => {
    expect(errorOf('street', { street })).toBeUndefined();
  });

  it('is never suspected in a phone number or postal code of Japan', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
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

  it.each(wordFields)('%s refuses control characters, and halves of and signs for lost ones', (name) => {
    for (const unusable of '\u0000\t\n\u007f\u0085\ud800\ufffd')
      expect(errorOf(name, { [name]: `a${unusable}b` }, showing(name))).toBe(messages.unusableCharacters);
  });
});
