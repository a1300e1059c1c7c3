import { expect, it } from 'vitest';
import { bilingualCountry, countries, findCountries } from '../../src/signup/address/countries.ts';
import { prefectures } from '../../src/signup/address/prefectures.ts';
import { expiryMonths, expiryYears, formatExpiry } from '../../src/signup/card/card-expiry.ts';
import { birthDays, birthYears } from '../../src/signup/profile/birth-date.ts';

/** The last moment of 2026 in Japan, and the one after. */
const [lastOf2026, firstOf2027] = [new Date('2026-12-31T14:59:59Z'), new Date('2026-12-31T15:00:00Z')];
const years = (first: number, count: number, step: 1 | -1) =>
  Array.from({ length: count }, (_, index) => String(first + step * index));

it('there are 47 prefectures', { tags: ['@§3.8', '@§9.10'] }, () => {
  expect(prefectures.join(' ')).toBe(
    '北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 ' +
      '石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 ' +
      '岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県',
  );
});

it('a card expires in one of ten years, and in a month of two digits', {
  tags: ['@§9.11', '@§9.12', '@§3.19'],
}, () => {
  expect(expiryYears(lastOf2026)).toEqual(years(2026, 10, 1));
  expect(expiryYears(firstOf2027)).toEqual(years(2027, 10, 1));
  expect(expiryMonths.join(' ')).toBe('01 02 03 04 05 06 07 08 09 10 11 12');
  expect(formatExpiry({ expirationMonth: '03', expirationYear: '2028' })).toBe('2028年3月');
});

it('a birth date has one of 100 years up to ten years ago', { tags: ['@§4.24', '@§4.25', '@§9.13'] }, () => {
  expect(birthYears(lastOf2026)).toEqual(years(2016, 100, -1));
  expect(birthYears(firstOf2027)).toEqual(years(2017, 100, -1));
});

for (const [tag, days, cases] of [
  ['@§4.19', 29, ['2024-2', '2000-2', '1996-2']],
  ['@§4.20', 28, ['2023-2', '1900-2', '2026-2']],
  ['@§4.21', 30, ['2023-4', '2023-6', '2023-9', '2023-11']],
  ['@§4.22', 31, ['2023-1', '2023-3', '2023-5', '2023-7', '2023-8', '2023-10', '2023-12']],
  ['@§4.23', 31, ['-', '-2', '-4', '2023-']],
] as const) {
  it(`a birth date has one of ${days} days in ${cases.join(', ')}`, { tags: tag }, () => {
    for (const months of cases) {
      const [year = '', month = ''] = months.split('-');
      expect(birthDays(year, month), months).toEqual(years(1, days, 1));
    }
  });
}

it('about 200 countries stand in order, each in English and Japanese', { tags: '@§3.11' }, () => {
  expect([...new Set(countries)].toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(countries);
  expect(Math.abs(countries.length - 225)).toBeLessThan(35);
  expect(countries).not.toContain('Japan');
  const bilingual = /^\p{Lu}[\p{Script=Latin}\p{M} '(),.&-]+ \/ .*[ァ-ヶ一-龠]/u;
  expect(countries.map(bilingualCountry).filter((name) => !bilingual.test(name))).toEqual([]);
  expect(bilingualCountry('somewhere else')).toBe('somewhere else');
});

it.each([
  ['', []],
  ['ブラ', ['Brazil', 'Gibraltar']],
  ['こんご', ['Democratic Republic of the Congo', 'Republic of the Congo']],
  ['アメリ', ['United States of America', 'American Samoa', 'Virgin Islands, U.S.']],
  ['nige', ['Niger', 'Nigeria']],
  ['Niger', ['Niger', 'Nigeria'], 'Niger'],
  ['ＵＫ', ['United Kingdom', 'Ukraine'], 'United Kingdom'],
  ['Zürich', []],
])('“%s” finds the countries %j', { tags: '@§3.11' }, (typed, found, meant?: string) => {
  expect(findCountries(typed)).toMatchObject({ found, meant });
});

it.each([
  ['United States of America', '米国 アメリカ America U.S.'],
  ['United Kingdom', '英国'],
  ['Germany', 'どいつ'],
  ['South Korea', '韓国'],
  ['China', '中国'],
  ['Taiwan', '台湾'],
  ["Cote d'Ivoire", 'ivory'],
  ['Curaçao', 'Curacao'],
  ['Eswatini', 'エスワティニ Swaziland'],
  ['Czech Republic', 'Czechia チェコ共和国'],
  ['Türkiye', 'Turkiye Turkey トルコ共和国'],
  ['Cape Verde', 'カーボヴェルデ カボベルデ'],
])('%s is meant by each of its names in use: %s', (country, names) => {
  for (const name of names.split(' ')) expect(findCountries(name).meant, name).toBe(country);
});
