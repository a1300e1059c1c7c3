import { cpus } from 'node:os';
import type { Browser } from '@playwright/test';
import { sandboxAddresses } from '../sandbox/settings.ts';
import { buildForSandbox } from '../scripts/build.ts';
import { readOptions } from '../scripts/options.ts';
import { serveBuild } from '../scripts/serve-build.ts';
import { japaneseKeyboard } from '../tests/e2e/japanese-keyboard.ts';
import { plainPages, plainPath } from './plain-pages.ts';
import { readRuns } from './runs.ts';
import { percentile } from './statistics.ts';
import { donor, openPage, openPlaywright, slow4G } from './typing.ts';

const help = `npm run bench:journey -- [--by card|bank] [--runs N] [--json]

A whole sign-up by card and one by bank debit, beside the same as plain pages without script from the same server
(bench/plain-pages.ts): slow 4G, CPU ÷ 4. Counts all the time in which the donor waits for the machine, each part from
the press to the first text of what it leads to on the screen, each key and tick to the frame after it. Japanese is typed
in a composition, one key a kana and one that settles; nobody types what stands there rightly.

  form      the form; its donor waits for the address, and types neither that nor the furigana
  plain     three pages, the card typed on the first: its number goes through the organisation's own server
  gateway   the same without that: after 送信する a fourth page, which stands for the card gateway's, asks for the card
  mistake   the telephone number was two digits short at first: said at the field, or on the page that comes again,
            with all but the card. A journey of its own, with its own sum

Spared to the plain pages: a line between their server and API, gateway and captcha; any captcha on the page; the form's
headers; a real gateway's heavier page. Spared to the form: its scripts load while the donor types; captcha and gateway
are stand-ins of a kilobyte, without preflights; the plain pages leave every check to their server, where a pattern in
their HTML would find this mistake at once. To both: connections, which cost nothing here; the bank is on the same site,
where another one takes a new process; opening lists and choosing from them; people's own time, so also the keys that
plain pages need more. The API's preflights, which DevTools' slow line leaves out, take its 150 ms here, too.

  --by       one of the two methods only
  --runs N   how often each journey is made (default 5); the table shows medians, which side begins changes
  --json     prints all the runs as JSON
  --help     this text

PORT moves the sandbox that serves all (default 4600, and the two ports above).`;

type Method = 'card' | 'bank';
type Side = 'form' | 'plain' | 'gateway';
type Way = { method: Method; side: Side; makesMistake: boolean };
/** One journey: milliseconds in which the donor waited, in the order of the journey, and bytes received. */
type Journey = Way & { waits: Record<string, number>; keys: number; bytes: number };

const { zip, street, phone, ...person } = donor;
const home = { ...person, zip, prefecture: '東京都', city: '千代田区千代田', street };
const tooShort = phone.slice(0, 9);
const card = {
  cardNum: '4111111111111111',
  expirationMonth: '12',
  expirationYear: String(new Date().getFullYear() + 3),
  securityCode: '123',
};
/** The kana that are typed for it. */
const readings: Record<string, string> = { 山田: 'やまだ', 花子: 'はなこ', 千代田区千代田: 'ちよだくちよだ' };

/** When something happened, in milliseconds since the epoch: a press, or the first text of a page or screen. */
type Moment = { what: string; at: number };

/** Runs in every page: notes presses, how long answers to keys and ticks took, and what was painted for the first time. */
function watch() {
  const tell = (what: string, at: number) =>
    Reflect.get(window, 'noteMoment')?.({ what, at: performance.timeOrigin + at });
  const press = (event: Event) => {
    Reflect.set(window, 'pressedAt', event.timeStamp);
    if (!(event instanceof KeyboardEvent) || event.key === 'Tab') tell('press', event.timeStamp);
  };
  for (const type of ['keydown', 'click']) addEventListener(type, press, true);
  const answer = ({ isTrusted }: Event) => {
    const since = Reflect.get(window, 'pressedAt');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => Reflect.get(window, 'noteAnswer')?.(performance.now() - since);
    if (isTrusted) requestAnimationFrame(() => port2.postMessage(null));
  };
  addEventListener('input', answer, true);
  // Both entries tell when a frame was on the screen, so that a screen of the app counts as late as a page.
  const painted = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name === 'first-contentful-paint') tell(location.pathname, entry.startTime);
      else if (entry.entryType === 'element') tell(Reflect.get(entry, 'identifier'), entry.startTime);
  });
  for (const type of ['paint', 'element']) painted.observe({ type, buffered: true });
  const news = { confirm: 'main[data-state^="confirm"] :is(h2, p)', mistake: '[data-error-for]' };
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(news))
      for (const element of document.querySelectorAll(selector)) element.setAttribute('elementtiming', name);
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-state'] });
}

async function journey(browser: Browser, site: string, way: Way): Promise<Journey> {
  const { method, side, makesMistake } = way;
  const { page, devtools } = await openPage(browser);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4G);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const moments: Moment[] = [];
  const answers: number[] = [];
  await page.exposeFunction('noteMoment', (moment: Moment) => moments.push(moment));
  await page.exposeFunction('noteAnswer', (wait: number) => answers.push(wait));
  await page.addInitScript(watch);
  const keyboard = await japaneseKeyboard(page);
  const waits: Record<string, number> = {};
  /** From the last press to the first sign of what it leads to. */
  const wait = async (name: string, where: string) => {
    for (const end = Date.now() + 30_000; Date.now() < end; await page.waitForTimeout(20)) {
      const pressed = moments.findLast(({ what }) => what === 'press')?.at ?? 0;
      const sign = moments.find(({ what, at }) => what.includes(where) && at > pressed);
      if (!sign) continue;
      waits[name] = sign.at - pressed;
      return;
    }
    throw new Error(`${side} by ${method}: no ${name}.`);
  };
  const press = (name: string) => page.getByRole('button', { name }).click();
  const isForm = side === 'form';

  await page.goto(`${site}${isForm ? '/form/member' : plainPath}`);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  waits['first paint'] = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );

  /** Puts in what does not stand there yet, about as fast as a thumb. */
  const fillIn = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      const control = page.locator(`[name="${name}"]`);
      const there = (await control.inputValue()).replaceAll(/[\s-]/g, '');
      if (there === value.replaceAll('-', '')) continue;
      if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT') {
        await control.selectOption(value);
        continue;
      }
      await control.focus();
      await control.evaluate((input: HTMLInputElement) => input.setSelectionRange(-1, -1));
      if (/^[ -~]+$/.test(value)) {
        await page.keyboard.type(value.slice(there.length), { delay: 100 });
        continue;
      }
      const kana = readings[value] ?? value;
      for (let typed = 1; typed <= kana.length; typed++) {
        await keyboard.composeFast(kana.slice(0, typed));
        await page.waitForTimeout(100);
      }
      await keyboard.settle(value);
    }
  };
  if (isForm) {
    await fillIn({ ...person, zip });
    const found = await page.waitForFunction(
      (expected) =>
        document.querySelector<HTMLInputElement>('[name="city"]')?.value === expected &&
        performance.now() - Reflect.get(window, 'pressedAt'),
      home.city,
    );
    waits['postal code → address'] = Number(await found.jsonValue());
  }
  await fillIn({ ...home, phone: makesMistake ? tooShort : phone });
  if (makesMistake && isForm) {
    await page.keyboard.press('Tab');
    await wait('mistake → message', 'mistake');
    await fillIn({ phone });
  }
  const pay = async () => {
    if (method === 'bank') await page.locator('[name="paymentMethod"]').last().check({ force: true });
    else if (side !== 'gateway') await fillIn(card);
  };
  await pay();
  await press('入力内容を確認する');
  if (makesMistake && !isForm) {
    await wait('mistake → message', '/confirm');
    await fillIn({ phone });
    await pay();
    await press('入力内容を確認する');
  }
  await wait('input → confirm', 'confirm');
  await page.locator('[name="understood"]').check({ force: true });
  if (method === 'bank') await page.locator('[name="bankFormUnderstood"]').check({ force: true });
  await press('送信する');
  if (side === 'gateway') {
    await wait('submit → card page', '/card');
    await fillIn(card);
    await press('次へ');
  }
  const completion = isForm ? 'complete.php' : method === 'card' ? 'callback' : 'submit';
  if (method === 'card') {
    await wait('submit → bank', '/3ds/');
    await press('認証する');
    await wait('return → completion', completion);
  } else await wait('submit → completion', completion);
  await page.getByText('お申し込みありがとうございます').waitFor();
  waits['answers to keys'] = answers.reduce((sum, answer) => sum + answer, 0);
  await page.context().close();
  return { ...way, waits, keys: answers.length, bytes };
}

async function bench(port: number, runs: number, methods: Method[]): Promise<Journey[]> {
  const addresses = sandboxAddresses(port);
  const siteMiddleware = plainPages(addresses, await buildForSandbox(port));
  const sandbox = await serveBuild(port, { siteMiddleware, preflightMs: slow4G.latency });
  const browser = await openPlaywright();
  // What a browser does once, before the first page of all.
  await (await browser.newPage()).goto(addresses.site + plainPath);
  const made: Journey[] = [];
  for (let run = 1; run <= runs; run++) {
    for (const method of methods) {
      const sides: Side[] = method === 'card' ? ['form', 'plain', 'gateway'] : ['form', 'plain'];
      for (const makesMistake of [false, true]) {
        console.error(`${titleOf({ method, makesMistake })}, run ${run} of ${runs}`);
        for (const side of run % 2 === 1 ? sides : sides.toReversed())
          made.push(await journey(browser, addresses.site, { method, side, makesMistake }));
      }
    }
  }
  await browser.close();
  await sandbox.close();
  return made;
}

const titleOf = ({ method, makesMistake }: Omit<Way, 'side'>) =>
  `by ${method === 'card' ? 'card' : 'bank debit'}${makesMistake ? ', with a mistake' : ''}`;

function print(made: Journey[]): void {
  console.log(`${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, medians`);
  const line = (name: string, cells: string[]) =>
    console.log(`  ${name.padEnd(24)}${cells.map((cell) => cell.padStart(10)).join('')}`);
  for (const title of new Set(made.map(titleOf))) {
    const journeys = made.filter((one) => titleOf(one) === title);
    const row = (name: string, unit: string, read: (of: Journey) => number | undefined) => {
      const [form = Number.NaN, ...others] = (['form', 'plain', 'gateway'] as const).map((side) => {
        const values = journeys.flatMap((one) => (one.side === side ? (read(one) ?? []) : []));
        return percentile(values, 50);
      });
      const show = (value: number, text: string) => (Number.isNaN(value) ? '–' : text);
      const shown = (value: number) => show(value, `${Math.round(value).toLocaleString('en')}${unit}`);
      const beside = (other: number) => [shown(other), show(form / other, (form / other).toFixed(2))];
      line(name, [shown(form), ...others.flatMap(beside)]);
    };
    console.log(`\n${title}`);
    line('', ['form', 'plain', 'ratio', 'gateway', 'ratio']);
    for (const name of new Set(journeys.flatMap(({ waits }) => Object.keys(waits))))
      row(name, ' ms', ({ waits }) => waits[name]);
    row('all waits', ' ms', ({ waits }) => Object.values(waits).reduce((sum, wait) => sum + wait, 0));
    row('keys and ticks', '', ({ keys }) => keys);
    row('bytes', ' B', ({ bytes }) => bytes);
  }
}

const options = readOptions(help, {
  by: { type: 'string', default: 'both' },
  runs: { type: 'string', default: '5' },
  json: { type: 'boolean', default: false },
});
const methods = (['card', 'bank'] as const).filter((method) => [method, 'both'].includes(options.by));
if (methods.length === 0) {
  console.error(`--by must be card or bank, not "${options.by}".`);
  process.exit(2);
}
const made = await bench(Number(process.env.PORT || 4600), readRuns(options.runs), methods);
if (options.json) console.log(JSON.stringify(made, null, 2));
else print(made);
