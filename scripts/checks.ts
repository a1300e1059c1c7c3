/** One line of `npm test`. Commands run in the project's folder, with node_modules/.bin on the path. */
export interface Check {
  /** For `npm test -- --only <name>`. */
  name: string;
  title: string;
  command: string;
  env?: Record<string, string>;
  /**
   * Where the command leaves its JSON report, from which tests are counted, and in which runner's format.
   * Without it the check counts as one.
   */
  report?: { runner: 'vitest' | 'playwright'; file: string };
  /**
   * Checks of different lanes run beside each other, those of one in order: those that drive a browser, which wait half
   * the time, and those that keep a processor busy. What reads the reports of both comes last.
   */
  lane: 'browser' | 'processor' | 'reports';
  needsBrowser?: boolean;
  /** Name of a check without which this one need not be tried: every test would wait for what does not come. */
  after?: string;
}

/** As in tests/e2e/fixtures.ts. */
const port = process.env.E2E_PORT ?? '4400';

/** Where so many fail, the rest would only take time to say the same. */
const stopEarly = '--max-failures=10';

/** Every check of `npm test`: the quick ones of each lane first, then those that wait most, for others to fill. */
export const checks: Check[] = [
  {
    name: 'lint',
    lane: 'processor',
    title: 'Style and import rules',
    command: 'biome check --error-on-warnings',
  },
  { name: 'types', lane: 'processor', title: 'Types', command: 'tsc -p .' },
  { name: 'unused', lane: 'processor', title: 'Unused files, exports and packages', command: 'knip --cache' },
  {
    name: 'build',
    lane: 'browser',
    title: 'The form builds',
    command: `node scripts/build.ts --sandbox ${port}`,
  },
  {
    name: 'bytes',
    lane: 'browser',
    after: 'build',
    title: 'Bytes of every file a donor loads, against bench/budgets.json',
    command: 'node bench/check-bytes.ts',
  },
  {
    name: 'unit',
    lane: 'processor',
    title: 'Unit tests',
    command: 'vitest run --reporter=default --reporter=json --outputFile.json=reports/unit.json',
    report: { runner: 'vitest', file: 'reports/unit.json' },
  },
  {
    name: 'model',
    lane: 'processor',
    title: 'Every path through the charts in memory',
    command:
      'vitest run --config=model-tests/vitest.config.ts in-memory --reporter=default --reporter=json --outputFile.json=reports/model-in-memory.json',
    report: { runner: 'vitest', file: 'reports/model-in-memory.json' },
  },
  {
    name: 'walks',
    lane: 'processor',
    title: 'Random walks through the sign-up with all that surrounds it',
    command:
      'vitest run --config=model-tests/vitest.config.ts walks --reporter=default --reporter=json --outputFile.json=reports/walks.json',
    report: { runner: 'vitest', file: 'reports/walks.json' },
  },
  {
    name: 'mutants',
    lane: 'processor',
    after: 'model',
    title: 'The charts with one thing changed: every change is found',
    command: 'node model-tests/mutants/run.ts',
  },
  {
    name: 'engines',
    lane: 'browser',
    after: 'build',
    title: 'The core of journeys, in Firefox and in WebKit against the sandbox',
    command:
      'playwright test --project=firefox --project=webkit --reporter=list,json tests/engines --max-failures=3',
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: 'reports/engines.json' },
    report: { runner: 'playwright', file: 'reports/engines.json' },
  },
  {
    name: 'e2e',
    lane: 'browser',
    after: 'build',
    title: 'End to end, in Chromium against the sandbox',
    command: `playwright test --project=chromium --reporter=list,json ${stopEarly}`,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: 'reports/e2e.json' },
    report: { runner: 'playwright', file: 'reports/e2e.json' },
    needsBrowser: true,
  },
  {
    name: 'model-browser',
    lane: 'browser',
    after: 'build',
    title:
      'Every path through the sign-up chart, in Chromium against the sandbox, with a page translator at work',
    command: 'node model-tests/run.ts --no-pictures --with translator',
    // The ports of the end-to-end tests, whose builds are there already.
    env: { E2E_PORT: port },
    report: { runner: 'playwright', file: 'reports/model.json' },
    needsBrowser: true,
  },
  {
    name: 'organisation',
    lane: 'browser',
    after: 'build',
    title: 'Another organisation: its folder, random walks, and a sign-up in Chromium',
    command:
      'node scripts/check-organisation.ts organisations/river && vitest run --config=model-tests/vitest.config.ts walks && playwright test --project=chromium tests/e2e/organisation.spec.ts',
    env: { ORGANISATION: 'organisations/river', WALKS: '500', E2E_PORT: `${Number(port) + 80}` },
    needsBrowser: true,
  },
  {
    name: 'specification',
    lane: 'reports',
    title: 'Every statement of docs/specification.md is proven by the unit and end-to-end tests of this run',
    command: 'node tests/specification/spec.ts --check',
  },
];
