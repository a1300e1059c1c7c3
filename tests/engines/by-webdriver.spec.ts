import { test as base } from '../e2e/support/fixtures.ts';
import { ownPorts } from '../ports.ts';
import { journeys } from './journeys.ts';
import type { Tab } from './tab.ts';
import { openWebKit, startWebKitDriver, webDriverTab } from './webkit.ts';

/** Debian's WebKit, which Playwright cannot drive. */
const test = base.extend<{ tab: Tab }, { driverPort: number }>({
  driverPort: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted off this pattern
    async ({}, use) => {
      const { otherServer: port } = await ownPorts();
      const stop = startWebKitDriver(port);
      await use(port);
      stop();
    },
    { scope: 'worker' },
  ],
  tab: async ({ driverPort, sandbox }, use, info) => {
    const driver = await openWebKit(driverPort);
    await use(webDriverTab(driver, sandbox.url));
    if (info.status !== info.expectedStatus)
      await info.attach('page', { body: await driver.getPageSource(), contentType: 'text/html' });
    await driver.quit();
  },
});

journeys(test);
