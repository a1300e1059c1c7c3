import { array, boolean, number, object, string, ValidationError } from 'yup';
import type { Organisation, PaymentTerms } from '../src/signup/organisation.ts';
import { readColours } from './organisation-colours.ts';

/** What an organisation's folder holds. The compiler finds what is missing or misspelt in it. */
export type Folder = {
  organisation: Organisation;
  /** The text of `colours.css`. */
  colours: string;
};

/**
 * Faults: what is contradictory or unwise in an organisation's folder. Questions: what only the organisation can decide.
 * @param example a folder whose `colours.css` names every colour
 */
export function lookAt(
  { organisation, colours }: Folder,
  example: Folder,
): { faults: string[]; questions: string[] } {
  return {
    faults: [...factFaults(organisation), ...colourFaults(colours, example.colours)],
    questions: questionsAbout(organisation),
  };
}

/** Asks about optional texts that are empty and about facts that look made up. */
function questionsAbout({ words, payment, asks, ...facts }: Organisation): string[] {
  const unasked = [
    ...(asks.birthDate ? [] : ['birthDatePurpose']),
    ...(asks.mailMagazine ? [] : ['mailMagazineEnd']),
  ];
  const empty = [
    ...Object.entries(words).flatMap(([name, text]) =>
      text || unasked.includes(name) ? [] : [`words.${name}`],
    ),
    ...termsOf(payment).flatMap(([name, terms]) => [
      ...(terms.firstDebit ? [] : [`payment.${name}.firstDebit`]),
      ...(terms.stopping ? [] : [`payment.${name}.stopping`]),
    ]),
  ];
  const madeUp = Object.entries({ ...facts, ...facts.links }).filter(
    ([, text]) => typeof text === 'string' && /〇|example\.|0000-?0000|-0000$/.test(text),
  );
  return [
    ...empty.map(
      (name) => `${name} is empty, so nothing is shown: docs/organisation-words.md offers wording.`,
    ),
    ...madeUp.map(([name, text]) => `${name} is “${text}”, which looks made up.`),
  ];
}

const termsOf = (payment: Organisation['payment']): [string, PaymentTerms][] =>
  Object.entries(payment).flatMap(([name, terms]): [string, PaymentTerms][] =>
    terms ? [[name, terms]] : [],
  );

const text = string().trim().required();
const path = /^\/(?!\/)/;
const link = string().matches(/^(\/(?!\/)|https:\/\/[^/])/, 'neither an https address nor a path from /');
const phone = string().matches(/^((?=(-*\d){10,11}$)0.*)?$/, 'no Japanese number such as 03-1234-5678');
const yen = number().integer().min(1).max(9_999_999);
const terms = object({
  minimum: yen,
  firstDebit: object({
    when: string().matches(/(?<!です|。)$/, 'followed by “です。”, so it must not end with it'),
    monthsAfter: array(number().integer().min(0)),
  }).nullable(),
}).nullable();

const schemaFor = ({ amounts, payment }: Organisation) => {
  const minimums = termsOf(payment).map(([, { minimum }]) => minimum);
  const areDifferent = new Set(amounts).size === amounts.length;
  const isPayableOverseas = payment.card !== null || payment.bank === null;
  return object({
    name: text,
    shortName: text,
    tagline: text,
    pageDescription: text,
    address: text,
    purpose: array(text).min(1),
    payment: object({ card: terms, bank: terms }).test(
      'offered',
      'no method, since card and bank are both null',
      () => minimums.length > 0,
    ),
    asks: object({
      overseas: boolean().test(
        'payable',
        'true, but bank debit is the only payment method, and its form is mailed within Japan only',
        (overseas) => !overseas || isPayableOverseas,
      ),
    }),
    amounts: array(yen.min(Math.min(...minimums)))
      .min(1)
      .test('different', 'an amount is named twice', () => areDifferent),
    usualAmount: yen.oneOf(amounts).min(Math.max(...minimums)),
    phone: phone.required(),
    fax: phone,
    postalCode: string().matches(/^\d{3}-\d{4}$/, 'no postal code such as 123-4567'),
    links: object({
      home: link,
      contact: link,
      completion: string().matches(path, 'no path, and the form may post to its own site only'),
    }),
    footer: array(object({ text, href: link })),
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

const pairs = (needed: number, inks: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(inks).flatMap(([ink, grounds]) => grounds.map((ground) => ({ ink, ground, needed })));

/** Which colours meet, and the contrast that WCAG 2.2 AA asks for: 4.5 for text, 3 for shapes. */
const meetings = [
  ...pairs(4.5, {
    text: ['page', 'surface', 'tint', 'error-tint', 'warning-tint'],
    'text-muted': ['page', 'tint', 'line'],
    primary: ['page', 'surface'],
    'primary-strong': ['surface'],
    'on-primary': ['primary', 'primary-strong'],
    link: ['page', 'tint', 'warning-tint'],
    error: ['page', 'error-tint'],
    'on-band': ['band'],
    'on-band-accent': ['band'],
  }),
  ...pairs(3, { 'control-line': ['page'], focus: ['page', 'focus-ring'] }),
];

function colourFaults(css: string, example: string): string[] {
  const declared = (text: string) =>
    new Set(Array.from(text.matchAll(/--color-[a-z-]+(?=:)/g), ([name]) => name));
  const missing = [...declared(example)].filter((name) => !declared(css).has(name));
  return [
    ...missing.map((name) => `colours.css: ${name} is missing.`),
    ...Object.entries(readColours(css)).flatMap(([scheme, colours]) =>
      meetings.flatMap(({ ink, ground, needed }) => {
        const [one, other] = [colours[ink], colours[ground]];
        if (one === undefined || other === undefined) return [];
        const ratio = contrast(one, other);
        return ratio >= needed
          ? []
          : [
              `colours.css: --color-${ink} (${one}) on --color-${ground} (${other}) has a contrast of ${ratio.toFixed(1)} in the ${scheme} scheme; WCAG AA asks for ${needed}.`,
            ];
      }),
    ),
  ];
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
