import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Check, checks } from './checks.ts';
import { ensureChromium } from './chromium.ts';
import { ensureEngine } from './engines.ts';
import { readOptions } from './options.ts';
import { readTestReport, type TestRun } from './test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A check that hangs must not hang the rest; a machine that is busy needs several times what a quiet one does. */
const limitMs = 25 * 60_000;
const isWindows = process.platform === 'win32';

const usage = `npm test                          every check
npm test -- --only unit           one check; again or with commas for more
npm test -- --times               at the end, how long the tests of each file took, slowest first
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

const running = new Set<number | undefined>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const group of running) endGroup(group);
    process.exit(130);
  });
}

/** The browsers' checks are the longest way: the others take what they leave. */
function yieldToBrowsers(pid: number): void {
  setPriority(pid, 5);
  try {
    // Linux weighs whole sessions against each other, and each check has one of its own.
    writeFileSync(`/proc/${pid}/autogroup`, '5');
  } catch {
    // Elsewhere the priority is enough.
  }
}

/** What a check says, as it says it, or once it is over, where another check is talking. */
type Tell = (text: string) => void;

/** Runs one command and resolves to its exit code, or to `undefined` when it took too long. */
function run(check: Check, tell: Tell): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = spawn(check.command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that all of it can be ended.
      detached: !isWindows,
      env: {
        ...process.env,
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
        ...check.env,
        PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      },
    });
    running.add(child.pid);
    if (check.lane === 'processor' && child.pid) yieldToBrowsers(child.pid);
    for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', tell);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, limitMs);
    child.once('close', (code) => {
      clearTimeout(timer);
      endGroup(child.pid);
      running.delete(child.pid);
      resolve(isLate ? undefined : (code ?? 1));
    });
  });
}

interface Result {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Why it failed, where no test tells. */
  reason?: string;
  tests: readonly TestRun[];
}

const failure = (name: string, reason: string): Result => ({
  name,
  passed: 0,
  failed: 1,
  skipped: 0,
  reason,
  tests: [],
});

async function runCheck(check: Check, tell: Tell): Promise<Result> {
  const { name, report } = check;
  const reportFile = report && join(root, report.file);
  if (reportFile) mkdirSync(dirname(reportFile), { recursive: true });
  const code = await run(check, tell);
  if (code === undefined) return failure(name, `stopped after ${limitMs / 60_000} minutes`);
  if (!report || !reportFile)
    return code === 0 ? { ...failure(name, ''), passed: 1, failed: 0 } : failure(name, 'failed, see above');
  if (!existsSync(reportFile)) return failure(name, 'ended without a report');

  const { tests, faults } = readTestReport(report.runner, readFileSync(reportFile, 'utf8'));
  const count = (outcome: TestRun['outcome']) => tests.filter((test) => test.outcome === outcome).length;
  const result: Result = {
    name,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    tests,
  };
  if (faults.length > 0) {
    return { ...result, failed: result.failed + faults.length, reason: faults.join('\n    ') };
  }
  if (code !== 0 && result.failed === 0) {
    return { ...result, failed: 1, reason: `ended with code ${code} outside any test` };
  }
  if (tests.length === 0) return failure(name, 'not one test ran');
  return result;
}

/** The sum of the tests' own durations in each file, slowest first. */
function printTimes(tests: readonly TestRun[]): void {
  const files = new Map<string, { file: string; tests: number; milliseconds: number }>();
  for (const { file, milliseconds } of tests) {
    const row = files.get(file) ?? { file, tests: 0, milliseconds: 0 };
    files.set(file, { file, tests: row.tests + 1, milliseconds: row.milliseconds + milliseconds });
  }
  console.log('\nSum of the tests in each file, slowest first; two run at a time:');
  for (const row of [...files.values()].toSorted((one, other) => other.milliseconds - one.milliseconds)) {
    const time = `${(row.milliseconds / 1000).toFixed(1)} s`;
    console.log(`${time.padStart(9)}  ${`${row.tests} tests`.padStart(10)}  ${row.file}`);
  }
}

const options = readOptions(usage, {
  only: { type: 'string', multiple: true, default: [] },
  times: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
});
if (options.list) {
  for (const { name, title, command } of checks) console.log(`${name.padEnd(14)} ${title}: ${command}`);
  process.exit(0);
}
const names = options.only.flatMap((value) => value.split(','));
const unknown = names.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `No check "${unknown.join('", "')}". There are: ${checks.map(({ name }) => name).join(', ')}.\n\n${usage}`,
  );
  process.exit(2);
}
const wanted = names.length > 0 ? checks.filter(({ name }) => names.includes(name)) : checks;

// What is left out has no report, rather than that of an earlier run.
for (const { report } of wanted) if (report) rmSync(join(root, report.file), { force: true });

const begin = performance.now();
const results: Result[] = [];
const order = ({ name }: Result) => wanted.findIndex((check) => check.name === name);
/** Why a check need not be tried: nothing new would come of it. */
function whyLeftOut({ after, needsBrowser }: Check): string | undefined {
  if (needsBrowser && browserProblem) return browserProblem;
  if (results.some(({ name, failed }) => name === after && failed > 0))
    return `left out, because ${after} has failed`;
  const brokenOff = checks.find(
    (check) =>
      check.needsBrowser &&
      results.some(({ name, reason }) => name === check.name && reason?.startsWith('Testing stopped early')),
  );
  return needsBrowser && brokenOff ? `left out, because so much of ${brokenOff.name} has failed` : undefined;
}
let browserProblem = '';
if (wanted.some(({ needsBrowser }) => needsBrowser)) {
  try {
    process.env.CHROMIUM_PATH = ensureChromium();
    console.log(`Browser: ${process.env.CHROMIUM_PATH}`);
  } catch (error) {
    browserProblem = error instanceof Error ? error.message : String(error);
  }
}

if (wanted.some(({ name }) => name === 'engines'))
  for (const engine of ['firefox', 'webkit'] as const)
    if (!ensureEngine(engine)) console.log(`${engine}: it is not here and could not be installed.`);

/** Runs the checks of one lane, one after the other. */
async function runLane(lane: Check['lane'], isHeard: boolean): Promise<void> {
  for (const check of wanted.filter((one) => one.lane === lane)) {
    let said = '';
    const tell: Tell = (text) => {
      if (isHeard) process.stdout.write(text);
      else said += text;
    };
    tell(`\n── ${check.title} (${check.name}) ──\n`);
    const start = performance.now();
    const left = whyLeftOut(check);
    const result = left ? failure(check.name, left) : await runCheck(check, tell);
    results.push(result);
    const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
    tell(
      `── ${check.name}: ${result.passed} passed, ${result.failed} failed${skipped} · ${seconds(start)} ──\n`,
    );
    process.stdout.write(said);
  }
}

const isBesides = wanted.some(({ lane }) => lane === 'browser');
if (isBesides && wanted.some(({ lane }) => lane === 'processor'))
  console.log('Two checks run at a time. What the one without a browser says comes when it is over.');
await Promise.all([runLane('browser', true), runLane('processor', !isBesides)]);
await runLane('reports', true);
results.sort((one, other) => order(one) - order(other));

if (options.times) printTimes(results.flatMap(({ tests }) => tests));

const failures = results.filter(({ failed }) => failed > 0);
if (failures.length > 0) console.log('\nFailed:');
for (const { name, failed, reason, tests } of failures) {
  console.log(`  ${name}: ${reason ?? `${failed} failed`}    (again: npm test -- --only ${name})`);
  for (const { file, title, reason: why, again, left } of tests.filter(
    ({ outcome }) => outcome === 'failed',
  )) {
    console.log(`    ${file}: ${title}\n      ${why}\n      alone: ${again}`);
    const trace = left.find((path) => path.endsWith('.zip'));
    if (left[0]) console.log(`      left: ${dirname(left[0])}`);
    if (trace) console.log(`      trace: npx playwright show-trace ${trace}`);
  }
}

const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`\nAll in ${seconds(begin)}.`);
console.log(`${passed} passed, ${failed} failed`);
