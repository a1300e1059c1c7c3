import { defineConfig } from 'vitest/config';
import { organisationFolder } from './scripts/organisation.ts';
import { readStatements, tagOf } from './tests/specification/statements.ts';

const include = ['tests/**/*.test.{ts,tsx}'];
/** These tests mock modules, or draw screens, whose modules keep state. */
const withState = ['tests/services/error-reporting.test.ts', 'tests/views/**/*.test.{ts,tsx}'];

export default defineConfig({
  resolve: { alias: { '#organisation': organisationFolder } },
  test: {
    environment: 'node',
    // A thread starts faster than a process.
    pool: 'threads',
    projects: [
      // Starting each file anew took half of the processor time, so files that keep no state share a thread.
      { extends: true, test: { name: 'together', isolate: false, include, exclude: withState } },
      { extends: true, test: { name: 'alone', include: withState } },
    ],
    // Only a test that hangs takes this long, even on a busy machine.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The summary says in one line why a test failed. It shows what a list holds, not only how long it is.
    chaiConfig: { truncateThreshold: 200 },
    // Tests name the statements of docs/specification.md that they prove as tags.
    tags: readStatements().map(({ id, text }) => ({ name: tagOf(id), description: text })),
    // By default Vitest leaves one processor free, which halves the speed on two.
    maxWorkers: '100%',
  },
});
