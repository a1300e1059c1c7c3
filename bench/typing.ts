import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/chromium.ts';
import { completeDonor } from '../tests/complete-donor.ts';
import { percentile } from './percentile.ts';

/** A mid-range phone, as in Lighthouse's profile. */
const middleClass = 4;
/** The cheapest phone on sale. */
export const cheap = 10;
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 675_000 / 8,
};

const { lastName, firstName, furigana, email, zip, street, phone } = completeDonor;

/** What a donor at home types. */
const donor = { lastName, firstName, furigana, email, zip: zip.replace('-', ''), street, phone };

export type Typing = { scriptPerKey: number; paintP98: number };
export type Steps = { hydrated: number; confirmPaint: number };

/**
 * With a tool attached, Chromium parses a whole file again at the first exception that it catches, to find line numbers.
 * Donors' browsers do not. The last flag makes the first parse keep the line numbers.
 */
export const measuredFlags = [...chromiumFlags, '--js-flags=--no-enable-lazy-source-positions'];

export async function openPlaywright(): Promise<Browser> {
  const executablePath = findChromium({ opensWindows: true });
  return chromium.launch({ args: measuredFlags, ...(executablePath ? { executablePath } : {}) });
}

/** @param cpuSlowdown how many times slower than this machine the page runs */
async function openPage(
  browser: Browser,
  cpuSlowdown = middleClass,
): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({
    locale: 'ja-JP',
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // Processor time, so that other work on the machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return { page, devtools };
}

/** Milliseconds of processor time that scripts have taken on the page so far. */
async function scriptTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
}

/** Resolves once everything so far is painted and the page is idle. */
const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const rest = () => (window.requestIdleCallback ?? setTimeout)(resolve);
        requestAnimationFrame(() => setTimeout(rest));
      }),
  );

/** Types one text into a field: script for each key, and time from the key to the frame that shows it, in ms. */
export async function measureTyping(
  browser: Browser,
  url: string,
  { isApp, cpuSlowdown }: { isApp: boolean; cpuSlowdown?: number },
): Promise<Typing> {
  const { page, devtools } = await openPage(browser, cpuSlowdown);
  await page.goto(url);
  if (isApp) await page.waitForFunction(() => performance.getEntriesByName('signup-ready').length > 0);
  const paints = await page.evaluateHandle(() => {
    const times: number[] = [];
    const channel = new MessageChannel();
    const started: number[] = [];
    channel.port1.onmessage = () => {
      const start = started.shift();
      if (start !== undefined) times.push(performance.now() - start);
    };
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        started.push(timeStamp);
        requestAnimationFrame(() => channel.port2.postMessage(null));
      },
      true,
    );
    return times;
  });
  await page.locator('[name="city"]').focus();
  await page.keyboard.type('warm up ');
  await settled(page);
  await paints.evaluate((times) => {
    times.length = 0;
  });
  const keys = 100;
  const before = await scriptTime(devtools);
  // About as fast as a thumb. Faster keys would wait for earlier ones on a slow phone.
  const text = 'abcdefghij'.repeat(keys / 10);
  await page.keyboard.type(text, { delay: 100 });
  await settled(page);
  const scriptPerKey = ((await scriptTime(devtools)) - before) / keys;
  const times = await paints.jsonValue();
  await page.context().close();
  return { scriptPerKey, paintP98: percentile(times, 98) };
}

/** The waits of a donor on a slow phone: until the form answers, and from the press to the confirm screen, in ms. */
export async function measureSteps(browser: Browser, url: string): Promise<Steps> {
  const { page, devtools } = await openPage(browser);
  await devtools.send('Network.emulateNetworkConditions', slow4G);
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('signup-ready').length > 0);
  const hydrated = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const html = navigation instanceof PerformanceNavigationTiming ? navigation.responseEnd : 0;
    return (performance.getEntriesByName('signup-ready')[0]?.startTime ?? Number.NaN) - html;
  });
  await page.locator('[name="paymentMethod"]').last().check({ force: true });
  for (const [name, value] of Object.entries(donor)) await page.locator(`[name="${name}"]`).fill(value);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="city"]')?.value !== '');
  await page.locator('[name="street"]').focus();
  await page.waitForLoadState('networkidle');
  await settled(page);
  const confirmPaint = await paintAfterPress(page, 'main[data-state^="confirm"]');
  await page.context().close();
  return { hydrated, confirmPaint };
}

/** From the press of 入力内容を確認する with every field wrong to the frame that shows it, on a cheap phone, in ms. */
export async function measureErrors(browser: Browser, url: string): Promise<number> {
  const { page } = await openPage(browser, cheap);
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('signup-ready').length > 0);
  await page.waitForLoadState('networkidle');
  await page.locator('[name="price"][value="other"]').check({ force: true });
  await page.locator('[name="expatriate"]').check({ force: true });
  await page.waitForLoadState('networkidle');
  await settled(page);
  const time = await paintAfterPress(page, '[data-error-for]');
  await page.context().close();
  return time;
}

/** Presses 入力内容を確認する. Milliseconds until something that `selector` finds has been painted. */
const paintAfterPress = (page: Page, selector: string): Promise<number> =>
  page.getByRole('button', { name: '入力内容を確認する' }).evaluate(
    (element, wanted) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const look = () => {
          if (document.querySelector(wanted)) setTimeout(() => resolve(performance.now() - start));
          else requestAnimationFrame(look);
        };
        if (element instanceof HTMLElement) element.click();
        requestAnimationFrame(look);
      }),
    selector,
  );
