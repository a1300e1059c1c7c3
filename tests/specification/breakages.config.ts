import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config.ts';
import type { BuildOptions } from '../e2e/fixtures.ts';
import { breakages, breaks } from './broken-product.ts';
import { own } from './own.ts';

/** What run-breakages.ts asks for: which statements' proofs to run against which breakage. */
const wanted: unknown = JSON.parse(process.env.BREAKAGES ?? '[]');
const runs = (Array.isArray(wanted) ? wanted : []).flatMap((run: unknown) => {
  const index = own(run, 'index');
  const ids = own(run, 'ids');
  return typeof index === 'number' && Array.isArray(ids) ? [{ index, ids: ids.map(String) }] : [];
});

const proofsOf = (ids: readonly string[]) =>
  new RegExp(`@(?:${ids.map((id) => id.replace('.', '\\.')).join('|')})(?!\\d)`);

export default defineConfig<object, BuildOptions>({
  ...shared,
  testDir: '../e2e',
  outputDir: '../../reports/breakages-results',
  // A broken product must not cost every proof its full time-out; the same holds for the product as it is.
  timeout: 30_000,
  expect: { timeout: 5_000 },
  use: { ...shared.use, actionTimeout: 5_000 },
  projects: [
    { name: 'as it is', grep: proofsOf(runs.flatMap(({ ids }) => ids)) },
    ...runs.flatMap(({ index, ids }) => {
      const breakage = breakages[index];
      return breakage
        ? [{ name: String(index), grep: proofsOf(ids), use: { brokenBy: breaks(breakage) } }]
        : [];
    }),
  ],
});
