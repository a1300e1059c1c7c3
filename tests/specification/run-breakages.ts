// `npm run test:breakages`: breaks the product, one thing at a time, and runs the proofs of the statements that are
// untrue then. Each breakage must be noticed by a proof of each of its statements.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { ensureChromium } from '../../scripts/chromium.ts';
import { readCommandLine } from '../../scripts/options.ts';
import { inShort } from '../../scripts/test-report.ts';
import { type Breakage, breakages, describeBreakage, misfits } from './broken-product.ts';
import { asItIs, type Run } from './broken-runs.ts';
import { idsOf, type Proof, proofsIn, root } from './proofs.ts';
import { readStatements, tagOf } from './statements.ts';

const usage = `npm run test:breakages                    every breakage, in about 20 minutes
npm run test:breakages -- §2.14 §3.1      those of these statements
npm run test:breakages -- Footer          those of files with this in their name`;

const { positionals } = readCommandLine(usage, {});

const isWanted = ({ statements, file }: Breakage) =>
  positionals.length === 0 ||
  positionals.some((word) => statements.includes(word) || (!word.startsWith('§') && file.includes(word)));
const unitTests = globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));
const wanted: Run[] = breakages.flatMap((breakage, index) => {
  if (!isWanted(breakage)) return [];
  const ids = breakage.statements;
  const tags = new RegExp(ids.map((id) => `${tagOf(id).replace('.', '\\.')}(?!\\d)`).join('|'));
  const testFiles = unitTests.filter(({ text }) => tags.test(text)).map(({ file }) => file);
  return [{ breakage, index, ids, testFiles }];
});
const stale = misfits(wanted.map(({ breakage }) => breakage));
if (stale.length > 0 || wanted.length === 0) {
  console.error(stale.join('\n') || `No such breakage.\n\n${usage}`);
  process.exit(1);
}

const begin = performance.now();
const noticed = new Map<string, Proof>();
const keyOf = (index: number, id: string) => `${index} ${id}`;
const redAnyhow: Proof[] = [];

/** Keeps which proofs failed of those that pass while nothing is broken, for each breakage and statement. */
function note(runs: readonly Run[], proofs: readonly Proof[]): void {
  const nameOf = ({ file, title }: Proof) => `${file} ${title}`;
  const unbroken = proofs.filter(({ project }) => project === asItIs);
  redAnyhow.push(...unbroken.filter(({ outcome }) => outcome === 'failed'));
  const sound = new Set(unbroken.filter(({ outcome }) => outcome === 'passed').map(nameOf));
  const red = proofs.filter((proof) => proof.outcome === 'failed' && sound.has(nameOf(proof)));
  for (const { index, ids } of runs) {
    for (const id of ids) {
      const proof = red.find((one) => one.project === String(index) && one.statements.includes(id));
      if (proof) noticed.set(keyOf(index, id), proof);
    }
  }
}

/** What no proof has noticed so far. */
const unnoticedYet = (runs: readonly Run[]): Run[] =>
  runs.flatMap((run) => {
    const ids = run.ids.filter((id) => !noticed.has(keyOf(run.index, id)));
    return ids.length > 0 ? [{ ...run, ids }] : [];
  });

async function runUnitTests(runs: readonly Run[]): Promise<Proof[]> {
  console.log(`Breaking the product ${runs.length} times for unit tests …`);
  process.env.BREAKAGES = JSON.stringify(runs);
  const proofs: Proof[] = [];
  const vitest = await startVitest([], {
    config: 'tests/specification/broken-units.config.ts',
    root,
    watch: false,
    tagsFilter: [`${tagOf('§')}*`],
    reporters: [
      {
        onTestCaseResult(test) {
          const { state, errors } = test.result();
          proofs.push({
            statements: idsOf(test.tags),
            title: test.fullName,
            file: test.module.relativeModuleId,
            outcome: state === 'passed' || state === 'failed' ? state : 'skipped',
            picture: null,
            project: test.project.name,
            reason: inShort(errors?.[0]?.message ?? ''),
          });
        },
      },
    ],
  });
  await vitest.close();
  process.exitCode = 0;
  return proofs.filter(({ outcome }) => outcome !== 'skipped');
}

function runBrowserTests(runs: readonly Run[]): Proof[] {
  console.log(`Breaking the product ${runs.length} times for browser tests …`);
  const reportFile = join(root, 'reports/breakages-run.json');
  mkdirSync(join(root, 'reports'), { recursive: true });
  rmSync(reportFile, { force: true });
  spawnSync(
    'playwright',
    ['test', '--config=tests/specification/breakages.config.ts', '--reporter=line,json'],
    {
      cwd: root,
      // progress for whoever looks on; the failures that it tells of are wanted
      stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'ignore', 'ignore'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        CHROMIUM_PATH: ensureChromium(),
        BREAKAGES: JSON.stringify(runs),
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      },
    },
  );
  return proofsIn(reportFile);
}

const forUnitTests = wanted.filter(({ testFiles }) => testFiles.length > 0);
if (forUnitTests.length > 0) note(forUnitTests, await runUnitTests(forUnitTests));
const forBrowserTests = unnoticedYet(wanted);
if (forBrowserTests.length > 0) note(forBrowserTests, runBrowserTests(forBrowserTests));

const results = wanted.flatMap(({ breakage, index, ids }) =>
  ids.map((id) => {
    const proof = noticed.get(keyOf(index, id));
    const noticedBy = proof ? `${proof.title}: ${proof.reason}` : null;
    return { id, breakage: describeBreakage(breakage), noticedBy };
  }),
);
const unnoticed = results.filter(({ noticedBy }) => noticedBy === null);
const isWhole = positionals.length === 0;
const unbroken = readStatements().filter(
  ({ id, context }) => isWhole && !context && !breakages.some(({ statements }) => statements.includes(id)),
);
if (isWhole) {
  writeFileSync(
    join(root, 'reports/breakages.json'),
    JSON.stringify({ date: new Date().toISOString(), results }, null, 1),
  );
}

for (const { id, breakage, noticedBy } of results) {
  if (noticedBy !== null)
    console.log(`noticed     ${id.padEnd(6)} ${breakage}\n                   by ${noticedBy}`);
}
for (const { title, file } of redAnyhow) console.log(`red anyhow  ${title} (${file})`);
for (const { id, breakage } of unnoticed) console.log(`UNNOTICED   ${id.padEnd(6)} ${breakage}`);
for (const { id, text } of unbroken) console.log(`UNBROKEN    ${id.padEnd(6)} ${text}`);
const seconds = Math.round((performance.now() - begin) / 1000);
console.log(
  `\n${results.length - unnoticed.length} of ${results.length} breakages noticed, in ${seconds} s.`,
);
process.exit(unnoticed.length + redAnyhow.length + unbroken.length === 0 ? 0 : 1);
