import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';
import { breaks } from './broken-product.ts';
import { asItIs, wantedRuns } from './broken-runs.ts';
import { root } from './proofs.ts';

/** Without a cache: each breakage transforms the files differently. */
const { projects: _, ...ofEachFile } = shared.test ?? {};
const test = { ...ofEachFile, fsModuleCache: false };

export default defineConfig({
  root,
  test: {
    tags: shared.test?.tags ?? [],
    fsModuleCache: false,
    projects: [
      ...wantedRuns.map(({ breakage, index, testFiles }) => ({
        root,
        plugins: [breaks(breakage)],
        test: { ...test, name: String(index), include: [...testFiles] },
      })),
      {
        root,
        test: {
          ...test,
          name: asItIs,
          include: [...new Set(wantedRuns.flatMap(({ testFiles }) => testFiles))],
        },
      },
    ],
  },
});
