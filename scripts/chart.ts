import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chartOf, defineChart, renderSvg } from '../inspector/statechart/index.ts';
import { accessTokenMachine } from '../src/machines/access-token.ts';
import { postalLookupMachine } from '../src/machines/postal-lookup.ts';
import { signupMachine } from '../src/machines/signup.ts';
import { readOptions } from './options.ts';
import { overviewOf } from './overview.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const pictures = [
  { file: `${root}docs/overview.svg`, draw: () => renderSvg(overviewOf(chartOf(signupMachine))) },
  { file: `${root}docs/signup.svg`, draw: () => defineChart(signupMachine) },
  { file: `${root}docs/access-token.svg`, draw: () => defineChart(accessTokenMachine) },
  { file: `${root}docs/postal-lookup.svg`, draw: () => defineChart(postalLookupMachine) },
];

/** The pictures that differ from their charts, by path, with what they should be. */
export async function stalePictures(): Promise<Map<string, string>> {
  const stale = new Map<string, string>();
  for (const { file, draw } of pictures) {
    const svg = await draw();
    if (!existsSync(file) || readFileSync(file, 'utf8') !== svg) stale.set(file, svg);
  }
  return stale;
}

if (import.meta.main) {
  readOptions('npm run chart: draws the pictures of the charts in docs/ anew.', {});
  const stale = await stalePictures();
  for (const [file, svg] of stale) {
    writeFileSync(file, svg);
    console.log(`Drawn anew: ${relative(root, file)}`);
  }
  if (stale.size === 0) console.log('The pictures are what the charts are.');
}
