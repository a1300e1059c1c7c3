import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import japanese from 'i18n-iso-countries/langs/ja.json' with { type: 'json' };

/** The names that donors look for, if the package's first name differs. */
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
  BH: ['バハレーン'],
  BQ: ['Caribbean Netherlands'],
  CD: ['DRC', 'DR Congo', 'Zaire', 'ザイール'],
  CI: ['コートディボワール', '象牙海岸'],
  CN: ['中国'],
  CV: ['Cabo Verde'],
  CZ: ['チェコ共和国'],
  DE: ['Deutschland'],
  FM: ['Federated States of Micronesia'],
  FR: ['French Republic', '仏国'],
  GB: [
    ...['英国', 'Britain', 'British Isles', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
    ...['イングランド', 'スコットランド', 'ウェールズ', '北アイルランド'],
  ],
  GE: ['グルジア'],
  GR: ['ギリシア'],
  HK: ['ホンコン'],
  KE: ['ケニヤ'],
  KG: ['Kyrgyz Republic', 'キルギスタン'],
  KN: ['セントキッツ・ネイビス'],
  KP: ['北朝鮮', 'DPRK'],
  KR: ['韓国'],
  KW: ['クエート'],
  LA: ['Laos'],
  LU: ['ルクセンブルグ'],
  MM: ['Burma', 'ビルマ'],
  MO: ['Macau', '澳門'],
  MP: ['Saipan', 'サイパン'],
  MV: ['モルジブ'],
  NL: ['Holland'],
  PF: ['Tahiti', 'タヒチ'],
  SC: ['セイシェル'],
  SE: ['スエーデン'],
  SK: ['Slovak Republic'],
  SZ: ['Swaziland', 'スワジランド'],
  TL: ['East Timor', '東チモール'],
  TR: ['テュルキエ'],
  TW: ['台灣', '臺灣', '中華民国'],
  US: ['America', 'アメリカ', '米国', '合衆国'],
  VA: ['ローマ教皇庁'],
  VG: ['British Virgin Islands'],
  VI: ['US Virgin Islands', 'United States Virgin Islands'],
  ZW: ['ジンバブウェ'],
};

/** Japanese names that have changed. */
const newNames: Record<string, string> = { SZ: 'エスワティニ' };

/** Territories: a search lists the country that they belong to first. */
const territories = new Set(
  (
    'AI AQ AS AW AX BL BM BQ BV CC CK CW CX FK FO GF GG GI GL GP GS GU HM IM IO JE KY MF MP MQ MS NC NF NU PF PM PN PR ' +
    'RE SH SJ SX TC TF TK UM VG VI WF YT'
  ).split(' '),
);

const japaneseNames: Record<string, string> = { ...japanese.countries, ...newNames };

/** Short spellings of a name: `St Lucia`, `米領サモア`. */
const shortened = (name: string): string =>
  name
    .replace('Saint ', 'St ')
    .replace('フランス領', '仏領')
    .replace('イギリス領', '英領')
    .replace('アメリカ領', '米領');

/** Without Japan, which has its own address fields. */
const known = Object.entries(english.countries)
  .filter(([code]) => code !== 'JP')
  .map(([code, names]) => {
    const spellings = typeof names === 'string' ? [names] : names;
    const name = commonNames[code] ?? spellings[0] ?? '';
    const inJapanese = japaneseNames[code] ?? '';
    const all = [name, inJapanese, ...spellings, ...(otherNames[code] ?? [])];
    const asked = [...all, ...all.map(shortened)].map(toComparable);
    return { name, inJapanese, asked, isTerritory: territories.has(code) };
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/**
 * The English names of all countries except Japan, in alphabetical order.
 *
 * Load it with a dynamic import: donors in Japan do not need it.
 */
export const countries: readonly string[] = known.map(({ name }) => name);

/** A country's name in both languages: `France / フランス`. */
export function bilingualCountry(country: string): string {
  const inJapanese = known.find(({ name }) => name === country)?.inJapanese;
  return inJapanese ? `${country} / ${inJapanese}` : country;
}

/**
 * The countries that match a text in English or Japanese such as `アメ`, `usa`, `united st` or `Kingdom of Spain`, best match
 * first, a country before its territories. `meant` is the only one whose full name it is or, if there is none, the only match.
 */
export function findCountries(text: string): { found: readonly string[]; meant?: string | undefined } {
  const wanted = toComparable(text);
  const exact = matchesOf(wanted);
  const matches = exact.length > 0 ? exact : matchesOf(wanted.replace(formOfState, ''));
  const writtenOut = matches.filter(({ rank }) => rank === 0);
  const candidates = writtenOut.length > 0 ? writtenOut : matches;
  return {
    found: matches.map(({ name }) => name),
    meant: candidates.length === 1 ? candidates[0]?.name : undefined,
  };
}

function matchesOf(wanted: string): { name: string; rank: number }[] {
  if (wanted === '') return [];
  const likeness = (asked: readonly string[]): number => {
    if (asked.includes(wanted)) return 0;
    if (asked.some((name) => name.startsWith(wanted))) return 1;
    return asked.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  return known
    .map(({ name, asked, isTerritory }) => ({ name, isTerritory, rank: likeness(asked) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || Number(a.isTerritory) - Number(b.isTerritory));
}

/** What a long name has before or after the usual one: `Kingdom of`, `連邦共和国`. */
const formOfState =
  /^(?:the)?(?:(?:federal|democratic|islamic|peoples)*(?:republic|kingdom|state|commonwealth)of)?(?:the)?|(?:連邦|民主|人民)*(?:共和国|王国|公国|連邦|特別行政区)$|sar$/g;

/**
 * Makes width, kana, small kana, long vowels, capitals, accents, blanks and punctuation irrelevant to a comparison; ヴェ is ベ.
 * Voicing marks stay: ガ is not カ.
 */
function toComparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(
      /ウ\u3099([ァィェォ]?)/g,
      (_, vowel: string) => `${{ ァ: 'ハ', ィ: 'ヒ', ェ: 'ヘ', ォ: 'ホ' }[vowel] ?? 'フ'}\u3099`,
    )
    .replace(/[ァィゥェォッャュョ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
    .replace(/[\u0300-\u036f\p{P}\p{Z}ー]/gu, '');
}
