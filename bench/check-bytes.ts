import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildForSandbox } from '../scripts/build.ts';
import { readOptions } from '../scripts/options.ts';
import { firstTestPort } from '../scripts/ports.ts';

/** How much a file may grow before somebody has to agree, in bytes of brotli. */
const room = 3000;

const budgetFile = fileURLToPath(new URL('budgets.json', import.meta.url));

const { agree } = readOptions(
  `npm run bytes               bytes of every file a donor loads, against bench/budgets.json
npm run bytes -- --agree    raises the budget of what is too large to what it weighs and ${room} bytes of room`,
  { agree: { type: 'boolean' } },
);
// The browser tests use the same build, so it is usually there. Builds differ only in their settings.
const bytes = measureBytes(await buildForSandbox(firstTestPort));
/** The largest size of each file, in bytes of brotli. A file without a budget fails. */
const budgets: Record<string, number> = JSON.parse(readFileSync(budgetFile, 'utf8'));
const isTooLarge = ([name, weight]: [string, number]) => weight > (budgets[name] ?? 0);

console.log(`${'brotli'.padEnd(24)}${'now'.padStart(10)}${'budget'.padStart(10)}`);
for (const [name, weight] of bytes) {
  const note = isTooLarge([name, weight]) ? '  TOO LARGE' : '';
  console.log(
    `${name.padEnd(24)}${String(weight).padStart(10)}${String(budgets[name] ?? 0).padStart(10)}${note}`,
  );
}
const tooLarge = bytes.filter(isTooLarge);
if (agree) {
  const agreed = bytes.map(([name, weight]) => [
    name,
    isTooLarge([name, weight]) ? weight + room : budgets[name],
  ]);
  writeFileSync(budgetFile, `${JSON.stringify(Object.fromEntries(agreed), null, 2)}\n`);
} else if (tooLarge.length > 0) {
  console.log(
    `\n${tooLarge.length} too large. If it is worth it to donors, raise the budget: npm run bytes -- --agree`,
  );
  process.exitCode = 1;
}

/** Bytes of brotli of each built file, by its name without the hash. */
function measureBytes(distFolder: string): [name: string, weight: number][] {
  const files = globSync('**/*.{html,js,css}', { cwd: distFolder }).toSorted();
  return files.map((file) => [
    file
      .replaceAll('\\', '/')
      .replace(/^(?:assets|late)\//, '')
      .replace(/-[\w-]{8}(?=\.\w+$)/, ''),
    statSync(join(distFolder, `${file}.br`)).size,
  ]);
}
