import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, firefox, webkit } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.ts';
// What the tests and the sandbox ask for as `#organisation` is the organisation under test.
import './scripts/organisation.ts';
import { installedFirefox } from './tests/engines/firefox.ts';
import { hasWebKitGtk } from './tests/engines/webkit.ts';

const debianFirefox = installedFirefox();
if (debianFirefox) process.env.FIREFOX_PATH = debianFirefox;
const hasFirefox = debianFirefox !== undefined || existsSync(firefox.executablePath());
const hasOwnWebKit = existsSync(webkit.executablePath());

// The workers find it in the environment: only this process knows how it was called.
const executablePath = findChromium({
  opensWindows: ['--headed', '--debug', '--ui'].some((flag) => process.argv.includes(flag)),
});
if (executablePath) process.env.CHROMIUM_PATH = executablePath;

/** A page that lives for seconds does not get back what V8 spends on its optimising compilers: a sixth of the run. */
const args = [...chromiumFlags, '--js-flags=--no-opt --no-maglev'];

const byWebDriver = '**/by-webdriver.spec.ts';
/** The core of journeys, or every test (docs/browsers.md). In Chromium the generated paths go the same ways. */
const besideChromium =
  process.env.EVERY_TEST === '1' ? { testIgnore: byWebDriver } : { testMatch: '**/by-playwright.spec.ts' };

const useFirefox = {
  browserName: 'firefox' as const,
  launchOptions: {},
  ...(debianFirefox && {
    channel: 'moz-firefox',
    launchOptions: {
      // spare processes, frames and records that no test looks at
      firefoxUserPrefs: {
        'fission.autostart': false,
        'dom.ipc.processCount': 1,
        'dom.ipc.processPrelaunch.enabled': false,
        'layout.frame_rate': 30,
        'accessibility.force_disabled': 1,
        'browser.chrome.site_icons': false,
        'browser.sessionstore.interval': 3_600_000,
        'browser.urlbar.formatting.enabled': false,
        'media.videocontrols.picture-in-picture.enabled': false,
        'places.history.enabled': false,
      },
      executablePath: fileURLToPath(import.meta.resolve('./tests/engines/firefox-for-playwright.mjs')),
    },
  }),
};

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'reports/e2e-results',
  fullyParallel: true,
  forbidOnly: true,
  // A browser waits half of its time.
  workers: 3,
  retries: 0,
  // Generous, since CI's machine may be busy: a broken app is still told apart from a slow one.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    // A broken app must not cost every test its full time-out.
    actionTimeout: 20_000,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // With pictures and the page at each step a trace costs a quarter of the run: `npm run e2e -- --trace on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
  // The others first, each in a worker of its own: to start these browsers costs as much as two of their tests.
  projects: [
    ...(hasFirefox ? [{ name: 'firefox', workers: 1, ...besideChromium, use: useFirefox }] : []),
    ...(hasOwnWebKit || hasWebKitGtk()
      ? [
          {
            name: 'webkit',
            workers: 1,
            // Debian's, which Playwright cannot drive, where its own build is not here.
            ...(hasOwnWebKit ? besideChromium : { testMatch: byWebDriver }),
            use: { browserName: 'webkit' as const, launchOptions: {} },
          },
        ]
      : []),
    { name: 'chromium', testIgnore: '**/engines/*' },
  ],
});
