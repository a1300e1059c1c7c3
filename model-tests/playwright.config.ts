import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';
import { findChromiumWithWindows } from '../scripts/chromium.ts';

const launchOptions = shared.use?.launchOptions;
/** Only a Chromium with windows shows a page again from memory, and only if Playwright does not forbid it. */
const executablePath = findChromiumWithWindows();

export default defineConfig({
  ...shared,
  testDir: 'browser',
  testMatch: '**/*.spec.ts',
  outputDir: '../reports/model-results',
  // One for each project: in a process that has run the form before, a page takes half of the time.
  workers: 2,
  // After so many failures, the rest would say the same.
  maxFailures: 10,
  reporter: [
    ['list'],
    ['json', { outputFile: '../reports/model.json' }],
    ['html', { outputFolder: '../reports/model', open: 'never', title: 'Every path through the sign-up' }],
  ],
  projects: [
    {
      name: 'pages from memory',
      workers: 1,
      grep: /@from-memory/,
      metadata: { keepsPages: executablePath !== undefined },
      use: {
        launchOptions: {
          ...launchOptions,
          ...(executablePath && { executablePath }),
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
    },
    {
      name: 'paths',
      workers: 1,
      grepInvert: /@from-memory/,
      use: {
        // For the same reason. Between tests Playwright clears cache, cookies, storage, routes and clock.
        reuseContext: true,
        launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--process-per-site'] },
      },
    },
  ],
});
