import { test as base, expect } from '../e2e/support/fixtures.ts';
import { startFirefox } from './firefox.ts';
import { journeys } from './journeys.ts';
import type { Engine, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

/** Debian's Firefox and WebKit. */
const test = base.extend<{ tab: Tab }, { engine: Engine }>({
  engine: [
    async ({ browserName }, use) => {
      const engine = await (browserName === 'firefox' ? startFirefox() : startWebKit());
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  tab: async ({ engine, sandbox, expectedFaults }, use, info) => {
    const { tab, faults, look, close } = await engine.open(sandbox.url);
    await use(tab);
    if (info.status !== info.expectedStatus) await info.attach('page', await look());
    await close();
    expect(faults.filter((fault) => !expectedFaults?.test(fault))).toEqual([]);
  },
});

journeys(test);
