import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions } from '../scripts/options.ts';
import { serveBuild } from '../scripts/serve-build.ts';
import { type Load, loadOthers, loadPage, openChromium } from './lighthouse.ts';
import { twinPath, writeStaticTwin } from './static-twin.ts';
import { sampleOf } from './statistics.ts';
import { cheap, measureErrors, measureSteps, measureTyping, openPlaywright } from './typing.ts';

const help = `npm run bench -- [--runs N] [--compare CHECKOUT]

Measures the input screen and, as the yardstick, its static twin: the same page without any script.
All of it in one run on one machine, in turn, because only the ratios mean something elsewhere.

  --runs N            how often each measurement is made (default 5); the table shows median, least and most
  --compare CHECKOUT  measures the form of another checkout of this project in turn with this one's; that folder has its
                      own node_modules, or a link to these
  --help              this text

PORT moves the sandboxes that serve them (default 4600 and the two ports above; ten higher for the other checkout).`;

/** The rows of the table: what is measured, its unit, and the goal if there is one. */
const rows = {
  'First contentful paint': ['ms', ''],
  'Largest contentful paint': ['ms', '≤ 1.05 × twin'],
  'Total blocking time': ['ms', ''],
  'Cumulative layout shift': ['', '0'],
  'Bytes, HTML and CSS': ['B', '≤ 20,000'],
  'Bytes, JavaScript': ['B', ''],
  'Script per key, CPU ÷ 4': ['ms', '≤ 2 × twin'],
  'Key → paint p50, CPU ÷ 4': ['ms', ''],
  'Key → paint p98, CPU ÷ 4': ['ms', '≤ 1.2 × twin'],
  'Key → paint p98, CPU ÷ 10': ['ms', '≤ 100'],
  'HTML → hydrated, slow 4G': ['ms', ''],
  'Click → 15 errors, script': ['ms', '≤ 50'],
  'Press → 15 errors, CPU ÷ 10': ['ms', '≤ 200'],
  'Input → confirm, script': ['ms', '≤ 50'],
  'Input → confirm, painted': ['ms', ''],
  'A saved draft, LCP': ['ms', '≤ 1.2 × first visit'],
  'Confirm after a reload, LCP': ['ms', '≤ 1.2 × first visit'],
  'Callback, LCP': ['ms', '≤ 1.2 × first visit'],
} as const satisfies Record<string, readonly [unit: string, goal: string]>;
type Row = keyof typeof rows;

/** A page and its measurements: the values of each row, and Lighthouse's lowest scores. */
class Subject {
  readonly name: string;
  readonly site: string;
  readonly isApp: boolean;
  readonly values: Partial<Record<Row, number[]>> = {};
  readonly scores: Record<string, Record<string, number>> = {};

  constructor(name: string, site: string, isApp = true) {
    this.name = name;
    this.site = site;
    this.isApp = isApp;
  }

  get url(): string {
    return this.site + (this.isApp ? '/form/member' : twinPath);
  }

  note(found: Partial<Record<Row, number>>): void {
    for (const row of rowNames) {
      const value = found[row];
      if (value !== undefined) this.values[row] = [...(this.values[row] ?? []), value];
    }
  }

  noteScores(screen: string, { categories }: Load): void {
    const lowest = this.scores[screen] ?? {};
    for (const [id, score] of Object.entries(categories)) lowest[id] = Math.min(score, lowest[id] ?? 100);
    this.scores[screen] = lowest;
  }
}

const rowNames = Object.keys(rows) as Row[];

const options = readOptions(help, {
  runs: { type: 'string', default: '5' },
  compare: { type: 'string' },
});
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('--runs must be a number from 1.');
  process.exit(1);
}
const port = Number(process.env.PORT || 4600);
const here = await serveBuild(port);
writeStaticTwin(here.distFolder);
const other = options.compare ? await serveOther(resolve(options.compare), port + 10) : null;
const forms = [here, ...(other ? [other] : [])].map(({ addresses }, index) => ({
  api: addresses.api,
  subject: new Subject(index === 0 ? 'form' : 'other checkout', addresses.site),
}));
const subjects = [
  ...forms.map(({ subject }) => subject),
  new Subject('static twin', here.addresses.site, false),
];
await measureLoads();
await measureSlowPhone();
await Promise.all([here.close(), other?.close()]);
print();

/** Builds another checkout with its own scripts and serves it from our sandbox. */
function serveOther(checkout: string, otherPort: number): ReturnType<typeof serveBuild> {
  say(`Building ${checkout}`);
  const build = ['scripts/build.ts', '--sandbox', String(otherPort)];
  execFileSync(process.execPath, build, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
  return serveBuild(otherPort, { distFolder: join(checkout, '.sandbox', `dist-${otherPort}`) });
}

/** Reports progress on stderr, so that stdout holds only the result. */
function say(what: string): void {
  console.error(what);
}

function machine(): string {
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
}

async function measureLoads(): Promise<void> {
  const chromium = await openChromium();
  for (let run = 1; run <= runs; run++) {
    say(`Lighthouse, run ${run} of ${runs}`);
    for (const subject of subjects) {
      const load = await loadPage(chromium, subject.url);
      subject.noteScores('input', load);
      subject.note({
        'First contentful paint': load.fcp,
        'Largest contentful paint': load.lcp,
        'Total blocking time': load.tbt,
        'Cumulative layout shift': load.cls,
        'Bytes, HTML and CSS': load.bytes.document,
        'Bytes, JavaScript': load.bytes.script,
      });
    }
    for (const { subject, api } of forms) {
      // Without a token the callback waits for the donor instead of moving on.
      await fetch(`${api}/sandbox/scenarios/token`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ body: {} }),
      });
      const { draft, confirm, callback } = await loadOthers(chromium, subject.site);
      await fetch(`${api}/sandbox/scenarios`, { method: 'DELETE' });
      subject.noteScores('draft', draft);
      subject.noteScores('confirm', confirm);
      subject.noteScores('callback', callback);
      subject.note({
        'A saved draft, LCP': draft.lcp,
        'Confirm after a reload, LCP': confirm.lcp,
        'Callback, LCP': callback.lcp,
      });
    }
  }
  await chromium.close();
}

async function measureSlowPhone(): Promise<void> {
  const browser = await openPlaywright();
  for (let run = 1; run <= runs; run++) {
    say(`Typing and clicking, run ${run} of ${runs}`);
    for (const subject of subjects) {
      const { url, isApp } = subject;
      const typing = await measureTyping(browser, url, { isApp });
      const cheapTyping = await measureTyping(browser, url, { isApp, cpuSlowdown: cheap });
      subject.note({
        'Script per key, CPU ÷ 4': typing.scriptPerKey,
        'Key → paint p50, CPU ÷ 4': typing.paintP50,
        'Key → paint p98, CPU ÷ 4': typing.paintP98,
        'Key → paint p98, CPU ÷ 10': cheapTyping.paintP98,
      });
    }
    for (const { subject } of forms) {
      const steps = await measureSteps(browser, subject.url);
      subject.note({
        'HTML → hydrated, slow 4G': steps.hydrated,
        'Click → 15 errors, script': steps.errorsScript,
        'Press → 15 errors, CPU ÷ 10': await measureErrors(browser, subject.url),
        'Input → confirm, script': steps.confirmScript,
        'Input → confirm, painted': steps.confirmPaint,
      });
    }
  }
  await browser.close();
}

function print(): void {
  const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
  const line = (cells: readonly string[]) =>
    console.log(
      cells
        .map((cell, index) => cell.padEnd(index === 0 ? 30 : 26))
        .join('')
        .trimEnd(),
    );
  console.log(`${new Date().toISOString()}, ${machine()}, median (least–most) of ${runs} runs\n`);
  const yardsticks = subjects.slice(1);
  line(['', 'form', ...yardsticks.flatMap(({ name }) => [name, `÷ ${name}`]), 'goal']);
  for (const row of rowNames) {
    const [unit, goal] = rows[row];
    const sample = ({ values }: Subject) => values[row] && sampleOf(values[row]);
    const cell = (subject: Subject) => {
      const found = sample(subject);
      return found ? `${number(found.median)} (${number(found.min)}–${number(found.max)}) ${unit}` : '–';
    };
    const ratio = (yardstick: Subject) => {
      const [mine, theirs] = [subjects[0] && sample(subjects[0]), sample(yardstick)];
      return mine && theirs && theirs.median > 0 ? (mine.median / theirs.median).toFixed(2) : '–';
    };
    line([
      row,
      ...subjects.slice(0, 1).map(cell),
      ...yardsticks.flatMap((one) => [cell(one), ratio(one)]),
      goal,
    ]);
  }
  console.log('\nLighthouse, lowest of all runs');
  for (const { subject } of forms)
    for (const [screen, scores] of Object.entries(subject.scores))
      console.log(
        `  ${subject.name}, ${screen}: ${Object.entries(scores)
          .map((score) => score.join(' '))
          .join(', ')}`,
      );
}
