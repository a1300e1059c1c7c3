import { describe, expect, it } from 'vitest';
import { birthYears } from '../../src/signup/birth-date.ts';
import { expiryYears } from '../../src/signup/card-expiry.ts';
import { bilingualCountry, countries, findCountries } from '../../src/signup/countries.ts';

describe('what a donor chooses from', () => {
  it('has expiry and birth years from the current one of Japan', () => {
    expect(expiryYears(new Date('2026-12-31T14:59:59Z'))[0]).toBe('2026');
    expect(expiryYears(new Date('2026-12-31T15:00:00Z'))[0]).toBe('2027');
    expect(birthYears(new Date('2026-12-31T14:59:59Z'))[0]).toBe('2016');
    expect(birthYears(new Date('2026-12-31T15:00:00Z'))[0]).toBe('2017');
  });

  it('has the countries in alphabetical order, and not Japan', () => {
    expect(countries.toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual(countries);
    expect(countries).not.toContain('Japan');
  });

  it.each(['China', 'Taiwan', 'South Korea', 'United States of America', 'United Kingdom', 'Russia'])(
    'lists %s under the name that a donor looks for',
    (name) => {
      expect(countries).toContain(name);
    },
  );

  it('has a Japanese name beside each country', () => {
    expect(countries.filter((name) => !/ \/ .*[ァ-ヶ一-龠]/u.test(bilingualCountry(name)))).toEqual([]);
    expect(bilingualCountry('somewhere else')).toBe('somewhere else');
  });

  it.each([
    ['', [], undefined],
    ['ブラ', ['Brazil', 'Gibraltar'], undefined],
    ['米国', ['United States of America'], 'United States of America'],
    ['英国', ['United Kingdom'], 'United Kingdom'],
    ['どいつ', ['Germany'], 'Germany'],
    ['韓国', ['South Korea'], 'South Korea'],
    ['ivory', ["Cote d'Ivoire"], "Cote d'Ivoire"],
    ['nige', ['Niger', 'Nigeria'], undefined],
    ['Niger', ['Niger', 'Nigeria'], 'Niger'],
    ['こんご', ['Democratic Republic of the Congo', 'Republic of the Congo'], undefined],
    ['ＵＫ', ['United Kingdom', 'Ukraine'], 'United Kingdom'],
    ['Zürich', [], undefined],
  ])('finds countries by “%s”', { tags: '@§3.11' }, (text, found, meant) => {
    expect(findCountries(text).found).toEqual(found);
    expect(findCountries(text).meant).toBe(meant);
  });
});
