import { test as base } from '../e2e/support/fixtures.ts';
import { journeys } from './journeys.ts';
import { playwrightTab } from './playwright-tab.ts';
import type { Tab } from './tab.ts';

const test = base.extend<{ tab: Tab }>({
  viewport: { width: 390, height: 664 },
  tab: ({ page }, use) => use(playwrightTab(page)),
});

journeys(test);
