import { existsSync } from 'node:fs';
import { defineConfig, firefox, webkit } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.ts';
// Makes `#organisation` the organisation under test, for the tests and the sandbox.
import './scripts/organisation.ts';
import { hasWebKitGtk, installedFirefox } from './tests/engines/installed.ts';
import { patience } from './tests/engines/tab.ts';

// Playwright's own builds run every test on demand. Debian's browsers, which it cannot drive, run the journeys.
const hasOwnFirefox = existsSync(firefox.executablePath());
const hasOwnWebKit = existsSync(webkit.executablePath());
const byPlaywright =
  process.env.EVERY_TEST === '1'
    ? { testIgnore: '**/by-their-drivers.spec.ts' }
    : { testMatch: '**/by-playwright.spec.ts' };

const byTheirDrivers = { testMatch: '**/by-their-drivers.spec.ts' };

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
    actionTimeout: patience,
    navigationTimeout: patience,
    screenshot: { mode: 'only-on-failure', fullPage: true },
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
  // Firefox and WebKit run first, each in one worker: starting one takes as long as two of its tests.
  projects: [
    ...(hasOwnFirefox || installedFirefox()
      ? [
          {
            name: 'firefox',
            workers: 1,
            ...(hasOwnFirefox ? byPlaywright : byTheirDrivers),
            use: { browserName: 'firefox' as const, launchOptions: {} },
          },
        ]
      : []),
    ...(hasOwnWebKit || hasWebKitGtk()
      ? [
          {
            name: 'webkit',
            workers: 1,
            ...(hasOwnWebKit ? byPlaywright : byTheirDrivers),
            use: { browserName: 'webkit' as const, launchOptions: {} },
          },
        ]
      : []),
    { name: 'chromium', testIgnore: '**/engines/*' },
  ],
});
