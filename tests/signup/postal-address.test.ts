import { expect, it } from 'vitest';
import type { Address } from '../../src/signup/form.ts';
import {
  acceptAddress,
  fillAddress,
  isFilled,
  type PostalLookups,
  postalMismatch,
  streetWithoutCity,
  townOf,
} from '../../src/signup/postal-address.ts';

const palace: Address = { prefecture: '東京都', city: '千代田区千代田' };
const shrine: Address = { prefecture: '東京都', city: '渋谷区神宮前' };
const ofPalace = { postalCode: '1000001', ...palace };
const ofShrine = { postalCode: '1500001', ...shrine };
const none: PostalLookups = { answer: null, filled: null, declined: null, missing: null };
const typed = (zip: string, { prefecture, city }: Address, street = '') => ({
  expatriate: false,
  zip,
  prefecture,
  city,
  street,
});

it.each([
  ['the code of an address in another town', palace, shrine, undefined],
  ['a city that was cleared', { ...palace, city: '' }, shrine, undefined],
  ['a city of the donor', { ...palace, city: '港区芝' }, { ...palace, city: '港区芝' }, 'offered'],
])('%s, where another code was looked up before', (_, before, after, kind) => {
  const lookups = { ...none, answer: ofShrine, filled: ofPalace };
  const { form, lookups: known } = fillAddress({ form: typed('150-0001', before), lookups });
  expect([form, postalMismatch(form, known)?.kind]).toEqual([typed('150-0001', after), kind]);
});

it.each([
  ['the prefecture, chosen first', { prefecture: '東京都', city: '' }, '', palace, undefined],
  [
    'another prefecture, chosen first',
    { prefecture: '大阪府', city: '' },
    '',
    { prefecture: '大阪府', city: '' },
    'offered',
  ],
  ['the municipality alone', { prefecture: '', city: '千代田区' }, '', palace, undefined],
  [
    'an autofilled address whose street begins with the town',
    { prefecture: '東京都', city: '千代田区' },
    '千代田1-1',
    { prefecture: '東京都', city: '千代田区' },
    undefined,
  ],
  [
    'an autofilled street that says all of it, and no city',
    { prefecture: '東京都', city: '' },
    '千代田区千代田1-1',
    palace,
    undefined,
  ],
  [
    'the block behind the town',
    { prefecture: '東京都', city: '千代田区千代田1丁目' },
    '',
    { prefecture: '東京都', city: '千代田区千代田1丁目' },
    undefined,
  ],
])('%s', (_, before, street, after, kind) => {
  const { form, lookups } = fillAddress({
    form: typed('100-0001', before, street),
    lookups: { ...none, answer: ofPalace },
  });
  expect([form, postalMismatch(form, lookups)?.kind]).toEqual([typed('100-0001', after, street), kind]);
});

it.each([
  ['東京都千代田区千代田1-1 皇居', '1-1 皇居'],
  ['千代田区千代田１－１', '１－１'],
  ['東京都　千代田区 千代田 1-1', '1-1'],
  ['千代田1-1', null],
  ['1-1 千代田区千代田', null],
  ['東京都千代田区千代田', null],
])('the street %j without its city is %j', (street, expected) => {
  const form = typed('100-0001', palace, street);
  expect(streetWithoutCity(form)).toBe(expected);
  expect([
    streetWithoutCity({ ...form, city: '' }),
    streetWithoutCity({ ...form, expatriate: true }),
  ]).toEqual([null, null]);
});

it.each([...'都道府県市区町村郡'].map((end) => `東${end}`))(
  '%s is replaced by the whole of the place',
  (city) => {
    const answer = { ...ofPalace, city: `${city}千代田` };
    const fill = (beginning: string) =>
      fillAddress({
        form: typed('100-0001', { prefecture: '', city: beginning }),
        lookups: { ...none, answer },
      }).form.city;
    expect([fill(city), fill(`${city}千`)]).toEqual([answer.city, `${city}千`]);
  },
);

it('an offered address that is accepted replaces the donor’s, and is no longer declined', () => {
  const own = typed('150-0001', { prefecture: '', city: '港区芝' });
  expect(acceptAddress({ form: own, lookups: { ...none, answer: ofShrine, declined: '1500001' } })).toEqual({
    form: typed('150-0001', shrine),
    lookups: { ...none, answer: ofShrine, filled: ofShrine },
  });
});

it('an address that the donor typed exactly so counts as filled in', () => {
  const lookups = { ...none, answer: ofPalace };
  const own = typed('100-0001', palace);
  expect(fillAddress({ form: own, lookups })).toEqual({
    form: own,
    lookups: { ...lookups, filled: ofPalace },
  });
});

it('an address that differs in width alone is the code’s', () => {
  const sapporo = { postalCode: '0600001', prefecture: '北海道', city: '札幌市中央区北１条西' };
  const own = typed('060-0001', { prefecture: '北海道', city: '札幌市中央区 北1条西' });
  expect(postalMismatch(own, { ...none, answer: sapporo })).toBeNull();
});

it('an address is filled in as long as it is that of the code, at home', () => {
  const lookups = { ...none, answer: ofPalace, filled: ofPalace };
  const own = typed('100-0001', palace);
  expect(isFilled(own, lookups)).toBe(true);
  for (const change of [{ zip: '150-0001' }, { city: '港区芝' }, { expatriate: true }])
    expect(isFilled({ ...own, ...change }, lookups)).toBe(false);
});

it.each([
  ['declined for this code', { ...none, answer: ofShrine, declined: '1500001' }, 'declined'],
  ['declined for another code', { ...none, answer: ofShrine, declined: '1000001' }, 'offered'],
  ['filled in for another code', { ...none, filled: ofPalace }, 'doubtful'],
  ['filled in for this code', { ...none, filled: { ...palace, postalCode: '1500001' } }, undefined],
  ['the donor’s own after all', { ...none, filled: { ...ofPalace, city: '港区芝' } }, undefined],
  ['the donor’s own, and nothing is known', none, undefined],
])('%s', (_, lookups, kind) => {
  expect(postalMismatch(typed('150-0001', palace), lookups)?.kind).toBe(kind);
});

it.each([
  ['千代田', '千代田'],
  ['以下に掲載がない場合', ''],
  ['（その他）', ''],
  ['その他', ''],
  ['　', ''],
  ['境町の次に番地がくる場合', ''],
  ['利島村一円', ''],
  ['一円', '一円'],
  ['丸の内新丸の内ビルディング（１階）', '丸の内新丸の内ビルディング'],
  ['葛巻（第４０地割「５７番地１２５」〜第４５地割）', '葛巻'],
  ['種市第８地割〜第１４地割（玉川、戸類家）', '種市'],
  ['穴明２２地割、穴明２３地割', '穴明'],
  ['西新宿(次のビルを除く)', '西新宿'],
  ['', ''],
])('the town %j of Japan Post’s list is %j', (town, name) => {
  expect(townOf(town)).toBe(name);
});
