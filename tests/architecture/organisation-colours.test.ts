import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

it('this organisation takes every colour from the Digital Agency', () => {
  const tokens = readFileSync('src/organisation/colours.css', 'utf8');
  const published = readFileSync(
    createRequire(import.meta.url).resolve('@digital-go-jp/design-tokens/dist/tokens.css'),
    'utf8',
  );
  const known = new Set(published.toLowerCase().match(/#[0-9a-f]{6}/g));
  const used = tokens.match(/#[0-9a-f]{6}/g) ?? [];
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((colour) => !known.has(colour))).toEqual([]);
});
