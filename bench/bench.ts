import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { readOptions } from '../scripts/options.ts';
import { serveBuild } from '../scripts/serve-build.ts';
import { type Load, loadOthers, loadPage, openChromium } from './lighthouse.ts';
import { readRuns } from './runs.ts';
import { twinPath, writeStaticTwin } from './static-twin.ts';
import { type Sample, sampleOf } from './statistics.ts';
import {
  cheap,
  measureErrors,
  measureSteps,
  measureTyping,
  openPlaywright,
  type Steps,
  type Typing,
} from './typing.ts';

const help = `npm run bench -- [--runs N] [--json] [--compare FILE]

Measures the input screen and, as the yardstick, its static twin: the same page without any script.
All of it in one run on one machine, the two in turn, because only their ratio means something elsewhere.

  --runs N        how often each measurement is made (default 5); the table shows median, least and most
  --json          prints the run as JSON, to be kept
  --compare FILE  shows the change against a run that was kept
  --help          this text

PORT moves the sandbox that serves both (default 4600, and the two ports above).`;

type Row = { name: string; unit: string; form: Sample; twin: Sample | null; goal?: string };
type Run = {
  at: string;
  machine: string;
  runs: number;
  rows: Row[];
  categories: Record<string, { scores: Record<string, number>; failed: string[] }>;
};

const options = readOptions(help, {
  runs: { type: 'string', default: '5' },
  json: { type: 'boolean', default: false },
  compare: { type: 'string' },
});
const runs = readRuns(options.runs);
const earlier: Run | null = options.compare ? JSON.parse(readFileSync(options.compare, 'utf8')) : null;
const run = await bench(Number(process.env.PORT || 4600));
if (options.json) console.log(JSON.stringify(run, null, 2));
else print(run, earlier);

/** Says on stderr what is going on, so that stdout holds the result alone. */
function say(what: string): void {
  console.error(what);
}

async function bench(port: number): Promise<Run> {
  const sandbox = await serveBuild(port);
  writeStaticTwin(sandbox.distFolder);
  const { site, api } = sandbox.addresses;
  const form = `${site}/form/member`;
  const twin = `${site}${twinPath}`;

  const loads: Load[] = [];
  const twinLoads: Load[] = [];
  const chromium = await openChromium();
  for (let index = 0; index < runs; index++) {
    say(`Lighthouse, run ${index + 1} of ${runs}`);
    loads.push(await loadPage(chromium, form));
    twinLoads.push(await loadPage(chromium, twin));
  }
  // Without a token the callback waits for the donor instead of moving on.
  await fetch(`${api}/sandbox/scenarios/token`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: {} }),
  });
  const others: Awaited<ReturnType<typeof loadOthers>>[] = [];
  for (let index = 0; index < runs; index++) {
    say(`Lighthouse, a draft, confirm and callback, run ${index + 1} of ${runs}`);
    others.push(await loadOthers(chromium, site));
  }
  await fetch(`${api}/sandbox/scenarios`, { method: 'DELETE' });
  await chromium.close();

  const typing: Typing[] = [];
  const twinTyping: Typing[] = [];
  const steps: Steps[] = [];
  const cheapTyping: Typing[] = [];
  const cheapTwinTyping: Typing[] = [];
  const cheapErrors: number[] = [];
  const browser = await openPlaywright();
  for (let index = 0; index < runs; index++) {
    say(`Typing and clicking, run ${index + 1} of ${runs}`);
    typing.push(await measureTyping(browser, form, { isApp: true }));
    twinTyping.push(await measureTyping(browser, twin, { isApp: false }));
    steps.push(await measureSteps(browser, form));
    cheapTyping.push(await measureTyping(browser, form, { isApp: true, cpuSlowdown: cheap }));
    cheapTwinTyping.push(await measureTyping(browser, twin, { isApp: false, cpuSlowdown: cheap }));
    cheapErrors.push(await measureErrors(browser, form));
  }
  await browser.close();
  await sandbox.close();

  const row = <Of>(
    name: string,
    unit: string,
    of: Of[],
    ofTwin: Of[] | null,
    read: (from: Of) => number,
    goal = '',
  ) => ({
    name,
    unit,
    form: sampleOf(of.map(read)),
    twin: ofTwin && sampleOf(ofTwin.map(read)),
    goal,
  });
  return {
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    runs,
    rows: [
      row('First contentful paint', 'ms', loads, twinLoads, ({ fcp }) => fcp),
      row('Largest contentful paint', 'ms', loads, twinLoads, ({ lcp }) => lcp, '≤ 1.05 × twin'),
      row('Total blocking time', 'ms', loads, twinLoads, ({ tbt }) => tbt),
      row('Cumulative layout shift', '', loads, twinLoads, ({ cls }) => cls, '0'),
      row('Bytes, HTML and CSS', 'B', loads, twinLoads, ({ bytes }) => bytes.document, '≤ 20,000'),
      row('Bytes, JavaScript', 'B', loads, twinLoads, ({ bytes }) => bytes.script),
      row('Bytes, other', 'B', loads, twinLoads, ({ bytes }) => bytes.other),
      row(
        'Script per key, CPU ÷ 4',
        'ms',
        typing,
        twinTyping,
        ({ scriptPerKey }) => scriptPerKey,
        '≤ 2 × twin',
      ),
      row('Key → paint p50, CPU ÷ 4', 'ms', typing, twinTyping, ({ paintP50 }) => paintP50),
      row('Key → paint p98, CPU ÷ 4', 'ms', typing, twinTyping, ({ paintP98 }) => paintP98, '≤ 1.2 × twin'),
      row('HTML → hydrated, slow 4G', 'ms', steps, null, ({ hydrated }) => hydrated),
      row('Click → 15 errors, script', 'ms', steps, null, ({ errorsScript }) => errorsScript, '≤ 50'),
      row('Input → confirm, script', 'ms', steps, null, ({ confirmScript }) => confirmScript, '≤ 50'),
      row('Input → confirm, painted', 'ms', steps, null, ({ confirmPaint }) => confirmPaint),
      row(
        'Key → paint p98, CPU ÷ 10',
        'ms',
        cheapTyping,
        cheapTwinTyping,
        ({ paintP98 }) => paintP98,
        '≤ 100',
      ),
      row('Press → 15 errors, CPU ÷ 10', 'ms', cheapErrors, null, (time) => time, '≤ 200'),
      row('A saved draft, LCP', 'ms', others, null, ({ draft }) => draft.lcp, '≤ 1.2 × first visit'),
      row(
        'Confirm after a reload, LCP',
        'ms',
        others,
        null,
        ({ confirm }) => confirm.lcp,
        '≤ 1.2 × first visit',
      ),
      row('Callback, LCP', 'ms', others, null, ({ callback }) => callback.lcp, '≤ 1.2 × first visit'),
    ],
    categories: {
      input: worst(loads),
      draft: worst(others.map(({ draft }) => draft)),
      confirm: worst(others.map(({ confirm }) => confirm)),
      callback: worst(others.map(({ callback }) => callback)),
    },
  };
}

/** The lowest score of each category, and every audit that ever cost points. */
function worst(loads: readonly Load[]): Run['categories'][string] {
  const scores: Record<string, number> = {};
  for (const { categories } of loads) {
    for (const [id, score] of Object.entries(categories)) scores[id] = Math.min(score, scores[id] ?? 100);
  }
  return { scores, failed: [...new Set(loads.flatMap(({ failed }) => failed))] };
}

function print({ at, machine, rows, categories }: Run, earlier: Run | null): void {
  const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
  const spread = ({ median, min, max }: Sample) => `${number(median)} (${number(min)}–${number(max)})`;
  const line = (cells: readonly string[]) =>
    console.log(
      cells
        .map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(26)))
        .join('')
        .trimEnd(),
    );
  console.log(`${at}, ${machine}, median (least–most) of ${rows[0]?.form.values.length} runs\n`);
  line(['', 'form', 'static twin', 'ratio', 'goal', ...(earlier ? ['change'] : [])]);
  for (const { name, unit, form, twin, goal = '' } of rows) {
    const before = earlier?.rows.find((row) => row.name === name)?.form.median;
    const change = before === undefined ? '' : `${number(form.median - before)} ${unit}`;
    const ratio = twin && twin.median > 0 ? (form.median / twin.median).toFixed(2) : '–';
    line([
      name,
      `${spread(form)} ${unit}`,
      twin ? spread(twin) : '–',
      ratio,
      goal,
      ...(earlier ? [change] : []),
    ]);
  }
  console.log('\nLighthouse, lowest of all runs');
  for (const [screen, { scores, failed }] of Object.entries(categories)) {
    const list = Object.entries(scores).map(([id, score]) => `${id} ${score}`);
    console.log(
      `  ${screen.padEnd(10)}${list.join(', ')}${failed.length > 0 ? `  (${failed.join(', ')})` : ''}`,
    );
  }
}
