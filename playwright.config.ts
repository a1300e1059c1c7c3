import { existsSync } from 'node:fs';
import { type BrowserType, defineConfig, firefox, webkit } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.ts';
// Makes `#organisation` the organisation under test, for the tests and the sandbox.
import './scripts/organisation/folder.ts';
import { hasWebKitGtk, installedFirefox } from './tests/engines/installed.ts';
import { patience } from './tests/engines/tab.ts';

/**
 * The project of an engine. Playwright's own build runs every test on demand. Debian's browser, which Playwright cannot
 * drive, runs the journeys.
 */
function projectFor(engine: BrowserType, isInstalled: boolean) {
  const hasOwn = existsSync(engine.executablePath());
  const every = { testIgnore: '**/by-their-drivers.spec.ts' };
  const journeys = { testMatch: `**/by-${hasOwn ? 'playwright' : 'their-drivers'}.spec.ts` };
  const project = {
    name: engine.name(),
    // Starting one takes as long as two of its tests.
    workers: 1,
    ...(hasOwn && process.env.EVERY_TEST === '1' ? every : journeys),
    use: { browserName: engine.name() as 'firefox' | 'webkit', launchOptions: {} },
  };
  return hasOwn || isInstalled ? [project] : [];
}

// Only this process knows its command line, so the workers get the path from the environment.
const executablePath = findChromium({
  opensWindows: ['--headed', '--debug', '--ui'].some((flag) => process.argv.includes(flag)),
});
if (executablePath) process.env.CHROMIUM_PATH = executablePath;

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'reports/e2e-results',
  fullyParallel: true,
  forbidOnly: true,
  // More than processors, since a browser waits half of its time.
  workers: 3,
  retries: 0,
  // Only a test that hangs takes this long, even on a busy machine.
  timeout: 5 * patience,
  expect: { timeout: patience, toPass: { timeout: patience } },
  reporter: 'list',
  use: {
    // A new page takes longer than most tests. Between tests Playwright clears storage, routes and clock.
    reuseContext: true,
    actionTimeout: patience,
    navigationTimeout: patience,
    screenshot: { mode: 'only-on-failure', fullPage: true },
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
  // Firefox and WebKit run first.
  projects: [
    ...projectFor(firefox, installedFirefox() !== undefined),
    ...projectFor(webkit, hasWebKitGtk()),
    {
      name: 'chromium',
      testIgnore: '**/engines/*',
      use: { permissions: ['clipboard-read', 'clipboard-write'] },
    },
  ],
});
