import type { Browser } from 'puppeteer-core';
import { test as base, expect } from '../e2e/support/fixtures.ts';
import { puppeteerTab, startFirefox } from './firefox.ts';
import { journeys } from './journeys.ts';
import type { Tab } from './tab.ts';

/** Debian's Firefox, which Playwright cannot drive. */
const test = base.extend<{ tab: Tab }, { firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted off this pattern
    async ({}, use) => {
      const firefox = await startFirefox();
      await use(firefox);
      await firefox.close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ firefox, sandbox, expectedFaults }, use, info) => {
    const context = await firefox.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 390, height: 664 });
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(String(fault)));
    await use(puppeteerTab(page, sandbox.url));
    if (info.status !== info.expectedStatus)
      await info.attach('picture', { body: Buffer.from(await page.screenshot()), contentType: 'image/png' });
    await context.close();
    expect(faults.filter((fault) => !expectedFaults?.test(fault))).toEqual([]);
  },
});

journeys(test);
