import { expect } from '@playwright/test';
import puppeteer, { type KeyInput, type Page } from 'puppeteer-core';
import { installedFirefox } from './installed.ts';
import { type Engine, patience, type Tab } from './tab.ts';

/** Starts Debian's Firefox in Japan's time zone, without a window. */
export async function startFirefox(): Promise<Engine> {
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath: installedFirefox() ?? '',
    env: { ...process.env, TZ: 'Asia/Tokyo' },
    extraPrefsFirefox: { 'intl.accept_languages': 'ja' },
  });
  return {
    async open(site) {
      const context = await firefox.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 390, height: 664 });
      const faults: string[] = [];
      page.on('pageerror', (fault) => faults.push(String(fault)));
      return {
        tab: puppeteerTab(page, site),
        faults,
        look: async () => ({ body: Buffer.from(await page.screenshot()), contentType: 'image/png' }),
        close: () => context.close(),
      };
    },
    close: () => firefox.close(),
  };
}

/** A tab of a browser that Puppeteer drives by WebDriver BiDi. */
function puppeteerTab(page: Page, site: string): Tab {
  page.setDefaultTimeout(patience);
  /** Presses what a finger can touch there, as soon as it can. */
  const touch = async (selector: string, count = 1) => {
    const target = await page.waitForSelector(selector, { visible: true });
    const isOnTop = (element: Element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    await expect.poll(() => target?.evaluate(isOnTop)).toBe(true);
    await target?.click({ count });
  };
  const withWords = (words: string) =>
    `xpath///*[self::button or self::a][contains(normalize-space(), "${words}")]`;
  return {
    open: async (address) => void (await page.goto(new URL(address, site).href)),
    reload: async () => void (await page.reload()),
    // Puppeteer waits in vain for a page that Firefox shows again from its memory.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    forward: () => page.evaluate(() => void setTimeout(() => history.forward())),
    fill: (selector, value) => page.locator(selector).fill(value),
    async check(selector) {
      if (!(await page.$(`${selector}:checked`))) await touch(`label:has(${selector})`);
      await page.waitForSelector(`${selector}:checked`);
    },
    press: (words) => touch(withWords(words)),
    pressTwice: (words) => touch(withWords(words), 2),
    type: (text) => page.keyboard.type(text),
    async key(name) {
      const keys = name.replace('Space', ' ').split('+') as KeyInput[];
      for (const key of keys) await page.keyboard.down(key);
      for (const key of keys.toReversed()) await page.keyboard.up(key);
    },
    waitFor: async (selector) => void (await page.waitForSelector(selector)),
    arriveAt: async (address) =>
      void (await page.waitForFunction(
        (pattern) => new RegExp(pattern).test(location.href),
        {},
        address.source,
      )),
    read: async (look, argument) =>
      JSON.parse(
        (await page.evaluate(`JSON.stringify((${look})(${JSON.stringify(argument)})) ?? 'null'`)) as string,
      ),
  };
}
