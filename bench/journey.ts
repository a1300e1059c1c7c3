import { cpus } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { sandboxAddresses } from '../sandbox/settings.ts';
import { buildForSandbox } from '../scripts/build.ts';
import { readOptions } from '../scripts/options.ts';
import { serveBuild } from '../scripts/serve-build.ts';
import { plainPages, plainPath } from './plain-pages.ts';
import { readRuns } from './runs.ts';
import { percentile } from './statistics.ts';
import { donor, openPage, openPlaywright, slow4G } from './typing.ts';

const help = `npm run bench:journey -- [--runs N] [--json]

A whole sign-up by card and one by bank debit, beside the same as three plain pages without script from the same
server (bench/plain-pages.ts): slow 4G, CPU ÷ 4. Counts all the time in which the donor waits for the machine.

  --runs N   how often each journey is made (default 5); the table shows medians
  --json     prints all the runs as JSON
  --help     this text

PORT moves the sandbox that serves both (default 4600, and the two ports above).`;

type Method = 'card' | 'bank';
/** One journey: milliseconds in which the donor waited, in the order of the journey, and bytes received. */
type Journey = { waits: Record<string, number>; keys: number; bytes: number };

/** Without a script the postal code fills nothing in. */
const withoutLookup = { prefecture: '東京都', city: '千代田区千代田' };
const card = {
  cardNum: '4111111111111111',
  expirationMonth: '12',
  expirationYear: String(new Date().getFullYear() + 3),
  securityCode: '123',
};

/** When something happened on the page, in milliseconds since the epoch. */
type Moment = { what: 'press' | 'paint' | 'screen'; where: string; at: number };
type Watched = { moments: Moment[]; keys: number[] };

/** Runs in every page: notes presses, keys, first paints and, in the app, each new screen once it is painted. */
function watch() {
  const tell = (what: string, where: string, at: number) =>
    Reflect.get(window, 'noteMoment')?.({ what, where, at: performance.timeOrigin + at });
  const painted = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => then(performance.now());
      channel.port2.postMessage(null);
    });
  addEventListener('click', ({ timeStamp }) => tell('press', location.pathname, timeStamp), true);
  addEventListener(
    'keydown',
    ({ timeStamp }) => painted((at) => Reflect.get(window, 'noteKey')?.(at - timeStamp)),
    true,
  );
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') tell('paint', location.pathname, startTime);
  }).observe({ type: 'paint', buffered: true });
  let shown = '';
  new MutationObserver(() => {
    const state = document.querySelector('main')?.getAttribute('data-state') ?? '';
    const screen = state.split('.')[0] ?? '';
    if (screen === shown) return;
    shown = screen;
    painted((at) => tell('screen', screen, at));
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-state'] });
}

async function watched(page: Page): Promise<Watched> {
  const seen: Watched = { moments: [], keys: [] };
  await page.exposeFunction('noteMoment', (moment: Moment) => seen.moments.push(moment));
  await page.exposeFunction('noteKey', (wait: number) => seen.keys.push(wait));
  await page.addInitScript(watch);
  return seen;
}

async function journey(browser: Browser, site: string, method: Method, isPlain: boolean): Promise<Journey> {
  const { page, devtools } = await openPage(browser);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4G);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const { moments, keys } = await watched(page);
  const waits: Record<string, number> = {};
  /** From the last press to the first sign of what it leads to. */
  const wait = async (name: string, what: Moment['what'], where: string) => {
    const isSign = (moment: Moment) => moment.what === what && moment.where.includes(where);
    for (let sign: Moment | undefined; ; await page.waitForTimeout(20)) {
      const pressed = moments.findLast((moment) => moment.what === 'press');
      sign = moments.find((moment) => isSign(moment) && moment.at > (pressed?.at ?? 0));
      if (sign && pressed) {
        waits[name] = sign.at - pressed.at;
        return;
      }
    }
  };

  await page.goto(`${site}${isPlain ? plainPath : '/form/member'}`);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  waits['first paint'] = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );

  const type = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      const control = page.locator(`[name="${name}"]`);
      if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT') await control.selectOption(value);
      else {
        await control.focus();
        // About as fast as a thumb.
        await page.keyboard.type(value, { delay: 100 });
      }
    }
  };
  const { zip, street, phone, ...person } = donor;
  await type(person);
  await type({ zip });
  if (isPlain) await type(withoutLookup);
  else await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="city"]')?.value);
  await type({ street, phone });
  if (method === 'card') await type(card);
  else await page.locator('[name="paymentMethod"]').last().check({ force: true });

  await page.getByRole('button', { name: '入力内容を確認する' }).click();
  await wait('input → confirm', isPlain ? 'paint' : 'screen', 'confirm');
  await page.locator('[name="understood"]').check({ force: true });
  if (method === 'bank') await page.locator('[name="bankFormUnderstood"]').check({ force: true });
  await page.getByRole('button', { name: '送信する' }).click();
  const completion = isPlain ? (method === 'card' ? 'callback' : 'submit') : 'complete.php';
  if (method === 'card') {
    await wait('submit → bank', 'paint', '/3ds/');
    await page.getByRole('button', { name: '認証する' }).click();
    await wait('return → completion', 'paint', completion);
  } else await wait('submit → completion', 'paint', completion);
  waits['answers to keys'] = keys.reduce((sum, key) => sum + key, 0);
  await page.context().close();
  return { waits, keys: keys.length, bytes };
}

type Runs = Record<Method, { form: Journey[]; plain: Journey[] }>;

async function bench(port: number, runs: number): Promise<Runs> {
  const addresses = sandboxAddresses(port);
  const siteMiddleware = plainPages(addresses, await buildForSandbox(port));
  const sandbox = await serveBuild(port, { siteMiddleware });
  const browser = await openPlaywright();
  const made: Runs = { card: { form: [], plain: [] }, bank: { form: [], plain: [] } };
  for (let index = 0; index < runs; index++) {
    for (const method of ['card', 'bank'] as const) {
      console.error(`${method}, run ${index + 1} of ${runs}`);
      made[method].form.push(await journey(browser, addresses.site, method, false));
      made[method].plain.push(await journey(browser, addresses.site, method, true));
    }
  }
  await browser.close();
  await sandbox.close();
  return made;
}

function print(runs: Runs): void {
  console.log(`${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, medians\n`);
  const median = (journeys: Journey[], read: (of: Journey) => number) => percentile(journeys.map(read), 50);
  const line = (name: string, form: number, plain: number, unit: string) => {
    const cells = [form, plain].map((value) =>
      `${Math.round(value).toLocaleString('en')} ${unit}`.padStart(14),
    );
    console.log(`  ${name.padEnd(24)}${cells.join('')}${(form / plain).toFixed(2).padStart(10)}`);
  };
  for (const [method, { form, plain }] of Object.entries(runs)) {
    console.log(
      `${method.padEnd(26)}${['form', 'plain pages'].map((title) => title.padStart(14)).join('')}${'ratio'.padStart(10)}`,
    );
    for (const name of Object.keys(form[0]?.waits ?? {})) {
      const read = ({ waits }: Journey) => waits[name] ?? Number.NaN;
      line(name, median(form, read), median(plain, read), 'ms');
    }
    const sum = ({ waits }: Journey) => Object.values(waits).reduce((total, wait) => total + wait, 0);
    line('all waits', median(form, sum), median(plain, sum), 'ms');
    line(
      'keys',
      median(form, ({ keys }) => keys),
      median(plain, ({ keys }) => keys),
      '',
    );
    line(
      'bytes',
      median(form, ({ bytes }) => bytes),
      median(plain, ({ bytes }) => bytes),
      'B',
    );
    console.log('');
  }
}

const options = readOptions(help, {
  runs: { type: 'string', default: '5' },
  json: { type: 'boolean', default: false },
});
const made = await bench(Number(process.env.PORT || 4600), readRuns(options.runs));
if (options.json) console.log(JSON.stringify(made, null, 2));
else print(made);
