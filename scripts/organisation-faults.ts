import { array, boolean, number, object, type Schema, string, ValidationError } from 'yup';
import type { Organisation, PaymentTerms } from '../src/signup/organisation.ts';
import { styleFaults } from './style-faults.ts';

/** What an organisation's folder holds. The compiler finds what is missing or misspelt in `organisation.ts`. */
export type Folder = {
  organisation: Organisation;
  /** The texts of `colours.css` and `mark.css`. */
  styles: { colours: string; mark: string };
  /** Files that the folder imports or needs, and has not. */
  missingFiles: readonly string[];
};

/**
 * Faults: what is contradictory or unwise in an organisation's folder. Questions: what only the organisation can decide.
 * @param example the folder that was copied, whose `colours.css` names every colour; null for that folder itself
 */
export function examineFolder(
  folder: Folder,
  example: Folder | null,
): { faults: string[]; questions: string[] } {
  const { organisation, styles, missingFiles } = folder;
  const texts = textsIn(organisation);
  return {
    faults: [
      ...missingFiles.map((file) => `${file} is missing.`),
      ...factFaults(organisation),
      ...textFaults(texts),
      ...(example ? leftFromExample(texts, example.organisation) : []),
      ...styleFaults(styles, example?.styles.colours ?? styles.colours),
    ],
    questions: [
      ...questionsAbout(organisation, texts),
      ...(example ? sameAs(texts, example.organisation) : []),
    ],
  };
}

/** Every text of a folder, by its place, such as `footer[0].text`. */
type Texts = readonly (readonly [place: string, text: string])[];

function textsIn(value: unknown, place = ''): Texts {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    textsIn(each, Array.isArray(value) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`),
  );
}

const isAddress = (place: string) => /^links\.|\.href$/.test(place);

/** What no text may hold, wherever it stands. */
function textFaults(texts: Texts): string[] {
  return texts.flatMap(([place, text]) => [
    ...(text !== text.trim() ? [`${place} begins or ends with a blank: “${text}”.`] : []),
    ...(/[\t\n\r\u200b\ufeff\ufffd]| {2}/.test(text)
      ? [`${place} holds a line break or blanks in a row.`]
      : []),
    ...(/<\/?[a-z]|&[a-z]+;/i.test(text)
      ? [`${place} holds markup, which is shown as it is: “${text}”.`]
      : []),
    ...(/undefined|null|NaN|\[object/.test(text) ? [`${place} holds “${text}”.`] : []),
    ...(isSentence.test(place) && text !== '' && !/[。！？]$/.test(text)
      ? [`${place} is a sentence without “。” at its end: “${text}”.`]
      : []),
  ]);
}

const isSentence =
  /^words\.(?!officeHours)|\.(stopping|fee|afterwards|text)$(?<!^footer\[\d+\]\.text)|restrictions\[|^pageDescription$/;

const identity = (organisation: Organisation): string[] => {
  const { name, shortName, tagline, pageDescription, supporters, address, phone, fax, postalCode } =
    organisation;
  const statement = textsIn(organisation.payment).flatMap(([, text]) => /「([^」]+)」/.exec(text)?.[1] ?? []);
  const own = [name, shortName, tagline, pageDescription, supporters.number, address, phone, fax, postalCode];
  return [
    ...own,
    ...statement,
    ...organisation.footer.map(({ href }) => href).filter((href) => !href.startsWith('/')),
  ].filter((text) => text !== '');
};

/** Facts of the copied organisation. Shown to donors, they would be another organisation's. */
function leftFromExample(texts: Texts, example: Organisation): string[] {
  const facts = identity(example);
  return texts.flatMap(([place, text]) => {
    const fact = facts.find((one) => text.includes(one));
    return fact === undefined ? [] : [`${place} still holds “${fact}” of the copied folder.`];
  });
}

/** Words and addresses that are the copied organisation's to the letter. They may be right. */
function sameAs(texts: Texts, example: Organisation): string[] {
  const own = new Set(textsIn(example).map(([, text]) => text));
  const facts = identity(example);
  return texts.flatMap(([place, text]) =>
    own.has(text) &&
    (text.length > 15 || (isAddress(place) && text.length > 1)) &&
    !facts.some((fact) => text.includes(fact))
      ? [`${place} is as in the copied folder: “${text}”. Is it yours?`]
      : [],
  );
}

/** Asks about optional texts that are empty and about facts that look made up. */
function questionsAbout({ words, payment, asks }: Organisation, texts: Texts): string[] {
  const unasked = unaskedWords(asks);
  const empty = [
    ...Object.entries(words).flatMap(([name, text]) =>
      text || unasked.includes(name) ? [] : [`words.${name}`],
    ),
    ...termsOf(payment).flatMap(([name, terms]) => [
      ...(terms.firstDebit ? [] : [`payment.${name}.firstDebit`]),
      ...(terms.stopping ? [] : [`payment.${name}.stopping`]),
    ]),
  ];
  const madeUp = texts.filter(([, text]) =>
    /[〇○×△]{2}|example\.|0000-?0000|-0000$|TODO|ダミー|サンプル/.test(text),
  );
  return [
    ...empty.map(
      (name) => `${name} is empty, so nothing is shown: docs/ja/words-to-confirm.md offers wording.`,
    ),
    ...madeUp.map(([place, text]) => `${place} is “${text}”, which looks made up.`),
  ];
}

/** The words that explain what is not asked. */
const unaskedWords = (asks: Organisation['asks']): string[] => [
  ...(asks.birthDate ? [] : ['birthDatePurpose']),
  ...(asks.mailMagazine ? [] : ['mailMagazineEnd']),
];

const termsOf = (payment: Organisation['payment']): [string, PaymentTerms][] =>
  Object.entries(payment).flatMap(([name, terms]): [string, PaymentTerms][] =>
    terms ? [[name, terms]] : [],
  );

const text = string().trim().required();
const link = string().test(
  'address',
  'neither an https address nor a path from /',
  (value = '') =>
    /^(\/(?!\/)|https:\/\/[a-z0-9.-]+\.[a-z]+(\/|$))[!-~]*$/i.test(value) &&
    !value.slice(1).includes('//', 7),
);
const phone = string().matches(/^((?=(-*\d){10,11}$)0.*)?$/, 'no Japanese number such as 03-1234-5678');
const yen = number().integer().min(1).max(9_999_999);

/** The months that words such as 翌月または翌々月 name, counted from the application's. */
const monthNames: readonly (readonly [name: RegExp, months: number])[] = [
  [/当月|同月|その月/, 0],
  [/翌月/, 1],
  [/翌々月|翌翌月/, 2],
];
const monthsNamedIn = (when: string) => [
  ...monthNames.flatMap(([name, months]) => (name.test(when) ? [months] : [])),
  ...Array.from(when.normalize('NFKC').matchAll(/(\d+)[かヶカケ]月後/g), ([, months]) => Number(months)),
];

const firstDebit = object({
  when: string()
    .trim()
    .required()
    .matches(/(?<!です|。)$/, 'followed by “です。”, so it must not end with it'),
  monthsAfter: array(number().integer().min(0)).test(
    'as in words',
    (months, { parent: { when }, createError }) => {
      const named = monthsNamedIn(String(when));
      const isSame =
        !months?.length || named.length === 0 || String(months.toSorted()) === String(named.toSorted());
      return isSame || createError({ message: `[${months}], but the words say “${when}”` });
    },
  ),
}).nullable();
const notEmpty = 'empty';
const brandNames = {
  Visa: /visa/i,
  Mastercard: /master ?card|マスター/i,
  JCB: /jcb/i,
  'American Express': /american express|amex|アメックス|アメリカン/i,
};
const otherBrands = /diners|ダイナース|discover|ディスカバー|union ?pay|銀聯/i;

type Payment = Organisation['payment'];
/** The rules for the terms of each payment method. */
const paymentTerms = ({ card }: Payment) =>
  ({
    card: cardTerms(card?.brands ?? []),
    bank: object({
      minimum: yen,
      firstDebit,
      formReturnDays: number().integer('no whole number of days').min(1, 'no whole number of days'),
    }).nullable(),
  }) satisfies Record<keyof Payment, Schema>;
const cardTerms = (accepted: readonly string[]) =>
  object({
    minimum: yen,
    firstDebit,
    brands: array(string()).min(1, notEmpty),
    notes: array(
      object({ heading: text, text: string().min(1, notEmpty), list: array(text).min(1, notEmpty) }).test(
        'brands',
        'names a brand that is not accepted',
        ({ text = '', list = [] }) =>
          // A sentence may name what is refused.
          [text, ...list]
            .flatMap((part) => part.split('。'))
            .every((part) => /ません|以外/.test(part) || !namesAnotherBrand(part, accepted)),
      ),
    ).min(1, notEmpty),
  }).nullable();

const namesAnotherBrand = (text: string, accepted: readonly string[]): boolean =>
  otherBrands.test(text) ||
  Object.entries(brandNames).some(([brand, name]) => !accepted.includes(brand) && name.test(text));

const schemaFor = ({ amounts, payment, asks, links }: Organisation) => {
  const minimums = termsOf(payment).map(([, { minimum }]) => minimum);
  const areDifferent = new Set(amounts).size === amounts.length;
  const areInOrder = amounts.every((amount, index) => index === 0 || amount > (amounts[index - 1] ?? 0));
  const isPayableOverseas = payment.card !== null || payment.bank === null;
  const completion = links.completion.replace(/\/$/, '');
  return object({
    name: text,
    shortName: text,
    self: text,
    tagline: text,
    pageDescription: text,
    address: text,
    purpose: array(text).min(1),
    supporters: object().test(
      'whole',
      'a number without words around it, or words without their number',
      ({ before, number, after }: Partial<Organisation['supporters']>) =>
        Boolean(number) === Boolean(before || after),
    ),
    payment: object(paymentTerms(payment)).test(
      'offered',
      'no method, since all are null',
      () => minimums.length > 0,
    ),
    asks: object({
      overseas: boolean().test(
        'payable',
        'true, but bank debit is the only payment method, and its form is mailed within Japan only',
        (overseas) => !overseas || isPayableOverseas,
      ),
    }),
    words: object(
      Object.fromEntries(
        unaskedWords(asks).map((name) => [name, string().max(0, 'says something of what is not asked')]),
      ),
    ),
    amounts: array(yen.min(Math.min(...minimums)))
      .min(1)
      .test('different', 'an amount is named twice', () => areDifferent)
      .test('in order', 'not in their order', () => areInOrder || !areDifferent),
    usualAmount: yen.oneOf(amounts).min(Math.max(...minimums)),
    phone: phone.required(),
    fax: phone,
    postalCode: string().matches(/^\d{3}-\d{4}$/, 'no postal code such as 123-4567'),
    links: object({
      home: link,
      contact: link,
      completion: string()
        .matches(/^\/(?!\/)[!-~]+$/, 'no path, and the form may post to its own site only')
        .test(
          'own page',
          'a path of the form itself, or another page of yours; the completion page has its own',
          () =>
            !/^\/form(\/|$)|[?#]/.test(completion) &&
            ![links.home, links.contact].some((other) => other.replace(/\/$/, '') === completion),
        ),
    }),
    footer: array(object({ text, href: link }))
      .min(1, notEmpty)
      .test('privacy', 'has no privacy policy', (footer) =>
        (footer ?? []).some(({ text, href }) => /プライバシー|個人情報|privacy/i.test(`${text}${href}`)),
      )
      .test(
        'different',
        'names an address twice',
        (footer = []) => new Set(footer.map(({ href }) => href)).size === footer.length,
      ),
  });
};

function factFaults(organisation: Organisation): string[] {
  try {
    schemaFor(organisation).validateSync(organisation, { abortEarly: false, strict: true });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // yup's own messages name the field, ours do not.
    return error.inner.map(({ path = '', message }) =>
      message.startsWith(path) ? `${message}.` : `${path}: ${message}.`,
    );
  }
}
