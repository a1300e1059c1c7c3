import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureEngine, type OtherEngine } from './engines.ts';
import { readTestReport } from './test-report.ts';

/*
 * The browser tests in Firefox and WebKit. Says of each what ran, and what could not and why.
 *   node scripts/test-engines.ts            every test
 *   node scripts/test-engines.ts --core     the journeys marked @core, as `npm test` runs them
 *   … -- <what playwright test takes>
 */
const { values, positionals } = parseArgs({
  options: { core: { type: 'boolean' }, engine: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const chosen = (['firefox', 'webkit'] as const).filter((name) => values.engine?.includes(name) ?? true);

/** Why tests were left out, with how many, read off the report's annotations. */
function reasons(report: string): Map<string, number> {
  const found = new Map<string, number>();
  JSON.parse(report, (key, value) => {
    if (key === 'tests' && Array.isArray(value))
      for (const { annotations } of value)
        for (const { type, description } of annotations ?? [])
          if (type === 'skip') found.set(description, (found.get(description) ?? 0) + 1);
    return value;
  });
  return found;
}

/** Runs the tests in one engine. Returns Playwright's report as JSON. */
function runIn(engine: OtherEngine): string {
  if (!ensureEngine(engine)) {
    console.log(`${engine}: left out, since it is not here and could not be installed.`);
    const leftOut = { title: 'the engine is not here', tests: [{ status: 'skipped', projectName: engine }] };
    return JSON.stringify({ suites: [{ specs: [leftOut] }], errors: [] });
  }
  const file = `reports/engine-${engine}.json`;
  rmSync(file, { force: true });
  const only = values.core ? ['--grep', '@core'] : [];
  spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...only, ...positionals],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ENGINE: engine, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const report = readFileSync(file, 'utf8');
  const { tests, faults } = readTestReport('playwright', report);
  const count = (wanted: string) => tests.filter(({ outcome }) => outcome === wanted).length;
  const failed = count('failed') + faults.length;
  hasFailed ||= failed > 0;
  console.log(`\n${engine}: ${count('passed')} passed, ${failed} failed, ${count('skipped')} could not run:`);
  for (const [why, times] of reasons(report)) console.log(`  ${String(times).padStart(4)}  ${why}`);
  return report;
}

mkdirSync('reports', { recursive: true });
let hasFailed = false;
const reports = chosen.map((engine) => JSON.parse(runIn(engine)));
writeFileSync(
  'reports/engines.json',
  JSON.stringify({
    config: reports.find(({ config }) => config)?.config,
    suites: reports.flatMap(({ suites }) => suites),
    errors: reports.flatMap(({ errors }) => errors),
  }),
);
process.exitCode = hasFailed ? 1 : 0;
