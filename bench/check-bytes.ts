import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exampleEnvironment } from '../deploy/environment.ts';
import { build } from '../scripts/build.ts';
import { readOptions } from '../scripts/options.ts';
import { measureBytes } from './bytes.ts';

/** `bench/budgets.json`: bytes of brotli. */
type Budgets = {
  /** How much a file may grow before somebody has to say yes to it, as a share. */
  tolerance: number;
  files: Record<string, number>;
  /** Sums of files that count together, with a limit of their own. */
  together: Record<string, { limit: number; files: string[] }>;
};

type Row = { name: string; now: number; before: number; limit: number };

const budgetFile = fileURLToPath(new URL('budgets.json', import.meta.url));
const outDir = fileURLToPath(new URL('../.sandbox/dist-bytes', import.meta.url));

/** What was built, beside what was agreed. A file that nobody agreed to has no room at all. */
function compare(bytes: Record<string, number>, { tolerance, files, together }: Budgets): Row[] {
  const names = new Set([...Object.keys(bytes), ...Object.keys(files)]);
  const rows = [...names].toSorted().map((name): Row => {
    const before = files[name] ?? 0;
    return { name, now: bytes[name] ?? 0, before, limit: Math.ceil(before * (1 + tolerance)) };
  });
  const sums = Object.entries(together).map(([name, { limit, files: parts }]): Row => {
    const sum = (of: Record<string, number>) => parts.reduce((total, part) => total + (of[part] ?? 0), 0);
    return { name, now: sum(bytes), before: sum(files), limit };
  });
  return [...rows, ...sums];
}

function print(rows: readonly Row[]): void {
  const line = (cells: readonly string[]) =>
    console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(34) : cell.padStart(10))).join(''));
  line(['brotli', 'now', 'before', 'change', 'limit']);
  for (const { name, now, before, limit } of rows) {
    const change = now - before;
    const note = now > limit ? '  TOO LARGE' : '';
    line([name, ...[now, before].map(String), `${change > 0 ? '+' : ''}${change}`, String(limit) + note]);
  }
}

const { agree } = readOptions(
  `npm run bytes               bytes of every file a donor loads, against bench/budgets.json
npm run bytes -- --agree    says yes to them`,
  { agree: { type: 'boolean' } },
);
await build({ mode: 'production', outDir, settings: exampleSettings() });
const bytes = measureBytes(outDir);
const agreed: Budgets = JSON.parse(readFileSync(budgetFile, 'utf8'));
const budgets = agree ? { ...agreed, files: bytes } : agreed;
if (budgets !== agreed) writeFileSync(budgetFile, `${JSON.stringify(budgets, null, 2)}\n`);
const rows = compare(bytes, budgets);
print(rows);
const tooLarge = rows.filter(({ now, limit }) => now > limit);
if (tooLarge.length > 0) {
  console.log(`\n${tooLarge.length} too large. If it is worth it, agree: npm run bytes -- --agree`);
  process.exitCode = 1;
}

function exampleSettings(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exampleEnvironment()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
