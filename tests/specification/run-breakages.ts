// `npm run test:breakages`: breaks the product, one thing at a time, and runs the proofs of the statements that are
// untrue then. Each breakage must be noticed by a proof of each of its statements.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { ensureChromium } from '../../scripts/chromium.ts';
import { type Breakage, breakages, breaks, describeBreakage, misfits } from './broken-product.ts';
import { browserProofs, type Proof, root, unitProofs } from './proofs.ts';
import { readStatements, tagOf } from './statements.ts';

const usage = `npm run test:breakages                    every breakage
npm run test:breakages -- §2.14 §3.1      those of these statements
npm run test:breakages -- Footer          those of files with this in their name`;

const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true });
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const isWanted = ({ statements, file }: Breakage) =>
  positionals.length === 0 ||
  positionals.some((word) => statements.includes(word) || (!word.startsWith('§') && file.includes(word)));
const wanted = breakages.flatMap((breakage, index) => (isWanted(breakage) ? [{ breakage, index }] : []));
const stale = misfits(wanted.map(({ breakage }) => breakage));
if (stale.length > 0 || wanted.length === 0) {
  console.error(stale.join('\n') || `No such breakage.\n\n${usage}`);
  process.exit(1);
}

/** Which proofs went red, for each breakage and statement. */
const noticed = new Map<string, Proof>();
const keyOf = (index: number, id: string) => `${index} ${id}`;
const note = (index: number, ids: readonly string[], proofs: readonly Proof[]) => {
  for (const proof of proofs) {
    if (proof.outcome !== 'failed') continue;
    for (const id of ids) if (proof.statements.includes(id)) noticed.set(keyOf(index, id), proof);
  }
};

mkdirSync(join(root, 'reports'), { recursive: true });
const reportFile = join(root, 'reports/breakages-run.json');
const testFiles = globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));
const hasTag = (text: string, id: string) => new RegExp(`${tagOf(id).replace('.', '\\.')}(?!\\d)`).test(text);

async function runUnit(ids: readonly string[], breakage: Breakage | null): Promise<Proof[]> {
  const files = testFiles.filter(({ text }) => ids.some((id) => hasTag(text, id)));
  if (files.length === 0) return [];
  rmSync(reportFile, { force: true });
  const vitest = await startVitest(
    'test',
    files.map(({ file }) => file),
    {
      root,
      watch: false,
      tagsFilter: [ids.map(tagOf).join(' || ')],
      reporters: [['json', { outputFile: reportFile }]],
      includeTaskLocation: false,
    },
    { plugins: breakage ? [breaks(breakage)] : [], logLevel: 'silent' },
  );
  await vitest.close();
  return unitProofs(reportFile);
}

function runBrowser(runs: readonly { index: number; ids: readonly string[] }[]): Proof[] {
  rmSync(reportFile, { force: true });
  spawnSync(
    'playwright',
    ['test', '--config=tests/specification/breakages.config.ts', '--reporter=line,json'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        CHROMIUM_PATH: ensureChromium(),
        BREAKAGES: JSON.stringify(runs),
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      },
    },
  );
  return browserProofs(reportFile);
}

const begin = performance.now();
const falseAlarms: Proof[] = [];
const red = (proofs: readonly Proof[]) => proofs.filter(({ outcome }) => outcome !== 'passed');

// Whatever is red without a breakage says nothing with one.
falseAlarms.push(
  ...red(await runUnit([...new Set(wanted.flatMap(({ breakage }) => breakage.statements))], null)),
);
for (const { breakage, index } of wanted) {
  note(index, breakage.statements, await runUnit(breakage.statements, breakage));
}
process.exitCode = 0;

const left = wanted.flatMap(({ breakage, index }) => {
  const ids = breakage.statements.filter((id) => !noticed.has(keyOf(index, id)));
  return ids.length > 0 ? [{ index, ids }] : [];
});
if (left.length > 0) {
  const proofs = runBrowser(left);
  falseAlarms.push(...red(proofs.filter(({ project }) => project === 'as it is')));
  for (const { index, ids } of left) {
    note(
      index,
      ids,
      proofs.filter(({ project }) => project === String(index)),
    );
  }
}

const results = wanted.flatMap(({ breakage, index }) =>
  breakage.statements.map((id) => {
    const proof = noticed.get(keyOf(index, id));
    return {
      id,
      breakage: describeBreakage(breakage),
      noticedBy: proof ? `${proof.title}: ${proof.reason}` : null,
    };
  }),
);
const unnoticed = results.filter(({ noticedBy }) => noticedBy === null);
const unbroken = readStatements().filter(
  ({ id, context }) => !context && !breakages.some(({ statements }) => statements.includes(id)),
);
if (positionals.length === 0) {
  writeFileSync(
    join(root, 'reports/breakages.json'),
    JSON.stringify({ date: new Date().toISOString(), results }, null, 1),
  );
}

for (const { id, breakage, noticedBy } of results) {
  if (noticedBy !== null) console.log(`noticed   ${id.padEnd(6)} ${breakage}\n          by ${noticedBy}`);
}
for (const { title, file } of falseAlarms) console.log(`RED ANYHOW  ${title} (${file})`);
for (const { id, breakage } of unnoticed) console.log(`UNNOTICED ${id.padEnd(6)} ${breakage}`);
if (positionals.length === 0)
  for (const { id, text } of unbroken) console.log(`UNBROKEN  ${id.padEnd(6)} ${text}`);
const seconds = Math.round((performance.now() - begin) / 1000);
console.log(
  `\n${results.length - unnoticed.length} of ${results.length} breakages noticed, in ${seconds} s.`,
);
const isGood = unnoticed.length + falseAlarms.length + (positionals.length === 0 ? unbroken.length : 0) === 0;
process.exit(isGood ? 0 : 1);
