import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';
import type { BuildOptions } from '../e2e/fixtures.ts';
import { breaks } from './broken-product.ts';
import { asItIs, wantedRuns } from './broken-runs.ts';

const proofsOf = (ids: readonly string[]) =>
  new RegExp(`@(?:${ids.map((id) => id.replace('.', '\\.')).join('|')})(?!\\d)`);

export default defineConfig<object, BuildOptions>({
  ...shared,
  testDir: '..',
  testMatch: 'e2e/**/*.spec.ts',
  outputDir: '../../reports/breakages-results',
  // A broken product must not cost every proof its full time-out; the same holds for the product as it is.
  timeout: 30_000,
  expect: { timeout: 5_000 },
  use: { ...shared.use, actionTimeout: 5_000, screenshot: 'off' },
  projects: [
    { name: asItIs, grep: proofsOf(wantedRuns.flatMap(({ ids }) => ids)) },
    ...wantedRuns.map(({ breakage, index, ids }) => ({
      name: String(index),
      grep: proofsOf(ids),
      use: { brokenBy: breaks(breakage) },
    })),
  ],
});
