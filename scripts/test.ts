import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Check, checks } from './checks.ts';
import { ensureChromium } from './chromium.ts';
import { type Counts, countTests } from './count-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const limitMs = 10 * 60_000;
const isWindows = process.platform === 'win32';

const usage = `npm test                          every check
npm test -- --only unit           one check; again or with commas for more
npm test -- --list                the checks and their commands
npm test -- --help                this text`;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Ends a check's whole process group: a runner that failed may have left servers or browsers. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, 'SIGKILL');
  } catch {
    // Nothing of it is left, which is what was wanted.
  }
}

let running: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    endGroup(running);
    process.exit(130);
  });
}

/** Runs one command and resolves to its exit code, or to `undefined` when it took too long. */
function run(check: Check): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = spawn(check.command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A group of its own, so that all of it can be ended.
      detached: !isWindows,
      env: {
        ...process.env,
        ...check.env,
        PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      },
    });
    running = child.pid;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, limitMs);
    child.once('close', (code) => {
      clearTimeout(timer);
      endGroup(child.pid);
      running = undefined;
      resolve(isLate ? undefined : (code ?? 1));
    });
  });
}

interface Result extends Counts {
  name: string;
  /** Why it failed, where the counts alone do not tell. */
  reason?: string;
}

async function runCheck(check: Check): Promise<Result> {
  const { name, report } = check;
  const reportFile = report && join(root, report.file);
  if (reportFile) {
    mkdirSync(dirname(reportFile), { recursive: true });
    rmSync(reportFile, { force: true });
  }
  const code = await run(check);
  const failure = (reason: string) => ({ name, passed: 0, failed: 1, skipped: 0, reason });
  if (code === undefined) return failure(`stopped after ${limitMs / 60_000} minutes`);
  if (!report || !reportFile) return code === 0 ? { name, passed: 1, failed: 0, skipped: 0 } : failure('');
  if (!existsSync(reportFile)) return failure('ended without a report');

  const counts = countTests(report.runner, readFileSync(reportFile, 'utf8'));
  if (code !== 0 && counts.failed === 0) {
    return { name, ...counts, failed: 1, reason: `ended with code ${code} outside any test` };
  }
  if (counts.passed + counts.failed === 0) return failure('not one test ran');
  return { name, ...counts };
}

function wantedChecks(): Check[] {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  if (values.list) {
    for (const { name, title, command } of checks) console.log(`${name.padEnd(10)} ${title}: ${command}`);
    process.exit(0);
  }
  if (!values.only) return checks;
  const names = values.only.flatMap((value) => value.split(','));
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `No check "${unknown.join('", "')}". There are: ${checks.map(({ name }) => name).join(', ')}.`,
    );
  }
  return checks.filter(({ name }) => names.includes(name));
}

let wanted: Check[];
try {
  wanted = wantedChecks();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exit(2);
}

const begin = performance.now();
const results: Result[] = [];
let browserProblem = '';
if (wanted.some(({ needsBrowser }) => needsBrowser)) {
  try {
    process.env.CHROMIUM_PATH = ensureChromium();
    console.log(`Browser: ${process.env.CHROMIUM_PATH}`);
  } catch (error) {
    browserProblem = error instanceof Error ? error.message : String(error);
  }
}

for (const check of wanted) {
  console.log(`\n── ${check.title} (${check.name}) ──`);
  if (check.files && globSync(check.files, { cwd: root }).length === 0) {
    console.log(`Left out: there is no ${check.files} yet.`);
    continue;
  }
  const start = performance.now();
  const result: Result =
    check.needsBrowser && browserProblem
      ? { name: check.name, passed: 0, failed: 1, skipped: 0, reason: browserProblem }
      : await runCheck(check);
  results.push(result);
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  console.log(
    `── ${check.name}: ${result.passed} passed, ${result.failed} failed${skipped} · ${seconds(start)} ──`,
  );
}

const failures = results.filter(({ failed }) => failed > 0);
if (failures.length > 0) console.log('\nFailed:');
for (const { name, failed, reason } of failures) {
  console.log(`  ${name}: ${reason || `${failed} failed`}    (again: npm test -- --only ${name})`);
}

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\nAll in ${seconds(begin)}.`);
console.log(`${passed} passed, ${failed} failed`);
