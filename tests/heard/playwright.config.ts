import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

/** `npm run test:heard`: what Orca says of a whole sign-up, in Firefox and Chromium. Debian only. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: 'sign-up.ts',
  outputDir: '../../reports/heard-results',
  // One key after the other, and Orca takes its time for each.
  workers: 1,
  timeout: 400_000,
  projects: [{ name: 'firefox' }, { name: 'chromium' }],
});
