// `npm run spec`: runs the proofs and prints which test proves which statement.
import { spawnSync } from 'node:child_process';
import { ensureChromium } from '../../scripts/chromium.ts';
import { readOptions } from '../../scripts/options.ts';
import { lastProofs, type Proof, problemsOf, root } from './proofs.ts';
import { readStatements } from './statements.ts';

const usage = `npm run spec               runs the proofs and prints the table
npm run spec -- --last     prints the table of the last run, without running anything
npm run spec -- --check    only says what is not proven, from the reports of the last run`;

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
if (!check) printTable();
console.log(problems.join('\n'));
console.log(`${statements.length} statements, ${proofs.length} proofs, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function printTable(): void {
  for (const { id, text, context } of statements) {
    const own = proofs.filter((proof) => proof.statements.includes(id));
    const proven = context ? 'context' : `${own.length} ${own.length === 1 ? 'proof' : 'proofs'}`;
    console.log(`${id.padEnd(6)} ${text} (${proven})`);
    if (context) console.log(`         context: ${context}`);
    for (const { outcome, file, title, reason } of own) {
      console.log(`       ${outcome === 'passed' ? '✓' : '✘'} ${file}: ${title}`);
      if (reason) console.log(`         ${reason}`);
    }
  }
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
  });
}
