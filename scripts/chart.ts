import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineChart } from '../inspector/statechart/index.ts';
import { accessTokenMachine } from '../src/machines/access-token.ts';
import { postalLookupMachine } from '../src/machines/postal-lookup.ts';
import { signupMachine } from '../src/machines/signup.ts';
import { readOptions } from './options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const pictures = [
  { file: `${root}docs/signup.svg`, machine: signupMachine },
  { file: `${root}docs/access-token.svg`, machine: accessTokenMachine },
  { file: `${root}docs/postal-lookup.svg`, machine: postalLookupMachine },
];

/** The pictures that differ from their charts, by path, with what they should be. */
export async function stalePictures(): Promise<Map<string, string>> {
  const stale = new Map<string, string>();
  for (const { file, machine } of pictures) {
    const svg = await defineChart(machine);
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
