import { defineConfig } from 'vitest/config';
import { organisationFolder } from '../scripts/organisation/folder.ts';

export default defineConfig({
  resolve: { alias: { '#organisation': organisationFolder } },
  test: {
    environment: 'node',
    include: ['model-tests/**/*.test.ts'],
    // As in vitest.config.ts; these are sentences.
    testTimeout: 300_000,
    chaiConfig: { truncateThreshold: 2_000 },
  },
});
