/** What is typed, and what must stand in the fields afterwards. */
export type Scenario = {
  title: string;
  /** Letters are keys; `[name]` clicks a field or a button, `{Key}` presses a key by its X name. */
  typed: string;
  /** Values by field name. Of kanji that a dictionary may choose otherwise, only a pattern is asked. */
  fields: Record<string, string | RegExp>;
  /** What is otherwise where an engine has a mind of its own. */
  inWebKit: Record<string, string | RegExp>;
};

/** What must stand in the fields in an engine. */
export const fieldsIn = ({ fields, inWebKit }: Scenario, engine: string): Scenario['fields'] =>
  engine === 'webkit' ? { ...fields, ...inWebKit } : fields;

const kanji = /^\p{Script=Han}+$/u;

const yamada = { lastName: '山田', furigana: 'やまだ' };
/** When something without text is pressed, WebKitGTK may throw away what is being composed: whichever is faster. */
const perhaps = { lastName: /^(小林)?$/, furigana: /^(こばやし)?$/ };
const hanako = { firstName: '花子', furigana: 'はなこ' };
const both = { lastName: '山田', firstName: '花子', furigana: 'やまだ　はなこ' };
const kobayashi = { lastName: '小林', furigana: 'こばやし' };

const list: [title: string, typed: string, fields: Scenario['fields'], inWebKit?: Scenario['fields']][] = [
  ['a name settled with Enter', '[lastName]kobayasi{space}{Return}', kobayashi],
  ['a name left by a click while it is converted', '[lastName]kobayasi{space}[email]', kobayashi],
  [
    'a name left by the press of a button',
    '[lastName]kobayasi{space}[入力内容を確認する]',
    kobayashi,
    perhaps,
  ],
  [
    'a name left by a click before it is converted',
    '[lastName]kobayasi[email]',
    { lastName: 'こばやし', furigana: 'こばやし' },
  ],
  ['a name left in the middle of a kana', '[lastName]kobayas[email]', { lastName: 'こばやｓ', furigana: '' }],
  ['both names, each left by a click', '[lastName]yamada{space}[firstName]hanako{space}[email]', both],
  ['both names, with Tab in between', '[lastName]yamada{space}{Return}{Tab}hanako{space}{Return}{Tab}', both],
  ['the first name first', '[firstName]hanako{space}[lastName]yamada{space}{Return}', both],
  [
    'Tab while converting, which takes the next candidate',
    '[lastName]kobayasi{space}{Tab}{Return}',
    { furigana: 'こばやし' },
  ],
  [
    'a whole name in one field, by clauses',
    '[lastName]yamadatarou{space}{Return}',
    { lastName: '山田太郎', furigana: 'やまだたろう' },
  ],
  [
    'the second clause of two changed',
    '[lastName]yamadatarou{space}{Right}{space}{Return}',
    { lastName: /^山田/, furigana: 'やまだたろう' },
  ],
  [
    'clauses made shorter and longer',
    '[lastName]yamadatarou{space}{shift+Left}{shift+Right}{Return}',
    { furigana: 'やまだたろう' },
  ],
  [
    'the second clause of two left by a click',
    '[lastName]yamadatarou{space}{Right}{space}[email]',
    { furigana: 'やまだたろう' },
  ],
  [
    'typed on while converting',
    '[lastName]yamada{space}tarou{space}{Return}',
    { lastName: /^山田/, furigana: 'やまだたろう' },
  ],
  [
    'typed on while converting, and left by a click',
    '[lastName]yamada{space}tarou{space}[email]',
    { lastName: /^山田/, furigana: 'やまだたろう' },
  ],
  ['a name that is split', '[lastName]hasikuramonntarou{space}{Return}', { furigana: 'はしくらもんたろう' }],
  ['in two compositions', '[lastName]yama{space}{Return}moto{space}{Return}', { furigana: 'やまもと' }],
  [
    'put in front of what is there',
    '[lastName]da{space}{Return}{Home}yama{space}[email]',
    { furigana: 'やまだ' },
  ],
  [
    'put into the middle and left by a click',
    '[lastName]saki{space}{Return}{Home}{Right}sa{space}[email]',
    {},
  ],
  [
    'another candidate',
    '[lastName]saitou{space}{space}{space}{Return}',
    { lastName: kanji, furigana: 'さいとう' },
  ],
  ['corrected before converting', '[lastName]yamata{BackSpace}da{space}{Return}', yamada],
  ['corrected while converting', '[lastName]yamata{space}{Escape}{BackSpace}da{space}{Return}', yamada],
  ['cancelled', '[lastName]yamada{Escape}[email]', { lastName: '', furigana: '' }],
  [
    'converted and cancelled',
    '[lastName]yamada{space}{Escape}{Escape}[email]',
    { lastName: '', furigana: '' },
  ],
  ['cancelled and typed anew', '[lastName]tanaka{space}{Escape}{Escape}yamada{space}{Return}', yamada],
  [
    'deleted and typed anew',
    '[lastName]tanaka{space}{Return}{BackSpace}{BackSpace}yamada{space}{Return}',
    yamada,
  ],
  ['selected and typed over', '[lastName]tanaka{space}{Return}{ctrl+a}yamada{space}[email]', yamada],
  [
    'settled, and converted once more',
    '[lastName]yamada{space}{Return}{ctrl+a}{Henkan_Mode}{Return}',
    { furigana: 'やまだ' },
  ],
  [
    'settled, taken back and settled again',
    '[lastName]yamada{space}{Return}{ctrl+BackSpace}{Return}',
    yamada,
    { lastName: '山田山田', furigana: 'やまだやまだ' },
  ],
  ['in hiragana', '[lastName]satou{Return}', { lastName: 'さとう', furigana: 'さとう' }],
  ['in katakana', '[lastName]satou{F7}{Return}', { lastName: 'サトウ', furigana: 'さとう' }],
  [
    'in katakana, left by a click',
    '[lastName]ema-sonn{F7}[email]',
    { lastName: 'エマーソン', furigana: 'えまーそん' },
  ],
  ['in half-width katakana', '[lastName]yamada{F8}{Return}', { lastName: 'ﾔﾏﾀﾞ', furigana: 'やまだ' }],
  ['in romaji', '[lastName]smith{F10}{Return}', { lastName: 'smith', furigana: '' }],
  [
    'in capitals, beside one in Japanese',
    '[firstName]hanako{space}{Return}[lastName]{shift+s}mith{Return}',
    { ...hanako, lastName: 'Smith' },
  ],
  ['with ん at its end', '[firstName]ken{space}{Return}', { firstName: kanji, furigana: 'けん' }],
  [
    'with small kana',
    '[lastName]hattori{space}[firstName]ryunnnosuke{space}[email]',
    { lastName: '服部', furigana: 'はっとり　りゅんのすけ' },
  ],
  [
    'the furigana corrected by hand, then the name changed',
    '[lastName]yamada{space}{Return}[furigana]{End}{BackSpace}ta{Return}[lastName]{ctrl+a}tanaka{space}[email]',
    { lastName: '田中', furigana: 'やまた' },
  ],
  [
    'the furigana emptied by hand, then the other name typed',
    '[lastName]yamada{space}{Return}[furigana]{ctrl+a}{BackSpace}[firstName]hanako{space}[email]',
    both,
  ],
  [
    'a postal code settled with Enter',
    '[zip]1500001{Return}',
    { zip: '150 - 0001', prefecture: '東京都', city: '渋谷区神宮前' },
  ],
  [
    'a postal code left by a click',
    '[zip]150-0001[email]',
    { zip: '150 - 0001', prefecture: '東京都', city: '渋谷区神宮前' },
  ],
  [
    'a postal code that Mozc turns into an address',
    '[zip]1500001{space}{Escape}{Return}',
    { zip: '150 - 0001' },
  ],
  ['a phone number with hyphens', '[phone]090-1234-5678{Return}[email]', { phone: '09012345678' }],
  ['a phone number left by a click', '[phone]09012345678[email]', { phone: '09012345678' }],
  [
    'a card number settled with Enter',
    '[cardNum]4111111111111111{Return}',
    { cardNum: '4111 1111 1111 1111' },
  ],
  ['a card number left by a click', '[cardNum]4111111111111111[email]', { cardNum: '4111 1111 1111 1111' }],
  [
    'an American Express number with a digit mended in the middle',
    '[cardNum]37822463100{Return}{Left}{Left}{BackSpace}5{Return}[email]',
    { cardNum: '3782 246315 0' },
  ],
  ['a security code', '[securityCode]123[email]', { securityCode: '123' }],
  [
    'a mail address in half-width letters',
    '[email]taro@example.jp{F10}{Return}',
    { email: 'taro@example.jp' },
  ],
  [
    'a mail address in full-width letters',
    '[email]taro@example.jp{F9}[lastName]',
    { email: 'taro@example.jp' },
  ],
  [
    'a street with kanji and digits',
    '[street]jinnguumae1-2-3{space}[email]',
    { street: /^神宮前[1１][-－ー−‐][2２][-－ー−‐][3３]$/ },
  ],
];

export const scenarios: Scenario[] = list.map(([title, typed, fields, inWebKit = {}]) => ({
  title,
  typed,
  fields,
  inWebKit,
}));
