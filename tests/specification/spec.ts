// `npm run spec`: runs the proofs, takes a picture at the end of each in a browser, prints which test proves which
// statement, and writes reports/specification.html for the organisation to read.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureChromium } from '../../scripts/chromium.ts';
import { readOptions } from '../../scripts/options.ts';
import { lastProofs, type Proof, problemsOf, root } from './proofs.ts';
import { type Entry, specificationPage } from './specification-page.ts';
import { readStatements } from './statements.ts';

const usage = `npm run spec               runs the proofs, prints the table, writes reports/specification.html
npm run spec -- --last     the same from the reports of the last run, without running anything
npm run spec -- --check    only says what is not proven, from the reports of the last run`;

const pictures = join(root, 'reports/specification-pictures');

const { last, check } = readOptions(usage, { last: { type: 'boolean' }, check: { type: 'boolean' } });
if (!last && !check) runProofs();

const statements = readStatements();
let proofs: Proof[] = [];
try {
  proofs = lastProofs();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
const problems = problemsOf(statements, proofs);
if (!check) report();
console.log(problems.join('\n'));
console.log(`${statements.length} statements, ${proofs.length} proofs, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Prints the table and writes the page. */
function report(): void {
  const entries = statements.map(
    (statement): Entry => ({
      statement,
      proofs: proofs.filter((proof) => proof.statements.includes(statement.id)),
    }),
  );

  for (const { statement, proofs: own } of entries) {
    const proven = statement.context ? 'context' : `${own.length} ${own.length === 1 ? 'proof' : 'proofs'}`;
    console.log(`${statement.id.padEnd(6)} ${statement.text} (${proven})`);
    if (statement.context) console.log(`         context: ${statement.context}`);
    for (const { outcome, file, title, reason } of own) {
      console.log(`       ${outcome === 'passed' ? '✓' : '✘'} ${file}: ${title}`);
      if (reason) console.log(`         ${reason}`);
    }
  }

  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  writeFileSync(
    join(root, 'reports/specification.html'),
    specificationPage(entries, { date: new Date(), pictureOf: keepPicture }),
  );
}

function runProofs(): void {
  const run = (command: string, args: string[], env: Record<string, string> = {}) =>
    spawnSync(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, ...env },
    });
  run('vitest', ['run', '--reporter=json', '--outputFile.json=reports/unit.json', '--tags-filter=@§*']);
  run('playwright', ['test', '--project=chromium', '--grep=@§', '--reporter=line,json'], {
    CHROMIUM_PATH: ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: 'reports/e2e.json',
    PICTURES: '1',
  });
}

/** Copies the picture of the first proof that has one beside the report; its address from there, or null. */
function keepPicture({ statement, proofs: own }: Entry): string | null {
  const from = own.find((proof: Proof) => proof.outcome === 'passed' && proof.picture)?.picture;
  if (!from || !existsSync(from)) return null;
  const name = `${relative(join(root, 'reports'), from)
    .replaceAll(/[^\w-]+/g, '-')
    .slice(-100)}.png`;
  cpSync(from, join(pictures, name));
  return statement.context ? null : `specification-pictures/${name}`;
}
