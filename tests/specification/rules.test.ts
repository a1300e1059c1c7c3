import { describe, expect, it } from 'vitest';
import { birthDays, birthYears } from '../../src/signup/birth-date.ts';
import { expiryMonths, expiryYears } from '../../src/signup/card-expiry.ts';
import { countries } from '../../src/signup/countries.ts';
import { prefectures } from '../../src/signup/prefectures.ts';
import { type InputValues, validateForm } from '../../src/signup/schema.ts';
import { completeDonor, completeDonorByBank, completeDonorOverseas } from '../complete-donor.ts';

/** The errors of a right form with these changes. */
const errorsOf = (changes: Partial<InputValues>, base: InputValues = completeDonor) =>
  validateForm({ ...base, ...changes }, { hasKeptCard: false });

describe('what a field takes', () => {
  const required = '必須項目です';
  for (const { name, tags, message, right, wrong } of [
    {
      name: 'email',
      tags: ['@§5.2', '@§5.8'],
      message: '正しいメールアドレスを入力してください',
      right: ['a@b.c', 'taro.yamada+donation@mail.example.co.jp'],
      wrong: [
        ...[
          'taro',
          'taro＠example.com',
          'taro@example',
          'taro.example.com',
          '@example.com',
          'taro@.com',
          'taro@example.',
        ],
        ...['ta ro@example.com', 'taro@exa mple.com', 'taro@example.c om', 'taro@a\u3000b.com'],
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
        '031234567',
        '090123456789',
        '090-1234-5678',
        '+819012345678',
        '0901234567a',
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
      for (const value of right) expect(errorsOf({ [name]: value }), value).toEqual({});
      for (const value of wrong) expect(errorsOf({ [name]: value }), value).toEqual({ [name]: message });
    });
  }

  it('a free amount: 1,000 and more, and only where one is asked for', {
    tags: ['@§3.3', '@§5.7', '@§5.16', '@§5.21', '@§9.4'],
  }, () => {
    const other = (priceOther: string) => errorsOf({ price: 'other', priceOther });
    for (const amount of ['1000', '1001', '9999999']) expect(other(amount)).toEqual({});
    for (const amount of ['999', '0', '-5000']) {
      expect(other(amount), amount).toEqual({ priceOther: '1000以上で入力してください' });
    }
    for (const amount of ['1500.5', 'abc', '1e4']) {
      expect(other(amount), amount).toEqual({
        priceOther: '1000以上の整数を、数字だけで入力してください（例：1500）',
      });
    }
    expect(other('')).toEqual({ priceOther: required });
    for (const priceOther of ['', '5', 'abc']) expect(errorsOf({ price: '3000', priceOther })).toEqual({});
  });

  const always = ['lastName', 'firstName', 'furigana', 'email', 'phone'];
  const card = ['cardNum', 'expirationMonth', 'expirationYear', 'securityCode'];
  for (const [title, tags, base, names] of [
    [
      'at home by card',
      ['@§5.1', '@§5.17', '@§5.18', '@§5.20', '@§3.19'],
      completeDonor,
      [...always, 'zip', 'prefecture', 'city', 'street', ...card],
    ],
    [
      'overseas by card',
      ['@§5.1', '@§5.17', '@§5.19', '@§5.20'],
      completeDonorOverseas,
      [...always, 'street', 'city', 'prefecture', 'country', 'zipExpatriate', ...card],
    ],
    [
      'at home by bank debit',
      ['@§5.17', '@§5.18', '@§5.20', '@§5.22'],
      completeDonorByBank,
      [...always, 'zip', 'prefecture', 'city', 'street'],
    ],
  ] as const) {
    it(`is required ${title}: ${names.join(', ')}, and nothing else`, { tags: [...tags] }, () => {
      const empty: InputValues = { ...base };
      for (const [name, value] of Object.entries(base)) {
        if (typeof value === 'string' && name !== 'price' && name !== 'paymentMethod')
          Object.assign(empty, { [name]: '' });
      }
      const errors = errorsOf({}, empty);
      expect(Object.keys(errors).toSorted()).toEqual(names.toSorted());
      expect(new Set(Object.values(errors))).toEqual(new Set([required]));
    });
  }

  it('an amount is required too', { tags: '@§5.17' }, () => {
    expect(errorsOf(JSON.parse('{"price":""}'))).toEqual({ price: required });
  });

  it('a prefecture is one of the 47 at home; overseas it is any text, and the postal code any', {
    tags: ['@§3.8', '@§3.9', '@§3.12'],
  }, () => {
    expect(errorsOf({ prefecture: 'California' })).toEqual({ prefecture: required });
    expect(errorsOf({ prefecture: 'Île-de-France' }, completeDonorOverseas)).toEqual({});
  });
});

describe('what there is to choose from', () => {
  it('47 prefectures', { tags: ['@§3.8', '@§9.10'] }, () => {
    expect(prefectures.join(' ')).toBe(
      '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 ' +
        '石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 ' +
        '岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県',
    );
  });

  it('about 200 different countries, by their English names', { tags: '@§3.11' }, () => {
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.length).toBeGreaterThan(190);
    expect(countries.length).toBeLessThan(260);
    expect(countries.filter((name) => !/^\p{Lu}[\p{Script=Latin}\p{M} '(),.&-]+$/u.test(name))).toEqual([]);
    expect(countries).toEqual(expect.arrayContaining(['Afghanistan', 'France', 'South Korea', 'Zimbabwe']));
  });

  it('ten expiry years from the current one, and months of two digits', {
    tags: ['@§9.11', '@§9.12', '@§3.19'],
  }, () => {
    const years = ['2026', '2027', '2028', '2029', '2030', '2031', '2032', '2033', '2034', '2035'];
    expect(expiryYears(new Date(2026, 0, 1))).toEqual(years);
    expect(expiryYears(new Date(2026, 11, 31))).toEqual(years);
    expect(expiryMonths).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']);
  });

  it('100 birth years, from 10 years before the current one', {
    tags: ['@§4.24', '@§4.25', '@§9.13'],
  }, () => {
    const years = birthYears(new Date(2026, 10, 20));
    expect(years).toEqual(Array.from({ length: 100 }, (_, index) => String(2016 - index)));
  });

  for (const [tag, days, cases] of [
    ['@§4.19', 29, ['2024-2', '2000-2', '1996-2']],
    ['@§4.20', 28, ['2023-2', '1900-2', '2026-2']],
    ['@§4.21', 30, ['2023-4', '2023-6', '2023-9', '2023-11']],
    ['@§4.22', 31, ['2023-1', '2023-3', '2023-5', '2023-7', '2023-8', '2023-10', '2023-12']],
    ['@§4.23', 31, ['-', '-2', '-4', '2023-']],
  ] as const) {
    it(`${days} days for ${cases.join(', ')}`, { tags: tag }, () => {
      for (const months of cases) {
        const [year = '', month = ''] = months.split('-');
        expect(birthDays(year, month), months).toEqual(
          Array.from({ length: days }, (_, index) => String(index + 1)),
        );
      }
    });
  }
});
