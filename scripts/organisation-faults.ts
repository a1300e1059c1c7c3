import type { Organisation, PaymentTerms } from '../src/signup/organisation.ts';

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

const yen = (amount: number) => `${amount.toLocaleString('en-US')} yen`;
const most = 9_999_999;

function factFaults(organisation: Organisation): string[] {
  const { amounts, usualAmount, payment, asks, phone, fax, postalCode, links, footer } = organisation;
  const ways = termsOf(payment);
  const least = Math.min(...ways.map(([, { minimum }]) => minimum));
  const faults: string[] = [];
  const say = (isFault: boolean, sentence: string) => {
    if (isFault) faults.push(sentence);
  };

  for (const name of ['name', 'shortName', 'tagline', 'pageDescription', 'address'] as const)
    say(organisation[name].trim() === '', `${name} is empty.`);
  say(organisation.purpose.join('').trim() === '', 'purpose is empty: the page would have no title.');

  say(ways.length === 0, 'payment has no payment method on offer: card and bank are both null.');
  say(
    asks.overseas && payment.card === null && ways.length > 0,
    'asks.overseas is true, but bank debit is the only payment method, and its form is mailed within Japan only.',
  );
  say(amounts.length === 0, 'amounts is empty.');
  say(new Set(amounts).size < amounts.length, 'amounts names an amount twice.');
  for (const amount of amounts) {
    say(
      !Number.isInteger(amount) || amount < 1 || amount > most,
      `amounts: ${amount} is no whole number from 1 to ${most}.`,
    );
    say(
      amount < least,
      `amounts: ${yen(amount)} is below the ${yen(least)} that are the least by any payment method.`,
    );
  }
  say(
    !amounts.includes(usualAmount),
    `usualAmount: ${yen(usualAmount)} is not among the amounts on offer (${amounts.join(', ')}).`,
  );
  for (const [name, { minimum, firstDebit }] of ways) {
    say(
      !Number.isInteger(minimum) || minimum < 1,
      `payment.${name}.minimum: ${minimum} is no whole number of yen.`,
    );
    say(
      usualAmount < minimum,
      `usualAmount: ${yen(usualAmount)} is below the least by ${name}, ${yen(minimum)}: whoever changes nothing is refused.`,
    );
    say(
      /(です|。)$/.test(firstDebit?.when ?? ''),
      `payment.${name}.firstDebit.when: “${firstDebit?.when}” is continued with “です。”, so it must not end with it.`,
    );
    say(
      (firstDebit?.monthsAfter ?? []).some((months) => !Number.isInteger(months) || months < 0),
      `payment.${name}.firstDebit.monthsAfter holds something that is no count of months.`,
    );
  }

  const isPhone = (text: string) => /^0[\d-]+\d$/.test(text) && /^\d{10,11}$/.test(text.replaceAll('-', ''));
  say(!isPhone(phone), `phone: “${phone}” is no Japanese telephone number such as 03-1234-5678.`);
  say(fax !== '' && !isPhone(fax), `fax: “${fax}” is no Japanese telephone number such as 03-1234-5678.`);
  say(!/^\d{3}-\d{4}$/.test(postalCode), `postalCode: “${postalCode}” is no postal code such as 123-4567.`);

  const isAddress = (href: string) =>
    /^\/(?!\/)/.test(href) || (URL.canParse(href) && new URL(href).protocol === 'https:');
  for (const [name, href] of Object.entries(links))
    say(
      !isAddress(href),
      `links.${name}: “${href}” is neither an https address nor a path that begins with /.`,
    );
  say(
    isAddress(links.completion) && !links.completion.startsWith('/'),
    `links.completion: “${links.completion}” is on another site; the form may post to its own only, so give a path.`,
  );
  for (const { text, href } of footer) {
    say(
      !isAddress(href),
      `footer, ${text}: “${href}” is neither an https address nor a path that begins with /.`,
    );
    say(text.trim() === '', `footer: the link to ${href} has no text.`);
  }
  return faults;
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
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const schemes = { light: coloursOf(light), dark: { ...coloursOf(light), ...coloursOf(dark) } };
  return [
    ...missing.map((name) => `colours.css: ${name} is missing.`),
    ...Object.entries(schemes).flatMap(([scheme, colours]) =>
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

const coloursOf = (css: string): Partial<Record<string, string>> =>
  Object.fromEntries(
    Array.from(css.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})\b/gi), ([, name, value]) => [name, value]),
  );

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
