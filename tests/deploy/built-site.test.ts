import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { differingSettings } from '../../deploy/built-site.ts';

const dist = mkdtempSync(join(tmpdir(), 'dist-'));
mkdirSync(join(dist, 'assets'));
writeFileSync(
  join(dist, 'assets', 'index-1.js'),
  'a({MODE:`production`,VITE_API_ORIGIN:`https://api.kodomo.example`,VITE_GTM_ID:``})',
);
afterAll(() => rmSync(dist, { recursive: true }));

it.each([
  ['the same', {}, []],
  ['another API host', { VITE_API_ORIGIN: 'https://other.example' }, ['VITE_API_ORIGIN']],
  ['Tag Manager since', { VITE_GTM_ID: 'GTM-1' }, ['VITE_GTM_ID']],
])('a build is for its own settings only: %s', (_, changes, differing) => {
  const settings = { VITE_API_ORIGIN: 'https://api.kodomo.example', ...changes };
  expect(differingSettings(dist, settings)).toEqual(differing);
});
