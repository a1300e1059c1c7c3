import { defineConfig } from 'vitest/config';
import { organisationFolder } from '../scripts/organisation/folder.ts';

export default defineConfig({
  resolve: { alias: { '#organisation': organisationFolder } },
  test: {
    environment: 'node',
    include: ['model-tests/**/*.test.ts'],
    // Both files explore the same graph; in one worker that happens once.
    isolate: false,
    maxWorkers: 1,
    // As in vitest.config.ts; these are sentences.
    testTimeout: 300_000,
    chaiConfig: { truncateThreshold: 2_000 },
  },
});
