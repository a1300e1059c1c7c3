import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';

const isSlow = process.env.MODEL_SLOW === '1';

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
  use: { ...shared.use, launchOptions: { ...shared.use?.launchOptions, slowMo: isSlow ? 400 : 0 } },
});
