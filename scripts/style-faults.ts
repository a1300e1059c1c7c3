import { type Colours, readColours } from './organisation-colours.ts';

/**
 * What is wrong with an organisation's style sheets: a lost brace, a colour that is missing, is none, or cannot be read
 * on its ground.
 * @param example a `colours.css` that names every colour
 */
export function styleFaults({ colours, mark }: { colours: string; mark: string }, example: string): string[] {
  const names = coloursIn(colours).map(({ name }) => name);
  return [
    ...Object.entries({ colours, mark }).flatMap(([name, css]) =>
      isBalanced(css) ? [] : [`${name}.css has lost a brace.`],
    ),
    ...new Set(
      coloursIn(example).flatMap(({ name }) =>
        names.includes(name) ? [] : [`colours.css: ${name} is missing.`],
      ),
    ),
    ...coloursIn(colours).flatMap(({ name, value }) =>
      isColour.test(value) ? [] : [`colours.css: ${name} is “${value}”; write it as #rrggbb.`],
    ),
    ...Object.entries(readColours(colours)).flatMap(([scheme, values]) => contrastFaults(scheme, values)),
  ];
}

const coloursIn = (css: string) =>
  Array.from(css.matchAll(/(--color-[a-z-]+):([^;}]*)/g), ([, name = '', value = '']) => ({
    name,
    value: value.trim(),
  }));

const isColour = /^(#[0-9a-f]{6}|rgba\((\d+, ){3}[\d.]+\))$/i;

const isBalanced = (css: string): boolean => {
  let open = 0;
  for (const brace of css.replaceAll(/\/\*.*?\*\//gs, '').match(/[{}]/g) ?? []) {
    open += brace === '{' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
};

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

const contrastFaults = (scheme: string, colours: Colours): string[] =>
  meetings.flatMap(({ ink, ground, needed }) => {
    const [one, other] = [colours[ink], colours[ground]];
    if (one === undefined || other === undefined) return [];
    const ratio = contrast(one, other);
    return ratio >= needed
      ? []
      : [
          `colours.css: --color-${ink} (${one}) on --color-${ground} (${other}) has a contrast of ${ratio.toFixed(1)} in the ${scheme} scheme; WCAG AA asks for ${needed}.`,
        ];
  });

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
