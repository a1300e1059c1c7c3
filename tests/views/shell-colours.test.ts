import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { organisationFolder } from '../../scripts/organisation.ts';

const tokens = readFileSync(join(organisationFolder, 'colours.css'), 'utf8');
const published = readFileSync(
  createRequire(import.meta.url).resolve('@digital-go-jp/design-tokens/dist/tokens.css'),
  'utf8',
);

const coloursOf = (css: string) =>
  Object.fromEntries(
    [...css.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
  );

const [lightCss = '', darkCss = ''] = tokens.split('@media (prefers-color-scheme: dark)');
const light = coloursOf(lightCss);
const schemes = { light, dark: { ...light, ...coloursOf(darkCss) } };

/** Relative luminance of `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const text: [string, string][] = [
  ...['page', 'surface', 'tint', 'error-tint', 'warning-tint'].map((ground): [string, string] => [
    'text',
    ground,
  ]),
  ['text-muted', 'page'],
  ['text-muted', 'tint'],
  ['text-muted', 'line'],
  ['primary', 'page'],
  ['primary', 'surface'],
  ['primary-strong', 'surface'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ['link', 'page'],
  ['link', 'tint'],
  ['link', 'warning-tint'],
  ['error', 'page'],
  ['error', 'error-tint'],
  ['on-band', 'band'],
  ['on-band-accent', 'band'],
];
const shapes: [string, string][] = [
  ['control-line', 'page'],
  ['focus', 'page'],
  ['focus', 'focus-ring'],
];

describe.each(Object.entries(schemes))('in the %s scheme', (_, colours) => {
  const ratio = (one: string, other: string) => contrast(colours[one] ?? '', colours[other] ?? '');

  it.each(text)('%s can be read on %s', (ink, ground) => {
    expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)('%s can be told from %s', (shape, ground) => {
    expect(ratio(shape, ground)).toBeGreaterThanOrEqual(3);
  });
});

it('takes every colour from the Digital Agency', () => {
  const known = new Set(published.toLowerCase().match(/#[0-9a-f]{6}/g));
  const used = tokens.match(/#[0-9a-f]{6}/g) ?? [];
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((colour) => !known.has(colour))).toEqual([]);
});
