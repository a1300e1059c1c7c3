import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, firefox, webkit } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.ts';
// Makes `#organisation` the organisation under test, for the tests and the sandbox.
import './scripts/organisation.ts';
import { hasWebKitGtk, installedFirefox } from './tests/engines/installed.ts';
import { patience } from './tests/engines/tab.ts';

const debianFirefox = installedFirefox();
if (debianFirefox) process.env.FIREFOX_PATH = debianFirefox;
const hasFirefox = debianFirefox !== undefined || existsSync(firefox.executablePath());
const hasOwnWebKit = existsSync(webkit.executablePath());

// Only this process knows its command line, so the workers get the path from the environment.
const executablePath = findChromium({
  opensWindows: ['--headed', '--debug', '--ui'].some((flag) => process.argv.includes(flag)),
});
if (executablePath) process.env.CHROMIUM_PATH = executablePath;

const args = [
  ...chromiumFlags,
  // V8's optimising compilers take a sixth of the run, and pages that live for seconds gain nothing from them.
  '--js-flags=--no-opt --no-maglev',
  // A process for drawing costs a tenth of the browser's time in messages.
  '--in-process-gpu',
];

const byWebDriver = '**/by-webdriver.spec.ts';
/** The journeys, or every test (docs/browsers.md). In Chromium the generated paths cover the journeys. */
const besideChromium =
  process.env.EVERY_TEST === '1' ? { testIgnore: byWebDriver } : { testMatch: '**/by-playwright.spec.ts' };

const useFirefox = {
  browserName: 'firefox' as const,
  launchOptions: {},
  ...(debianFirefox && {
    channel: 'moz-firefox',
    launchOptions: {
      // saves processes, frames and records that no test looks at
      firefoxUserPrefs: {
        'fission.autostart': false,
        'dom.ipc.processCount': 1,
        'dom.ipc.keepProcessesAlive.web': 1,
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
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
  // Firefox and WebKit run first, each in one worker: starting one takes as long as two of its tests.
  projects: [
    ...(hasFirefox ? [{ name: 'firefox', workers: 1, ...besideChromium, use: useFirefox }] : []),
    ...(hasOwnWebKit || hasWebKitGtk()
      ? [
          {
            name: 'webkit',
            workers: 1,
            // Without Playwright's own build it is Debian's, which needs WebDriver.
            ...(hasOwnWebKit ? besideChromium : { testMatch: byWebDriver }),
            use: { browserName: 'webkit' as const, launchOptions: {} },
          },
        ]
      : []),
    { name: 'chromium', testIgnore: '**/engines/*' },
  ],
});
