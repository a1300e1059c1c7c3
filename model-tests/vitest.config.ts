import { defineConfig } from 'vitest/config';
import { organisationFolder } from '../scripts/organisation.ts';

export default defineConfig({
  resolve: { alias: { '#organisation': organisationFolder } },
  test: {
    environment: 'node',
    include: ['model-tests/**/*.test.ts'],
    testTimeout: 20_000,
    // As in vitest.config.ts; these are sentences.
    chaiConfig: { truncateThreshold: 2_000 },
  },
});
