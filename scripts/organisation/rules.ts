import type { CardTerms, Organisation, PaymentTerms } from '../../src/signup/organisation.ts';
import { type Colours, readColours } from './colours.ts';

/** What `organisation.ts` exports, and the files of the folder by their names. */
export type Folder = { organisation: Organisation; files: Files };
type Files = Readonly<Partial<Record<string, Buffer>>>;

/**
 * Faults: what is contradictory or unwise in an organisation's folder, each with its cure. Questions: what only the organisation
 * can decide. The compiler finds what is missing or misspelt in `organisation.ts`.
 * @param examples the folders that may have been copied
 */
export function examine({ organisation, files }: Folder, examples: readonly Folder[]) {
  const texts = textsIn(organisation);
  const left = examples.map((example) => leftFrom(example.organisation, texts));
  const inTexts = (sentence: string) => `organisation.ts: ${sentence}`;
  const faults = [
    ...texts.flatMap(faultsIn),
    ...contradictions(organisation),
    ...left.flatMap((it) => it.facts),
  ];
  const questions = [...questionsAbout(organisation, texts), ...left.flatMap((it) => it.others)];
  return {
    faults: [...faults.map(inTexts), ...fileFaults(files, examples), ...styleFaults(files, examples)],
    questions: questions.map(inTexts),
  };
}

/** A place such as `footer[0].text`, and what stands there as text; an empty one for null and for an empty list. */
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

/** What must not stand in a place, and what to do there. */
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

const faultsIn = ([place, text]: Text): string[] => {
  const visible = text.replace(/\p{C}/gu, (it) => `<U+${it.codePointAt(0)?.toString(16).padStart(4, '0')}>`);
  return rules.flatMap(([isAt, wrong, cure]) =>
    isAt.test(place) && wrong.test(text) ? `${place} is “${visible}”: ${cure}.` : [],
  );
};

/** The words that explain what is not asked. */
const unaskedWords = ({ birthDate, mailMagazine }: Organisation['asks']) => [
  ...(birthDate ? [] : (['birthDatePurpose'] as const)),
  ...(mailMagazine ? [] : (['mailMagazineEnd'] as const)),
];

const termsOf = (payment: Organisation['payment']): [string, PaymentTerms & Partial<CardTerms>][] =>
  Object.entries(payment).flatMap(([name, terms]) => (terms ? [[`payment.${name}`, terms]] : []));

/** Where two places contradict each other. */
function contradictions({ payment, amounts, usualAmount, asks, ...others }: Organisation): string[] {
  const faults: string[] = [];
  const must = (isSo: boolean, place: string, cure: string) => {
    if (!isSo) faults.push(`${place}: ${cure}.`);
  };
  const { supporters, words, links, footer, phone, fax } = others;
  must(
    Boolean(supporters.number) === Boolean(supporters.before || supporters.after),
    'supporters',
    'write the number and the words around it, or leave all empty',
  );
  const minimums = termsOf(payment).map(([, { minimum }]) => minimum);
  must(minimums.length > 0, 'payment', 'offer at least one method');
  const least = Math.min(...minimums);
  for (const [i, amount] of amounts.entries())
    must(
      amount >= least,
      `amounts[${i}] is ${amount}`,
      `write at least ${least}, or lower a minimum in payment`,
    );
  const inOrder = [...new Set(amounts)].toSorted((a, b) => a - b);
  must(String(amounts) === String(inOrder), 'amounts', `write each once, in their order: ${inOrder}`);
  const payable = amounts.filter((amount) => minimums.every((minimum) => amount >= minimum));
  must(
    payable.includes(usualAmount),
    `usualAmount is ${usualAmount}`,
    `write one of ${payable}, or lower a minimum`,
  );
  must(
    !asks.overseas || payment.card !== null || payment.bank === null,
    'asks.overseas is true',
    'write false, since the form of the only method, bank debit, is mailed within Japan only',
  );
  for (const name of unaskedWords(asks))
    must(words[name] === '', `words.${name} is “${words[name]}”`, 'leave it empty, since asks has false');
  must(fax === '' || fax !== phone, `fax is “${fax}”`, 'write another number than phone, or leave it empty');
  const [home, contact, completion] = [links.home, links.contact, links.completion].map((link) =>
    link.replace(/\/$/, ''),
  );
  must(
    completion !== home && completion !== contact,
    `links.completion is “${links.completion}”`,
    'write a page of its own',
  );
  const isPrivacy = /プライバシー|個人情報|privacy/i;
  must(
    footer.some(({ text, href }) => isPrivacy.test(text + href)),
    'footer',
    'add the privacy policy',
  );
  must(new Set(footer.map(({ href }) => href)).size === footer.length, 'footer', 'write each address once');
  for (const [place, { firstDebit, ...terms }] of termsOf(payment)) {
    const { when = '', monthsAfter = [] } = firstDebit ?? {};
    const named = String(monthsIn(when).toSorted());
    must(
      named === '' || named === String(monthsAfter.toSorted()),
      `${place}.firstDebit.monthsAfter is [${monthsAfter}], and when says “${when}”`,
      `write [${named}], or change the words`,
    );
    for (const brand of disputedBrands(terms))
      must(false, place, `brands and a restriction or note disagree about ${brand}: change one`);
  }
  return faults;
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

/** The brands of which restrictions and notes say what `brands` does not. */
const disputedBrands = ({ brands = [], restrictions, notes }: Partial<CardTerms>): string[] =>
  Object.entries(brandNames).flatMap(([brand, name]) => {
    const isAccepted = brands.some((accepted) => accepted === brand);
    const wrong = isAccepted ? `(${name})(カード)?[はも].*ません` : `^(?!.*(ません|以外)).*(${name})`;
    return sentencesIn([restrictions, notes]).some((each) => new RegExp(wrong, 'i').test(each)) ? brand : [];
  });

/** What the texts share with a copied folder: its facts, which would be told as ours, and other words, which may be right. */
function leftFrom(example: Organisation, texts: readonly Text[]) {
  const copied = textsIn(example);
  const known = copied.flatMap(([place, text]) => {
    if (ownFacts.test(place)) return text === '' || text.startsWith('/') ? [] : text;
    return place.startsWith('payment') ? (/「([^」]+)」/.exec(text)?.[1] ?? []) : [];
  });
  const facts: string[] = [];
  const others: string[] = [];
  for (const [place, text] of texts) {
    const fact = known.find((each) => text.includes(each));
    const isLong = text.length > (/^links\.|\.href$/.test(place) ? 1 : 15);
    if (fact !== undefined) facts.push(`${place} still holds “${fact}” of the copied folder: write yours.`);
    else if (isLong && copied.some(([, other]) => other === text))
      others.push(`${place} is as in the copied folder: “${text}”. Is it yours?`);
  }
  return { facts, others };
}

const ownFacts =
  /^(name|shortName|tagline|pageDescription|supporters\.number|address|phone|fax|postalCode|footer.*href)$/;

/** About optional texts that are empty, facts that look made up, and days that differ. */
function questionsAbout({ payment, asks }: Organisation, texts: readonly Text[]): string[] {
  const unasked = unaskedWords(asks).map((name) => `words.${name}`);
  const empty = texts.filter(
    ([place, text]) => text === '' && /^words\.|\.(firstDebit|stopping)$/.test(place),
  );
  const madeUp = /[〇○×△]{2}|example\.|0000-?0000|-0000$|TODO|ダミー|サンプル/;
  return [
    ...empty.flatMap(([place]) =>
      unasked.includes(place)
        ? []
        : `${place} is empty, so nothing is shown: docs/ja/words-to-confirm.md offers wording.`,
    ),
    ...texts.flatMap(([place, text]) =>
      madeUp.test(text) ? `${place} is “${text}”, which looks made up.` : [],
    ),
    ...termsOf(payment).flatMap(([place, { firstDebit, stopping, notes }]) => {
      const debits = sentencesIn(notes).filter((each) => /引き?落/.test(each));
      const stops = sentencesIn(notes).filter((each) => /停止|止ま/.test(each));
      return [
        [firstDebit?.when, firstDebit?.afterwards, ...debits].join(),
        [stopping, ...stops].join(),
      ].flatMap((told) => {
        const days = new Set(told.normalize('NFKC').match(/\d+日|月末|末日/g));
        return days.size > 1 ? `${place} names ${[...days].join(' and ')} for the same. Which is right?` : [];
      });
    }),
  ];
}

/** Width and height of a PNG or an SVG. */
function sizeOf(picture: Buffer): [width: number, height: number] {
  if (picture.toString('latin1', 1, 4) === 'PNG') return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  const box = /viewBox=["'][-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)["']/.exec(picture.toString());
  return [Number(box?.[1]), Number(box?.[2])];
}

/** What is missing, still the copied folder's, or of another size than the page needs. */
function fileFaults(files: Files, examples: readonly Folder[]): string[] {
  const mark = files['OrganisationMark.tsx']?.toString() ?? '';
  const imported = Array.from(mark.matchAll(/(?:from|import) '\.\/([^']+)'/g), ([, name = '']) => name);
  const needed = new Set(['OrganisationMark.tsx', 'colours.css', 'icon.svg', ...imported]);
  const copied = examples.flatMap((example) => Object.values(example.files));
  return [
    ...[...needed].flatMap((name) => (files[name] ? [] : `${name} is missing: add it.`)),
    ...(/export (function|const) OrganisationMark\b|^$/.test(mark)
      ? []
      : ['OrganisationMark.tsx exports no “OrganisationMark”: name it so.']),
    ...Object.entries(files).flatMap(([name, content]) => {
      const isDrawing = name.endsWith('.tsx') && mark.includes('<svg');
      if (!content || !(/\.(svg|png)$/.test(name) || isDrawing)) return [];
      if (copied.some((other) => other?.equals(content)))
        return `${name} is still the copied folder’s: put yours in its place.`;
      const [width, height] = sizeOf(content);
      if (name === 'icon.svg' && !(width === height && content.length <= 4096))
        return `icon.svg has a viewBox of ${width} × ${height} and ${content.length} bytes: make it square, at most 4 KB.`;
      if (name === 'share.png' && !(width === 1200 && height === 630))
        return `share.png has ${width} × ${height} pixels: make it 1200 × 630.`;
      return imported.includes(name) && width > 3 * height
        ? `${name} is ${width} × ${height}: make it at most three times as wide as high.`
        : [];
    }),
  ];
}

const coloursIn = (css: string) =>
  Array.from(
    css.matchAll(/(--[\w-]+):([^;}]*)/g),
    ([, name = '', value = '']) => [name, value.trim()] as const,
  );

/** A lost brace, a name that is missing or unknown, and a colour that is none or cannot be read on its ground. */
function styleFaults(files: Files, examples: readonly Folder[]): string[] {
  const css = (each: Files, name: string) => each[name]?.toString() ?? '';
  const colours = css(files, 'colours.css');
  const known = new Set(
    examples.flatMap((example) => coloursIn(css(example.files, 'colours.css')).map(([name]) => name)),
  );
  return [
    ...['colours.css', 'mark.css'].flatMap((file) => {
      const styles = css(files, file);
      const own = file === 'mark.css' ? coloursIn(styles).map(([name]) => name) : [];
      const unknown = new Set(
        styles.match(/--[\w-]+/g)?.filter((name) => !known.has(name) && !own.includes(name)),
      );
      return [
        ...(styles.split('{').length === styles.split('}').length ? [] : [`${file} has lost a brace.`]),
        ...Array.from(
          unknown,
          (name) => `${file}: ${name} is no colour of the form: look for a misspelling.`,
        ),
      ];
    }),
    ...[...known].flatMap((name) =>
      colours.includes(`${name}:`) ? [] : `colours.css: ${name} is missing: add it.`,
    ),
    ...coloursIn(colours).flatMap(([name, value]) =>
      /^(#[0-9a-f]{6}|rgba\((\d+, ){3}[\d.]+\))$/i.test(value)
        ? []
        : `colours.css: ${name} is “${value}”: write it as #rrggbb.`,
    ),
    ...Object.entries(readColours(colours)).flatMap(([scheme, values]) => contrastFaults(scheme, values)),
  ];
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

function contrastFaults(scheme: string, colours: Colours): string[] {
  return meetings.flatMap(([needed, ink, grounds]) =>
    grounds.split(' ').flatMap((ground) => {
      const [one, other] = [colours[ink], colours[ground]];
      const ratio = one && other ? contrast(one, other) : needed;
      return ratio >= needed
        ? []
        : `colours.css: --color-${ink} (${one}) on --color-${ground} (${other}) has a contrast of ${ratio.toFixed(1)} in the ${scheme} scheme: WCAG AA asks for ${needed}.`;
    }),
  );
}

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
