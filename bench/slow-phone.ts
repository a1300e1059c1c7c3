import type { Browser, Page } from 'puppeteer-core';
import { BANK_DEBIT } from '../src/signup/form.ts';
import { completeDonor } from '../tests/complete-donor.ts';

/** A mid-range phone, as in Lighthouse's profile, and the cheapest on sale: how many times slower than this machine. */
const middleClass = 4;
const cheap = 10;

const slow4G = { latency: 150, download: 1_638_400 / 8, upload: 675_000 / 8 };

/** Script for each key, and the time from the key to the frame that shows it, in ms. */
export async function measureTyping(browser: Browser, url: string) {
  const typical = await type(browser, url, middleClass);
  const slowest = await type(browser, url, cheap);
  return {
    'Script per key, CPU ÷ 4': typical.scriptPerKey,
    'Key → paint p98, CPU ÷ 4': typical.paint,
    'Key → paint p98, CPU ÷ 10': slowest.paint,
  };
}

async function type(browser: Browser, url: string, cpuSlowdown: number) {
  const page = await openPage(browser, url, cpuSlowdown);
  const paints = await page.evaluateHandle(() => {
    const times: number[] = [];
    // The browser rounds to 8 ms, and does not tell what is faster than 16.
    const slower = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') times.push(duration);
    }).observe(slower);
    return times;
  });
  const devtools = await page.createCDPSession();
  // Processor time, so that other work on the machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scriptTime = async () => {
    await settle(page);
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
  };
  await page.focus('[name="city"]');
  await page.keyboard.type('warm up ');
  const before = await scriptTime();
  await paints.evaluate((times) => times.splice(0));
  // About as fast as a thumb. Faster keys would wait for earlier ones on a slow phone.
  await page.keyboard.type('abcdefghij'.repeat(10), { delay: 100 });
  const scriptPerKey = ((await scriptTime()) - before) / 100;
  const slowest = (await paints.jsonValue()).toSorted((a, b) => b - a);
  await page.browserContext().close();
  // Two of a hundred are slower.
  return { scriptPerKey, paint: slowest[2] ?? 16 };
}

/** The waits of a donor: until the form answers, and from the press to the confirm screen or to errors, in ms. */
export async function measureSteps(browser: Browser, url: string) {
  const page = await openPage(browser, url, middleClass, true);
  const hydrated = await page.evaluate(() => {
    const [html] = performance.getEntriesByType('navigation');
    const [ready] = performance.getEntriesByName('signup-ready');
    return (ready?.startTime ?? 0) - (html instanceof PerformanceNavigationTiming ? html.responseEnd : 0);
  });
  await page.click(`[name="paymentMethod"][value="${BANK_DEBIT}"]`);
  const { lastName, firstName, furigana, email, zip, street, phone } = completeDonor;
  const typed = { lastName, firstName, furigana, email, zip: zip.replace('-', ''), street, phone };
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name="${name}"]`).fill(value);
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name="city"]')?.value !== '');
  const confirm = await paintAfterPress(page, 'main[data-state^="confirm"]');

  const wrong = await openPage(browser, url, cheap);
  await wrong.click('[name="price"][value="other"]');
  await wrong.click('[name="expatriate"]');
  const errors = await paintAfterPress(wrong, '[data-error-for]');
  return {
    'HTML → hydrated, slow 4G': hydrated,
    'Input → confirm, CPU ÷ 4': confirm,
    'Press → 15 errors, CPU ÷ 10': errors,
  };
}

async function openPage(browser: Browser, url: string, cpuSlowdown: number, isSlow4G = false): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 412, height: 823, deviceScaleFactor: 1.75 });
  await page.emulateCPUThrottling(cpuSlowdown);
  if (isSlow4G) await page.emulateNetworkConditions(slow4G);
  await page.goto(url);
  // The twin has no script.
  await page.waitForFunction(
    () => document.scripts.length === 0 || performance.getEntriesByName('signup-ready').length > 0,
  );
  return page;
}

/** Resolves once everything so far is painted and the page is idle. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => resolve())));
      }),
  );

/** Presses 入力内容を確認する. Milliseconds until something that `selector` finds has been painted. */
async function paintAfterPress(page: Page, selector: string): Promise<number> {
  await page.waitForNetworkIdle();
  await settle(page);
  const time = await page.$eval(
    '::-p-aria([name="入力内容を確認する"][role="button"])',
    (button, wanted) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const look = () => {
          if (document.querySelector(wanted)) setTimeout(() => resolve(performance.now() - start));
          else requestAnimationFrame(look);
        };
        if (button instanceof HTMLElement) button.click();
        requestAnimationFrame(look);
      }),
    selector,
  );
  await page.browserContext().close();
  return time;
}
