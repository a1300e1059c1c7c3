import { expect, it } from 'vitest';
import {
  type Address,
  acceptAddress,
  fillAddress,
  isFilled,
  type PostalLookups,
  postalMismatch,
  streetWithoutCity,
  townOf,
} from '../../../src/signup/address/postal-address.ts';

const palace: Address = { prefecture: '東京都', city: '千代田区千代田' };
const shrine: Address = { prefecture: '東京都', city: '渋谷区神宮前' };
const ofPalace = { postalCode: '1000001', ...palace };
const ofShrine = { postalCode: '1500001', ...shrine };
const none: PostalLookups = { answer: null, filled: null, declined: null, missing: null };
const typed = (zip: string, { prefecture, city }: Address, street = '') => ({
  ...{ expatriate: false, zip, prefecture, city, street },
});
const at = (prefecture: string, city = ''): Address => ({ prefecture, city });

it.each([
  ['another town, filled in for another code', palace, shrine],
  ['another town, of which the city was cleared', { ...palace, city: '' }, shrine],
  ['a city of the donor', at('東京都', '港区芝'), at('東京都', '港区芝'), 'offered'],
])('at another code’s answer, %s becomes the code’s or is kept', (_, before, after, kind?: string) => {
  const lookups = { ...none, answer: ofShrine, filled: ofPalace };
  const { form, lookups: known } = fillAddress({ form: typed('150-0001', before), lookups });
  expect([form, postalMismatch(form, known)?.kind]).toEqual([typed('150-0001', after), kind]);
});

it.each([
  ['the prefecture, chosen first', at('東京都'), '', palace],
  ['another prefecture, chosen first', at('大阪府'), '', at('大阪府'), 'offered'],
  ['the municipality alone', at('', '千代田区'), '', palace],
  [
    'a city whose street begins with the town',
    at('東京都', '千代田区'),
    '千代田1-1',
    at('東京都', '千代田区'),
  ],
  ['a street that says all of it, and no city', at('東京都'), '千代田区千代田1-1', palace],
  ['the block behind the town', at('東京都', '千代田区千代田1丁目'), '', at('東京都', '千代田区千代田1丁目')],
])('a code’s answer fills in around %s', (_, before, street, after, kind?: string) => {
  const form = typed('100-0001', before, street);
  const filled = fillAddress({ form, lookups: { ...none, answer: ofPalace } });
  expect([filled.form, postalMismatch(filled.form, filled.lookups)?.kind]).toEqual([
    ...[typed('100-0001', after, street), kind],
  ]);
});

it('the beginning of a place is replaced by all of it, where it is a whole municipality', () => {
  for (const end of '都道府県市区町村郡') {
    const answer = { ...ofPalace, city: `東${end}千代田` };
    const fill = (beginning: string) =>
      fillAddress({ form: typed('100-0001', at('', beginning)), lookups: { ...none, answer } }).form.city;
    expect([fill(`東${end}`), fill(`東${end}千`)]).toEqual([answer.city, `東${end}千`]);
  }
});

it('an offered address that is accepted replaces the donor’s, and is no longer declined', () => {
  const own = typed('150-0001', at('', '港区芝'));
  expect(acceptAddress({ form: own, lookups: { ...none, answer: ofShrine, declined: '1500001' } })).toEqual({
    form: typed('150-0001', shrine),
    lookups: { ...none, answer: ofShrine, filled: ofShrine },
  });
});

it('an address that the donor typed exactly so counts as filled in', () => {
  const addressed = { form: typed('100-0001', palace), lookups: { ...none, answer: ofPalace } };
  const lookups = { ...addressed.lookups, filled: ofPalace };
  expect(fillAddress(addressed)).toEqual({ ...addressed, lookups });
});

it('an address is filled in as long as it is that of the code, at home', () => {
  const lookups = { ...none, answer: ofPalace, filled: ofPalace };
  const own = typed('100-0001', palace);
  const changes = [{}, { zip: '150-0001' }, { city: '港区芝' }, { expatriate: true }];
  const isStillFilled = changes.map((change) => isFilled({ ...own, ...change }, lookups));
  expect(isStillFilled).toEqual([true, false, false, false]);
});

it.each([
  ['declined for this code', { answer: ofShrine, declined: '1500001' }, 'declined'],
  ['declined for another code', { answer: ofShrine, declined: '1000001' }, 'offered'],
  ['filled in for another code', { filled: ofPalace }, 'doubtful'],
  ['filled in for this code', { filled: { ...palace, postalCode: '1500001' } }, undefined],
  ['the donor’s own after all', { filled: { ...ofPalace, city: '港区芝' } }, undefined],
  ['the donor’s own, and nothing is known', {}, undefined],
])('an address that is %s is told to differ from the code’s, or not', (_, lookups, kind) => {
  expect(postalMismatch(typed('150-0001', palace), { ...none, ...lookups })?.kind).toBe(kind);
});

it('an address that differs in width alone is the code’s', () => {
  const sapporo = { postalCode: '0600001', ...at('北海道', '札幌市中央区北１条西') };
  const own = typed('060-0001', at('北海道', '札幌市中央区 北1条西'));
  expect(postalMismatch(own, { ...none, answer: sapporo })).toBeNull();
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
  const others = [{ city: '' }, { expatriate: true }].map((change) =>
    streetWithoutCity({ ...form, ...change }),
  );
  expect([streetWithoutCity(form), ...others]).toEqual([expected, null, null]);
});

it.each([
  ['千代田', '千代田'],
  ['以下に掲載がない場合', ''],
  ['（その他）', ''],
  ['その他', ''],
  ['　', ''],
  ['利島村一円', ''],
  ['一円', '一円'],
  ['丸の内新丸の内ビルディング（１階）', '丸の内新丸の内ビルディング'],
  ['葛巻（第４０地割「５７番地１２５」〜第４５地割）', '葛巻'],
  ['種市第８地割〜第１４地割（玉川、戸類家）', '種市'],
  ['穴明２２地割、穴明２３地割', '穴明'],
  ['西新宿(次のビルを除く)', '西新宿'],
])('the town %j of Japan Post’s list is %j', (town, name) => {
  expect(townOf(town)).toBe(name);
});
