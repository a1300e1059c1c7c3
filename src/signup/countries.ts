import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import japanese from 'i18n-iso-countries/langs/ja.json' with { type: 'json' };

/** The names that donors look for, if they differ from the list's first ones. */
const commonNames: Record<string, string> = {
  CN: 'China',
  GM: 'Gambia',
  IR: 'Iran',
  MD: 'Moldova',
  MK: 'North Macedonia',
  PS: 'Palestine',
  RU: 'Russia',
  TW: 'Taiwan',
  TZ: 'Tanzania',
};

/** Further names that donors may type and no list has. */
const otherNames: Record<string, readonly string[]> = {
  AU: ['豪州'],
  CN: ['中国'],
  DE: ['Deutschland'],
  GB: ['英国', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  KP: ['北朝鮮', 'North Korea'],
  KR: ['韓国'],
  MM: ['Burma'],
  NL: ['Holland'],
  US: ['米国'],
};

const japaneseNames: Record<string, string> = japanese.countries;

/** Without Japan, which has its own address fields. */
const known = Object.entries(english.countries)
  .filter(([code]) => code !== 'JP')
  .map(([code, names]) => {
    const spellings = typeof names === 'string' ? [names] : names;
    const name = commonNames[code] ?? spellings[0] ?? '';
    const inJapanese = japaneseNames[code] ?? '';
    const asked = [name, inJapanese, ...spellings, ...(otherNames[code] ?? [])].map(toComparable);
    return { name, inJapanese, asked };
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/**
 * The English names of all countries but Japan, in alphabetical order.
 *
 * Load it with a dynamic import: donors in Japan do not need its 10 KB.
 */
export const countries: readonly string[] = known.map(({ name }) => name);

/** A country's name in both languages: `France / フランス`. */
export function bilingualCountry(country: string): string {
  const inJapanese = known.find(({ name }) => name === country)?.inJapanese;
  return inJapanese ? `${country} / ${inJapanese}` : country;
}

/**
 * The countries that match a text in English or Japanese such as `アメ`, `usa` or `united st`, best match first.
 * `meant` is the only one whose full name it is or, if there is none, the only match.
 */
export function findCountries(text: string): { found: readonly string[]; meant?: string | undefined } {
  const wanted = toComparable(text);
  if (wanted === '') return { found: [] };
  const likeness = (asked: readonly string[]): number => {
    if (asked.includes(wanted)) return 0;
    if (asked.some((name) => name.startsWith(wanted))) return 1;
    return asked.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  const matches = known
    .map(({ name, asked }) => ({ name, rank: likeness(asked) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank);
  const writtenOut = matches.filter(({ rank }) => rank === 0);
  const candidates = writtenOut.length > 0 ? writtenOut : matches;
  return {
    found: matches.map(({ name }) => name),
    meant: candidates.length === 1 ? candidates[0]?.name : undefined,
  };
}

/** Makes width, kana, capitals, accents, blanks and punctuation irrelevant to a comparison. Voicing marks stay: ガ is not カ. */
function toComparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/[\u0300-\u036f\p{P}\p{Z}]/gu, '');
}
