// `npm run spec`: runs the proofs and prints which test proves which statement.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from '../../scripts/chromium.ts';
import { fail, readOptions } from '../../scripts/options.ts';
import { readTestReport } from '../../scripts/test-report.ts';
import { readStatements } from './statements.ts';

const usage = `npm run spec               runs the proofs and prints the table
npm run spec -- --check    only says what is not proven, from the reports of the last run`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const { check } = readOptions(usage, { check: { type: 'boolean' } });
if (!check) runProofs();

const statements = readStatements();
const proofs = readProofs();
if (!check) printTable();
const problems = [...unproven(), ...wrongProofs()];
console.log(problems.join('\n'));
console.log(`${statements.length} statements, ${proofs.length} proofs, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The tests of the last `npm test` or `npm run spec` that say which statements they prove, by their ids (`§2.14`). */
function readProofs() {
  try {
    return ['unit', 'e2e']
      .flatMap((name) => readTestReport(join(root, `reports/${name}.json`)))
      .map((test) => ({ ...test, proven: test.tags.flatMap((tag) => /^@?(§.+)$/.exec(tag)?.[1] ?? []) }))
      .filter(({ proven }) => proven.length > 0);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function unproven(): string[] {
  return statements.flatMap(({ id, text, context }) => {
    const isProven = proofs.some(({ proven }) => proven.includes(id));
    if (context) return isProven ? [`${id} is marked as context, but a test says that it proves it`] : [];
    return isProven ? [] : [`${id} has no proof: ${text}`];
  });
}

function wrongProofs(): string[] {
  const known = new Set(statements.map(({ id }) => id));
  return proofs.flatMap(({ title, file, proven, outcome, reason }) => {
    const named = `“${title}” (${file})`;
    const happened = outcome === 'skipped' ? 'was skipped' : `failed: ${reason}`;
    return [
      ...proven
        .filter((id) => !known.has(id))
        .map((id) => `${named} says that it proves ${id}, which there is not`),
      ...(outcome === 'passed' ? [] : [`${proven.join(', ')}: ${named} ${happened}`]),
    ];
  });
}

function printTable(): void {
  for (const { id, text, context } of statements) {
    const own = proofs.filter(({ proven }) => proven.includes(id));
    const count = context ? 'context' : `${own.length} ${own.length === 1 ? 'proof' : 'proofs'}`;
    console.log(`${id.padEnd(6)} ${text} (${count})`);
    if (context) console.log(`         context: ${context}`);
    for (const { outcome, file, title, reason } of own) {
      console.log(`       ${outcome === 'passed' ? '✓' : '✘'} ${file}: ${title}`);
      if (reason) console.log(`         ${reason}`);
    }
  }
}

function runProofs(): void {
  const run = (command: string, args: string[], env: Record<string, string> = {}) => {
    const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' } as const;
    spawnSync(command, args, { ...options, env: { ...process.env, ...env } });
  };
  run('vitest', ['run', '--reporter=json', '--outputFile.json=reports/unit.json', '--tags-filter=@§*']);
  run('playwright', ['test', '--project=chromium', '--grep=@§', '--reporter=line,json'], {
    CHROMIUM_PATH: ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: 'reports/e2e.json',
  });
}
