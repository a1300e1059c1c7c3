import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';

/** `npm run gallery`: no check, but pictures of every screen for a designer, as attachments of Playwright's report. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: 'screens.ts',
  outputDir: '../../reports/gallery-results',
  reporter: [['list'], ['html', { outputFolder: '../../reports/gallery', open: 'never' }]],
  projects: [{ name: 'chromium' }],
});
