// `npm test` runs every check, in two lanes at the same time. It prints a line for each check, and the output of failed
// checks at the end.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { firefox, webkit } from '@playwright/test';
import { hasWebKitGtk, installedFirefox } from '../tests/engines/installed.ts';
import { canUseApt, ensureChromium, installWithApt, installWithPlaywright } from './chromium.ts';
import { messageOf } from './options.ts';
import { readTestReport } from './test-report.ts';

interface Check {
  /** The npm script that runs it alone. */
  name: string;
  command: string;
  env?: Record<string, string>;
  /** The runner's JSON report, from which the tests are counted. Without one, the check counts as one test. */
  report?: string;
}

const unitTests = (name: string, report: string, options = ''): Check => ({
  name,
  command: `vitest run ${options} --reporter=minimal --reporter=json --outputFile.json=${report}`,
  report,
});
/**
 * Two run at once, since browsers wait half of their time. The longest is first and the shorter ones are last, so that both
 * lanes end together.
 */
const checks: readonly Check[] = [
  {
    name: 'e2e',
    command: 'playwright test --reporter=dot,json --max-failures=10',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: 'reports/e2e.json' },
    report: 'reports/e2e.json',
  },
  { name: 'lint', command: 'biome check --error-on-warnings' },
  { name: 'types', command: 'tsc -p .' },
  {
    name: 'test:model',
    command: 'playwright test --config=model-tests/playwright.config.ts',
    env: { TRANSLATED: '1' },
    report: 'reports/model.json',
  },
  { name: 'test:organisation', command: 'npm run test:organisation' },
  { name: 'bytes', command: 'node bench/check-bytes.ts' },
  { name: 'unused', command: 'knip --cache' },
  unitTests('unit', 'reports/unit.json'),
  unitTests('model', 'reports/model-in-memory.json', '--config=model-tests/vitest.config.ts'),
];
/** Reads the reports of the others. */
const specification: Check = { name: 'spec', command: 'node tests/specification/spec.ts --check' };

const counts = { passed: 0, failed: 0 };
const saidByFailed: string[] = [];

async function run({ name, command, env, report }: Check): Promise<void> {
  // Otherwise a check that writes no report would be judged by an earlier run's.
  if (report) rmSync(report, { force: true });
  const start = performance.now();
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // whatever .env says
      ORGANISATION: process.env.ORGANISATION ?? 'src/organisation',
      PATH: [join('node_modules', '.bin'), process.env.PATH].join(delimiter),
      ...env,
    },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const { passed, failed } = report ? count(report) : { passed: Number(code === 0), failed: 0 };
  counts.passed += passed;
  // A runner that fails outside any test, or runs none, counts as one.
  const failures = failed === 0 && (code !== 0 || passed === 0) ? 1 : failed;
  counts.failed += failures;
  const seconds = Math.round((performance.now() - start) / 1000);
  const summary = `${name}: ${passed} passed, ${failures} failed (${seconds} s)`;
  console.log(`${failures === 0 ? '✓' : '✘'} ${summary}`);
  if (failures > 0) saidByFailed.push(`\n── ${summary}; again: npm run ${name} ──\n${said}`);
}

function count(report: string): typeof counts {
  try {
    const tests = readTestReport(report);
    const having = (wanted: string) => tests.filter(({ outcome }) => outcome === wanted).length;
    return { passed: having('passed'), failed: having('failed') };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const engines = [
  { own: firefox, isInstalled: () => installedFirefox() !== undefined, packages: ['firefox-esr'] },
  { own: webkit, isInstalled: hasWebKitGtk, packages: ['webkit2gtk-driver', 'xvfb', 'xauth'] },
];

/** Installs the browsers that are missing, from Debian's packages or else as Playwright's own builds. Prints which it cannot install. */
function installBrowsers(): void {
  try {
    console.log(`Chromium: ${ensureChromium()}`);
  } catch (error) {
    console.log(messageOf(error));
  }
  for (const { own, isInstalled, packages } of engines) {
    const isHere = () => isInstalled() || existsSync(own.executablePath());
    if (isHere()) continue;
    console.log(`No ${own.name()} here: installing it …`);
    if (canUseApt()) installWithApt([...packages, 'fonts-noto-cjk']);
    if (!isHere()) installWithPlaywright([own.name()]);
    if (!isHere()) console.log(`${own.name()} could not be installed: its journeys are skipped.`);
  }
}

const waiting = [...checks];
async function runNext(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) await run(check);
}

const begin = performance.now();
mkdirSync('reports', { recursive: true });
installBrowsers();
console.log('Each check says here when it is over; the longest takes two to four minutes.');
await Promise.all([runNext(), runNext()]);
await run(specification);
for (const said of saidByFailed) console.log(said);
console.log(`\nAll in ${Math.round((performance.now() - begin) / 1000)} s.`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
