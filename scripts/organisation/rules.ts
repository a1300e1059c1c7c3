import type { CardTerms, Organisation, PaymentTerms } from '../../src/signup/organisation.ts';
import { readColours } from './colours.ts';

/** What `organisation.ts` exports, and the files of the folder by their names. */
export type Folder = { organisation: Organisation; files: Files };
type Files = Readonly<Partial<Record<string, Buffer>>>;

/**
 * Faults: what is contradictory or unwise in an organisation's folder, each with its cure. Questions: what only the organisation
 * can decide. The compiler finds what is missing or misspelt in `organisation.ts`.
 * @param examples the folders that may have been copied
 */
export function examine({ organisation, files }: Folder, examples: readonly Folder[]) {
  const faults: string[] = [];
  const must: Must = (isSo, place, cure) => {
    if (!isSo) faults.push(`${place}: ${cure}.`);
  };
  const inTexts: Must = (isSo, place, cure) => must(isSo, `organisation.ts: ${place}`, cure);
  const texts = textsIn(organisation);
  for (const text of texts) keepsRules(text, inTexts);
  agrees(organisation, inTexts);
  const questions = questionsAbout(organisation, texts);
  for (const example of examples) questions.push(...leftFrom(example.organisation, texts, inTexts));
  hasFiles(files, examples, must);
  hasColours(files, examples, must);
  return { faults, questions: questions.map((question) => `organisation.ts: ${question}`) };
}

/** Reports a fault unless `isSo`. */
type Must = (isSo: boolean, place: string, cure: string) => void;

/** A place such as `footer[0].text`, and its value as a text, which is empty for null and for an empty list. */
type Text = readonly [place: string, text: string];

function textsIn(value: unknown, place = ''): Text[] {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (parts.length === 0) return [[place, String(value ?? '')]];
  return parts.flatMap(([name, each]) =>
    textsIn(each, Array.isArray(value) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`),
  );
}

const mayBeEmpty =
  /^(payment\.\w+|supporters\.\w+|fax|words\.\w+)$|\.(stopping|fee|firstDebit|restrictions|monthsAfter)$/;
const isSentence =
  /^words\.(?!officeHours)|^payment.*\.(stopping|fee|afterwards|text)$|restrictions\[|^pageDescription$/;

/** What a place must not contain, and the cure. */
const rules: readonly [isAt: RegExp, wrong: RegExp, cure: string][] = [
  [new RegExp(`^(?!.*(${mayBeEmpty.source}))`), /^$/, 'write it'],
  [/./, /(?![\t\n\r])[\p{C}\ufffd]/u, 'remove the invisible character'],
  [/./, /^\s|\s$/, 'remove the blank at its beginning or end'],
  [/./, /[\t\n\r]| {2}/, 'write one line, without blanks in a row'],
  [/./, /<\/?[a-z]|&[a-z]+;/i, 'write plain text, since markup is shown as it is'],
  [isSentence, /[^。！？]$/, 'end the sentence with “。”'],
  [
    /^amounts|^usualAmount|minimum$|formReturnDays$/,
    /^(?![1-9]\d{0,6}$)/,
    'write a whole number from 1 to 9999999',
  ],
  [/monthsAfter\[/, /\D/, 'write a whole number'],
  [/\.when$/, /(です|。)$/, 'write it without です。, which follows'],
  [/^phone$|^fax$/, /^(?!$|(?=(-*\d){10,11}$)0)/, 'write a Japanese number such as 03-1234-5678'],
  [/^postalCode$/, /^(?!\d{3}-\d{4}$)/, 'write a postal code such as 123-4567'],
  [
    /^links\.(home|contact)$|\.href$/,
    /^(?!(\/(?!\/)|https:\/\/[a-z0-9.-]+\.[a-z]+(\/|$))((?!\/\/)[!-~])*$)/i,
    'write an https address, or a path from /',
  ],
  [
    /^links\.completion$/,
    /^(?!\/(?!\/|form(\/|$))[!-~]+$)|[?#]/,
    'write a path on the site of the form, such as /complete.php',
  ],
];

function keepsRules([place, text]: Text, must: Must): void {
  const nameOf = (it: string) =>
    it === '\u200b' ? 'zero-width space' : `U+${it.codePointAt(0)?.toString(16)}`;
  const visible = text.replace(/\p{C}/gu, (it) => `<${nameOf(it)}>`);
  for (const [isAt, wrong, cure] of rules)
    must(!isAt.test(place) || !wrong.test(text), `${place} is “${visible}”`, cure);
}

/** The `words` for parts that the form does not have. */
const unaskedWords = ({ birthDate, mailMagazine }: Organisation['asks']) => [
  ...(birthDate ? [] : (['birthDatePurpose'] as const)),
  ...(mailMagazine ? [] : (['mailMagazineEnd'] as const)),
];

const termsOf = (payment: Organisation['payment']): [string, PaymentTerms & Partial<CardTerms>][] =>
  Object.entries(payment).flatMap(([name, terms]) => (terms ? [[`payment.${name}`, terms]] : []));

/** Places that could contradict each other. */
function agrees(organisation: Organisation, must: Must): void {
  const { payment, amounts, usualAmount, asks, supporters, words, links, footer, phone, fax } = organisation;
  const minimums = termsOf(payment).map(([, { minimum }]) => minimum);
  const least = Math.min(...minimums);
  const inOrder = [...new Set(amounts)].toSorted((a, b) => a - b);
  const payable = amounts.filter((amount) => minimums.every((minimum) => amount >= minimum));
  must(minimums.length > 0, 'payment', 'offer at least one method');
  for (const [i, amount] of amounts.entries())
    must(
      amount >= least,
      `amounts[${i}] is ${amount}`,
      `write at least ${least}, or lower a minimum in payment`,
    );
  must(String(amounts) === String(inOrder), 'amounts', `write each once, in their order: ${inOrder}`);
  const isPayable = payable.includes(usualAmount);
  must(isPayable, `usualAmount is ${usualAmount}`, `write one of ${payable}, or lower a minimum in payment`);

  const isWhole = Boolean(supporters.number) === Boolean(supporters.before || supporters.after);
  must(isWhole, 'supporters', 'write the number and the words around it, or leave all empty');
  must(
    !asks.overseas || payment.card !== null,
    'asks.overseas is true',
    'write false, since other methods than the card are for Japan only',
  );
  for (const name of unaskedWords(asks))
    must(words[name] === '', `words.${name} is “${words[name]}”`, 'leave it empty, since asks has false');
  must(fax === '' || fax !== phone, `fax is “${fax}”`, 'write another number than phone, or leave it empty');

  const bare = (link: string) => link.replace(/\/$/, '');
  const isOwnPage = [links.home, links.contact].every((link) => bare(link) !== bare(links.completion));
  must(isOwnPage, `links.completion is “${links.completion}”`, 'write a page of its own');
  const hasPrivacy = footer.some(({ text, href }) => /プライバシー|個人情報|privacy/i.test(text + href));
  must(hasPrivacy, 'footer', 'add the privacy policy');
  must(new Set(footer.map(({ href }) => href)).size === footer.length, 'footer', 'write each address once');

  for (const [place, { firstDebit, ...terms }] of termsOf(payment)) {
    const { when = '', monthsAfter = [] } = firstDebit ?? {};
    const named = String(monthsIn(when).toSorted());
    const is = `${place}.firstDebit.monthsAfter is [${monthsAfter}], and when says “${when}”`;
    must(!named || named === String(monthsAfter.toSorted()), is, `write [${named}], or change the words`);
    for (const brand of disputedBrands(terms))
      must(false, place, `brands and a restriction or note disagree about ${brand}: change one`);
  }
}

/** The months that words such as 翌月または翌々月 name, counted from the application's. */
const monthsIn = (when: string): number[] => [
  ...[/当月|同月|その月/, /翌月/, /翌々月|翌翌月/].flatMap((name, months) => (name.test(when) ? months : [])),
  ...Array.from(when.normalize('NFKC').matchAll(/(\d+)[かヶカケ]月後/g), ([, months]) => Number(months)),
];

const sentencesIn = (texts: unknown) => textsIn(texts).flatMap(([, text]) => text.split('。'));

const brandNames = {
  Visa: 'visa',
  Mastercard: 'master ?card|マスター',
  JCB: 'jcb',
  'American Express': 'american express|amex|アメックス|アメリカン',
  'another brand': 'diners|ダイナース|discover|ディスカバー|union ?pay|銀聯',
};

/** The brands about which restrictions or notes contradict `brands`. */
const disputedBrands = ({ brands = [], restrictions, notes }: Partial<CardTerms>): string[] =>
  Object.entries(brandNames).flatMap(([brand, name]) => {
    const isAccepted = brands.some((accepted) => accepted === brand);
    const wrong = isAccepted ? `(${name})(カード)?[はも].*ません` : `^(?!.*(ません|以外)).*(${name})`;
    return sentencesIn([restrictions, notes]).some((each) => new RegExp(wrong, 'i').test(each)) ? brand : [];
  });

/** Reports the copied folder's facts as faults. @returns questions about its other words, which may be right */
function leftFrom(example: Organisation, texts: readonly Text[], must: Must): string[] {
  const copied = textsIn(example);
  const facts = copied.flatMap(([place, text]) => {
    if (ownFacts.test(place)) return text === '' || text.startsWith('/') ? [] : text;
    return place.startsWith('payment') ? (/「([^」]+)」/.exec(text)?.[1] ?? []) : [];
  });
  return texts.flatMap(([place, text]) => {
    const fact = facts.find((each) => text.includes(each));
    must(fact === undefined, `${place} still holds “${fact}” of the copied folder`, 'write yours');
    const isLong = text.length > (/^links\.|\.href$/.test(place) ? 1 : 15);
    const isCopied = fact === undefined && isLong && copied.some(([, other]) => other === text);
    return isCopied ? `${place} is as in the copied folder: “${text}”. Is it yours?` : [];
  });
}

const ownFacts =
  /^(name|shortName|tagline|pageDescription|supporters\.number|address|phone|fax|postalCode|footer.*href)$/;

/** About optional texts that are empty, facts that look made up, and days that differ. */
function questionsAbout({ payment, asks }: Organisation, texts: readonly Text[]): string[] {
  const unasked = unaskedWords(asks).map((name) => `words.${name}`);
  const questions: string[] = [];
  for (const [place, text] of texts) {
    if (text === '' && /^words\.|\.(firstDebit|stopping)$/.test(place) && !unasked.includes(place))
      questions.push(`${place} is empty, so nothing is shown: docs/ja/words-to-confirm.md offers wording.`);
    if (/[〇○×△]{2}|example\.|0000-?0000|-0000$|TODO|ダミー|サンプル/.test(text))
      questions.push(`${place} is “${text}”, which looks made up.`);
  }
  for (const [place, { firstDebit, stopping, notes }] of termsOf(payment)) {
    const notesOn = (topic: RegExp) => sentencesIn(notes).filter((sentence) => topic.test(sentence));
    const debits = [firstDebit?.when, firstDebit?.afterwards, ...notesOn(/引き?落/)];
    for (const told of [debits, [stopping, ...notesOn(/停止|止ま/)]]) {
      const days = new Set(
        told
          .join(' ')
          .normalize('NFKC')
          .match(/\d+日|月末|末日/g),
      );
      if (days.size > 1)
        questions.push(`${place} names ${[...days].join(' and ')} for the same. Which is right?`);
    }
  }
  return questions;
}

/** Width and height of a PNG or an SVG. */
function sizeOf(picture: Buffer): [width: number, height: number] {
  if (picture.toString('latin1', 1, 4) === 'PNG') return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  const box = /viewBox=["'][-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)["']/.exec(picture.toString());
  return [Number(box?.[1]), Number(box?.[2])];
}

/** Checks that the folder's files are there, are the organisation's own and have the right size. */
function hasFiles(files: Files, examples: readonly Folder[], must: Must): void {
  const mark = String(files['OrganisationMark.tsx'] ?? '');
  const imported = Array.from(mark.matchAll(/(?:from|import) '\.\/([^']+)'/g), ([, name = '']) => name);
  for (const name of new Set(['OrganisationMark.tsx', 'colours.css', 'icon.svg', ...imported]))
    must(files[name] !== undefined, `${name} is missing`, 'add it');
  const isExported = /export (function|const) OrganisationMark\b|^$/.test(mark);
  must(isExported, 'OrganisationMark.tsx exports no “OrganisationMark”', 'name it so');
  const copied = examples.flatMap((example) => Object.values(example.files));
  for (const [name, content] of Object.entries(files)) {
    const isDrawing = name.endsWith('.tsx') && mark.includes('<svg');
    if (!content || !(/\.(svg|png)$/.test(name) || isDrawing)) continue;
    const isCopied = copied.some((other) => other?.equals(content));
    must(!isCopied, `${name} is still the copied folder’s`, 'put yours in its place');
    const [width, height] = sizeOf(content);
    const is = `${name} is ${width} × ${height} and ${content.length} bytes`;
    if (name === 'icon.svg')
      must(
        width === height && content.length <= 4096,
        is,
        'make its viewBox square, and the file at most 4 KB',
      );
    if (name === 'share.png') must(width === 1200 && height === 630, is, 'make it 1200 × 630 pixels');
    if (imported.includes(name))
      must(!(width > 3 * height), is, 'make it at most three times as wide as high');
  }
}

/** Checks that no brace is missing, that each colour is there and has a known name, and the contrasts. */
function hasColours(files: Files, examples: readonly Folder[], must: Must): void {
  const [colours, mark] = [String(files['colours.css']), String(files['mark.css'] ?? '')];
  const setIn = (css: string) => [...css.matchAll(/(--[\w-]+):\s*([^;}]*)/g)];
  const known = new Set(
    examples.flatMap((each) => setIn(String(each.files['colours.css'])).map(([, name]) => name)),
  );
  for (const [file, css] of Object.entries({ 'colours.css': colours, 'mark.css': mark })) {
    must(css.split('{').length === css.split('}').length, file, 'it has lost a brace: add it');
    for (const name of new Set(css.match(/--[\w-]+/g)))
      must(
        known.has(name) || mark.includes(`${name}:`),
        file,
        `${name} is no colour of the form: correct it`,
      );
  }
  for (const name of known) must(colours.includes(`${name}:`), 'colours.css', `${name} is missing: add it`);
  for (const [, name, value = ''] of setIn(colours))
    must(
      /^(#[0-9a-f]{6}|rgba\((\d+, ){3}[\d.]+\))$/i.test(value),
      `colours.css: ${name} is “${value}”`,
      'write #rrggbb',
    );
  for (const [scheme, values] of Object.entries(readColours(colours)))
    for (const [needed, ink, grounds] of meetings)
      for (const ground of grounds.split(' ')) {
        const [one, other] = [values[ink], values[ground]];
        const ratio = one && other ? contrast(one, other) : needed;
        const is = `--color-${ink} (${one}) on --color-${ground} (${other}) has a contrast of ${ratio.toFixed(1)}`;
        must(ratio >= needed, `colours.css: ${is} in the ${scheme} scheme`, `WCAG AA asks for ${needed}`);
      }
}

/** Which colours meet, and the contrast that WCAG 2.2 AA asks for: 4.5 for text, 3 for shapes. */
const meetings: [needed: number, ink: string, grounds: string][] = [
  [4.5, 'text', 'page surface tint error-tint warning-tint'],
  [4.5, 'text-muted', 'page tint line'],
  [4.5, 'primary', 'page surface'],
  [4.5, 'primary-strong', 'surface'],
  [4.5, 'on-primary', 'primary primary-strong'],
  [4.5, 'link', 'page tint warning-tint'],
  [4.5, 'error', 'page error-tint'],
  [4.5, 'on-band', 'band'],
  [4.5, 'on-band-accent', 'band'],
  [3, 'control-line', 'page'],
  [3, 'focus', 'page focus-ring'],
];

/** As WCAG 2.2 defines it, of two colours `#rrggbb`. */
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
