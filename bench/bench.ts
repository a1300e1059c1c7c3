import { cpus } from 'node:os';
import { readOptions } from '../scripts/options.ts';
import { serveBuild } from '../scripts/start.ts';
import { type Load, loadOthers, loadPage, openChromium } from './lighthouse.ts';
import { percentile } from './percentile.ts';
import { twinPath, writeStaticTwin } from './static-twin.ts';
import { cheap, measureErrors, measureSteps, measureTyping, openPlaywright } from './typing.ts';

const help = `npm run bench -- [--runs N]

Measures the input screen and, as the yardstick, its static twin: the same page without any script.
Both in one run on one machine, in turn: on another machine only the ratios mean something.

  --runs N   how often each measurement is made (default 5); the table shows median, least and most
  --help     this text

PORT moves the sandbox that serves them (default 4600 and the two ports above).`;

/** The rows of the table: what is measured, its unit, and the goal if there is one. */
const rows = {
  'First contentful paint': ['ms', ''],
  'Largest contentful paint': ['ms', '≤ 1.05 × twin'],
  'Total blocking time': ['ms', ''],
  'Cumulative layout shift': ['', '0'],
  'Bytes, HTML and CSS': ['B', '≤ 20,000'],
  'Bytes, JavaScript': ['B', ''],
  'Script per key, CPU ÷ 4': ['ms', '≤ 2 × twin'],
  'Key → paint p98, CPU ÷ 4': ['ms', '≤ 1.2 × twin'],
  'Key → paint p98, CPU ÷ 10': ['ms', '≤ 100'],
  'HTML → hydrated, slow 4G': ['ms', ''],
  'Press → 15 errors, CPU ÷ 10': ['ms', '≤ 200'],
  'Input → confirm, CPU ÷ 4': ['ms', ''],
  'A saved draft, LCP': ['ms', '≤ 1.2 × first visit'],
  'Confirm after a reload, LCP': ['ms', '≤ 1.2 × first visit'],
  'Callback, LCP': ['ms', '≤ 1.2 × first visit'],
} as const satisfies Record<string, readonly [unit: string, goal: string]>;
type Row = keyof typeof rows;
type Values = Partial<Record<Row, number[]>>;

const runs = Number(readOptions(help, { runs: { type: 'string', default: '5' } }).runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('--runs must be a number from 1.');
  process.exit(1);
}
const { addresses, distFolder, close } = await serveBuild(Number(process.env.PORT || 4600));
writeStaticTwin(distFolder);
const form = { url: `${addresses.site}/form/member`, isApp: true, values: {} as Values };
const twin = { url: addresses.site + twinPath, isApp: false, values: {} as Values };
/** Lighthouse's lowest scores, by screen. */
const scores: Record<string, Record<string, number>> = {};
await measureLoads();
await measureSlowPhone();
await close();
print();

/** Reports progress on stderr, so that stdout holds only the result. */
function say(what: string): void {
  console.error(what);
}

function note(values: Values, found: Partial<Record<Row, number>>): void {
  for (const [row, value] of Object.entries(found) as [Row, number][])
    values[row] = [...(values[row] ?? []), value];
}

function noteScores(screen: string, { categories }: Load): void {
  const lowest = scores[screen] ?? {};
  for (const [id, score] of Object.entries(categories)) lowest[id] = Math.min(score, lowest[id] ?? 100);
  scores[screen] = lowest;
}

async function measureLoads(): Promise<void> {
  const chromium = await openChromium();
  for (let run = 1; run <= runs; run++) {
    say(`Lighthouse, run ${run} of ${runs}`);
    for (const { url, isApp, values } of [form, twin]) {
      const load = await loadPage(chromium, url);
      if (isApp) noteScores('input', load);
      note(values, {
        'First contentful paint': load.fcp,
        'Largest contentful paint': load.lcp,
        'Total blocking time': load.tbt,
        'Cumulative layout shift': load.cls,
        'Bytes, HTML and CSS': load.bytes.document,
        'Bytes, JavaScript': load.bytes.script,
      });
    }
    // Without a token the callback waits for the donor instead of moving on.
    await fetch(`${addresses.api}/sandbox/scenarios/token`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ body: {} }),
    });
    const { draft, confirm, callback } = await loadOthers(chromium, addresses.site);
    await fetch(`${addresses.api}/sandbox/scenarios`, { method: 'DELETE' });
    noteScores('draft', draft);
    noteScores('confirm', confirm);
    noteScores('callback', callback);
    note(form.values, {
      'A saved draft, LCP': draft.lcp,
      'Confirm after a reload, LCP': confirm.lcp,
      'Callback, LCP': callback.lcp,
    });
  }
  await chromium.close();
}

async function measureSlowPhone(): Promise<void> {
  const browser = await openPlaywright();
  for (let run = 1; run <= runs; run++) {
    say(`Typing and clicking, run ${run} of ${runs}`);
    for (const { url, isApp, values } of [form, twin]) {
      const typing = await measureTyping(browser, url, { isApp });
      const cheapTyping = await measureTyping(browser, url, { isApp, cpuSlowdown: cheap });
      note(values, {
        'Script per key, CPU ÷ 4': typing.scriptPerKey,
        'Key → paint p98, CPU ÷ 4': typing.paintP98,
        'Key → paint p98, CPU ÷ 10': cheapTyping.paintP98,
      });
    }
    const { hydrated, confirmPaint } = await measureSteps(browser, form.url);
    note(form.values, {
      'HTML → hydrated, slow 4G': hydrated,
      'Press → 15 errors, CPU ÷ 10': await measureErrors(browser, form.url),
      'Input → confirm, CPU ÷ 4': confirmPaint,
    });
  }
  await browser.close();
}

function print(): void {
  const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
  const median = (values: number[]) => percentile(values, 50);
  const cell = (values: number[] | undefined, unit: string) =>
    values
      ? `${number(median(values))} (${number(Math.min(...values))}–${number(Math.max(...values))}) ${unit}`
      : '';
  const table = Object.entries(rows).map(([row, [unit, goal]]) => {
    const [mine, yardstick] = [form.values[row as Row], twin.values[row as Row]];
    const ratio = mine && yardstick && median(yardstick) > 0 ? median(mine) / median(yardstick) : undefined;
    return [
      row,
      { form: cell(mine, unit), twin: cell(yardstick, unit), 'form ÷ twin': ratio?.toFixed(2), goal },
    ];
  });
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
  console.log(`${new Date().toISOString()}, ${machine}, median (least–most) of ${runs} runs`);
  console.table(Object.fromEntries(table));
  console.log("Lighthouse's lowest scores of all runs");
  console.table(scores);
}
