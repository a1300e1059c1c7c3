import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';
import { findChromiumWithWindows } from '../scripts/chromium.ts';

const isSlow = process.env.MODEL_SLOW === '1';
const launchOptions = { ...shared.use?.launchOptions, slowMo: isSlow ? 400 : 0 };
/** Only with windows does Chromium show a page again from its memory, and only if Playwright does not forbid it. */
const executablePath = findChromiumWithWindows();

export default defineConfig({
  ...shared,
  // For the command that runs a path again.
  metadata: { meddler: process.env.MODEL_MEDDLER ?? '' },
  testDir: 'browser',
  testMatch: '**/*.spec.ts',
  outputDir: '../reports/model-results',
  timeout: isSlow ? 300_000 : 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: '../reports/model.json' }],
    ['./report/playwright-reporter.ts'],
  ],
  use: { ...shared.use, launchOptions },
  projects: [
    {
      name: 'pages from memory',
      // a second one would have to start that browser as well
      workers: 1,
      grep: /page\.restored/,
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
      grepInvert: /page\.restored/,
      use: {
        // A page costs half as much in a process that has run the form before. Between tests Playwright clears cache,
        // cookies, storage, routes and clock.
        reuseContext: true,
        launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), '--process-per-site'] },
      },
    },
  ],
});
