import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';
// What the tests and the sandbox ask for as `#organisation` is the organisation under test.
import '../../scripts/organisation.ts';

/** The form of another organisation: `ORGANISATION=organisations/river npx playwright test -c tests/organisation`. */
export default defineConfig(shared, {
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../reports/organisation-results',
});
