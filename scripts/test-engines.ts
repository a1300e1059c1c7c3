import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Counts, countTests } from './count-tests.ts';
import { ensureEngine, type OtherEngine } from './engines.ts';

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

function runIn(engine: OtherEngine): Counts {
  if (!ensureEngine(engine)) {
    console.log(`${engine}: left out, since it is not here and could not be installed.`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const file = `reports/engine-${engine}.json`;
  rmSync(file, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--reporter=list,json',
      ...(values.core ? ['--grep', '@core'] : []),
      ...positionals,
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ENGINE: engine, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const report = readFileSync(file, 'utf8');
  const counts = countTests('playwright', report);
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  console.log(
    `\n${engine}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} could not run:`,
  );
  for (const [why, count] of reasons(report)) console.log(`  ${String(count).padStart(4)}  ${why}`);
  return counts;
}

mkdirSync('reports', { recursive: true });
const all = chosen.map(runIn);
const sum = (pick: (counts: Counts) => number) => all.reduce((total, counts) => total + pick(counts), 0);
const stats = {
  expected: sum((one) => one.passed),
  unexpected: sum((one) => one.failed),
  flaky: 0,
  skipped: sum((one) => one.skipped),
};
writeFileSync('reports/engines.json', JSON.stringify({ stats }));
process.exitCode = stats.unexpected > 0 ? 1 : 0;
