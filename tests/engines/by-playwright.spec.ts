import { test as base } from '../e2e/fixtures.ts';
import { journeys } from './journeys.ts';
import { playwrightTab } from './playwright-tab.ts';
import type { Tab } from './tab.ts';

/** On a phone: with a touch screen where the engine can be given one. */
const test = base.extend<{ tab: Tab }>({
  viewport: { width: 390, height: 664 },
  isMobile: ({ browserName }, use) => use(browserName === 'chromium'),
  hasTouch: ({ browserName }, use) => use(browserName === 'chromium'),
  // the sanitiser parses messages in a document of its own, where Chromium reports handlers that it will not run
  expectedFaults: /inline event handler/,
  tab: ({ page }, use) => use(playwrightTab(page)),
});

journeys(test);
