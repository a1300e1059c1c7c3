import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';

const launchOptions = shared.use?.launchOptions;

export default defineConfig({
  ...shared,
  testDir: 'browser',
  outputDir: '../reports/model-results',
  // In a process that has run the form before, a page takes half of the time; and so below.
  workers: 1,
  // After so many failures, the rest would say the same.
  maxFailures: 10,
  reporter: [
    ['list'],
    ['json', { outputFile: '../reports/model.json' }],
    ['html', { outputFolder: '../reports/model', open: 'never', title: 'Every path through the sign-up' }],
  ],
  projects: [
    {
      name: 'paths',
      use: {
        launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--process-per-site'] },
      },
    },
  ],
});
