import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import puppeteer from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../scripts/chromium.ts';
import { readOptions } from '../scripts/options.ts';
import { serveBuild } from '../scripts/start.ts';
import { laterScreens, loadPage } from './lighthouse.ts';
import { measureSteps, measureTyping } from './slow-phone.ts';

const help = `npm run bench -- [--runs N]

Measures the input screen and, as the yardstick, its static twin: the same page without any script.
Both in one run on one machine, in turn: on another machine only the ratios mean something.

  --runs N   how often each measurement is made (default 5); the table shows median, least and most
  --help     this text

PORT moves the sandbox that serves them (default 4600 and the two ports above).`;

/** The rows of the table: what is measured, in milliseconds but for the shift, and the goal if there is one. */
const goals = {
  'First contentful paint': '',
  'Largest contentful paint': '≤ 1.05 × twin',
  'Total blocking time': '',
  'Cumulative layout shift': '0',
  'Script per key, CPU ÷ 4': '≤ 2 × twin',
  'Key → paint p98, CPU ÷ 4': '≤ 1.2 × twin',
  'Key → paint p98, CPU ÷ 10': '≤ 100',
  'HTML → hydrated, slow 4G': '',
  'Press → 15 errors, CPU ÷ 10': '≤ 200',
  'Input → confirm, CPU ÷ 4': '',
  'LCP of a saved draft': '≤ 1.2 × first visit',
  'LCP of confirm after a reload': '≤ 1.2 × first visit',
  'LCP of callback': '≤ 1.2 × first visit',
};
type Row = keyof typeof goals;
type Values = Partial<Record<Row, number[]>>;

const runs = Number(readOptions(help, { runs: { type: 'string', default: '5' } }).runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('--runs must be a number from 1.');
  process.exit(1);
}
const executablePath = findChromium({ opensWindows: true });
if (!executablePath) throw new Error('No Chromium. Run node scripts/setup.mjs first.');
const browser = await puppeteer.launch({
  executablePath,
  /*
   * With a tool attached, Chromium parses a whole file again at the first exception that it catches, to find line numbers.
   * Donors' browsers do not. The flag makes the first parse keep the line numbers.
   */
  args: [...chromiumFlags, '--js-flags=--no-enable-lazy-source-positions', '--lang=ja'],
});
const { addresses, distFolder, close } = await serveBuild(Number(process.env.PORT || 4600));
writeStaticTwin();
const form = { url: `${addresses.site}/form/member`, values: {} as Values };
const twin = { url: `${addresses.site}/form/twin.html`, values: {} as Values };
/** Lighthouse's lowest scores, by screen. */
const scores: Record<string, Record<string, number>> = {};
for (let run = 1; run <= runs; run++) {
  // On stderr, so that stdout holds only the result.
  console.error(`Run ${run} of ${runs}`);
  for (const { url, values } of [form, twin]) {
    const { audits, categories } = await loadPage(browser, url);
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    note(values, {
      'First contentful paint': value('first-contentful-paint'),
      'Largest contentful paint': value('largest-contentful-paint'),
      'Total blocking time': value('total-blocking-time'),
      'Cumulative layout shift': value('cumulative-layout-shift'),
      ...(await measureTyping(browser, url)),
    });
    if (url === form.url) noteScores('input', categories);
  }
  note(form.values, await measureSteps(browser, form.url));
  // Without a token the callback waits for the donor instead of moving on.
  await fetch(`${addresses.api}/sandbox/scenarios/token`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: {} }),
  });
  for (const [screen, { path, saved, row }] of Object.entries(laterScreens)) {
    const { audits, categories } = await loadPage(browser, form.url + path, saved);
    note(form.values, { [row]: audits['largest-contentful-paint']?.numericValue ?? Number.NaN });
    noteScores(screen, categories);
  }
  await fetch(`${addresses.api}/sandbox/scenarios`, { method: 'DELETE' });
}
await browser.close();
await close();
print();

/**
 * Writes the static twin into the build: the prerendered input screen as it is, without any script or anything that
 * only scripts need. It is served in the same way, so the difference is the cost of the script.
 */
function writeStaticTwin(): void {
  const page = readFileSync(join(distFolder, 'member', 'index.html'), 'utf8')
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>\s*/g, '')
    .replaceAll(/<link rel="(?:preconnect|dns-prefetch|modulepreload)"[^>]*>\s*/g, '')
    .replaceAll(/<noscript>[\s\S]*?<\/noscript>\s*/g, '');
  const file = join(distFolder, 'twin.html');
  writeFileSync(file, page);
  writeFileSync(`${file}.br`, brotliCompressSync(page));
  writeFileSync(`${file}.gz`, gzipSync(page));
}

function note(values: Values, found: Partial<Record<Row, number>>): void {
  for (const [row, value] of Object.entries(found) as [Row, number][])
    values[row] = [...(values[row] ?? []), value];
}

function noteScores(screen: string, categories: Record<string, { score: number | null }>): void {
  scores[screen] ??= {};
  for (const [id, { score }] of Object.entries(categories))
    scores[screen][id] = Math.min(Math.round((score ?? 0) * 100), scores[screen][id] ?? 100);
}

function print(): void {
  const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  const cell = (values: number[] | undefined) =>
    values && `${number(median(values))} (${number(Math.min(...values))}–${number(Math.max(...values))})`;
  const table = Object.entries(goals).map(([row, goal]) => {
    const [mine, yardstick] = [form.values[row as Row], twin.values[row as Row]];
    const ratio = mine && yardstick && median(yardstick) > 0 ? median(mine) / median(yardstick) : undefined;
    return [row, { form: cell(mine), twin: cell(yardstick), 'form ÷ twin': ratio?.toFixed(2), goal }];
  });
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
  console.log(`${new Date().toISOString()}, ${machine}, in ms: median (least–most) of ${runs} runs`);
  console.table(Object.fromEntries(table));
  console.log("Lighthouse's lowest scores of all runs");
  console.table(scores);
}
