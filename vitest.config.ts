import { defineConfig } from 'vitest/config';
import { readStatements, tagOf } from './tests/specification/statements.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    // Only what hangs takes this long, however busy the machine is.
    testTimeout: 60_000,
    // Which statements of docs/specification.md a test proves.
    tags: readStatements().map(({ id, text }) => ({ name: tagOf(id), description: text })),
    // By default one processor stays free, which halves the speed on two.
    maxWorkers: '100%',
  },
});
