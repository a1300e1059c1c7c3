import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensureEngine, type OtherEngine } from './engines.ts';
import { readCommandLine } from './options.ts';
import { readTestReport } from './test-report.ts';

const usage = `npm run test:engines -- [--core] [--engine firefox|webkit] [-- <what playwright test takes>]

The browser tests in Firefox and WebKit, beside each other. Says of each what ran, and what could not and why.

  --core     only the journeys marked @core, as npm test runs them
  --engine   in one of them only`;

const { values, positionals } = readCommandLine(usage, {
  core: { type: 'boolean' },
  engine: { type: 'string', multiple: true },
});
const chosen = (['firefox', 'webkit'] as const).filter((name) => values.engine?.includes(name) ?? true);
if (chosen.length === 0) {
  console.error(`There is no engine ${values.engine}.\n\n${usage}`);
  process.exit(2);
}

/** The tests that were left out, by why, read off the report. */
function leftOut(report: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  JSON.parse(report, (key, value) => {
    if (key !== 'specs' || !Array.isArray(value)) return value;
    for (const { file, line, title, tests } of value)
      for (const { annotations } of tests)
        for (const { type, description } of annotations ?? [])
          if (type === 'skip')
            found.set(description, [
              ...(found.get(description) ?? []),
              `${file}${line ? `:${line}` : ''} ${title}`,
            ]);
    return value;
  });
  return found;
}

/** Runs the tests in one engine, on ports of its own. Returns Playwright's report as JSON. */
async function runIn(engine: OtherEngine, port: number): Promise<string> {
  const file = `reports/engine-${engine}.json`;
  rmSync(file, { force: true });
  const playwright = spawn(
    process.execPath,
    [
      ...['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', '--workers=1'],
      // Playwright empties it when it starts, the other engine's too
      `--output=reports/e2e-results-${engine}`,
      ...(values.core ? ['--grep=@core'] : []),
      ...positionals,
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        ENGINE: engine,
        E2E_PORT: String(port),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        // two write at once
        PLAYWRIGHT_FORCE_TTY: '0',
      },
    },
  );
  await once(playwright, 'close');
  return readFileSync(file, 'utf8');
}

/** The report of an engine that is not here. */
const missing = (engine: OtherEngine): string =>
  JSON.stringify({
    suites: [
      {
        specs: [
          {
            title: 'every test',
            file: engine,
            tests: [
              {
                status: 'skipped',
                projectName: engine,
                annotations: [{ type: 'skip', description: 'It is not here and could not be installed' }],
              },
            ],
          },
        ],
      },
    ],
    errors: [],
  });

mkdirSync('reports', { recursive: true });
// as tests/e2e/fixtures.ts gives them to its workers, whose builds are there already
const firstPort = Number(process.env.E2E_PORT ?? 4400);
const reports = await Promise.all(
  chosen.map((engine, index) =>
    ensureEngine(engine) ? runIn(engine, firstPort + 10 * index) : missing(engine),
  ),
);
for (const [index, report] of reports.entries()) {
  const { tests, faults } = readTestReport('playwright', report);
  const count = (wanted: string) => tests.filter(({ outcome }) => outcome === wanted).length;
  const failed = count('failed') + faults.length;
  if (failed > 0) process.exitCode = 1;
  console.log(
    `\n${chosen[index]}: ${count('passed')} passed, ${failed} failed, ${count('skipped')} could not run.`,
  );
  for (const [why, names] of leftOut(report)) console.log(`  ${why}:\n    ${names.join('\n    ')}`);
}

const parsed = reports.map((report) => JSON.parse(report));
writeFileSync(
  'reports/engines.json',
  JSON.stringify({
    config: parsed.find(({ config }) => config)?.config,
    suites: parsed.flatMap(({ suites }) => suites),
    errors: parsed.flatMap(({ errors }) => errors),
  }),
);
