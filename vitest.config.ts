import { defineConfig } from 'vitest/config';
import { organisationFolder } from './scripts/organisation.ts';
import { readStatements, tagOf } from './tests/specification/statements.ts';

const include = ['tests/**/*.test.{ts,tsx}'];
/** Their files put globals, mocks and modules with a state of their own in place. */
const withState = ['architecture', 'services', 'views'].map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);

export default defineConfig({
  resolve: { alias: { '#organisation': organisationFolder } },
  test: {
    environment: 'node',
    projects: [
      // Half the processor time went into starting each file anew; what these share has no state.
      { extends: true, test: { name: 'together', isolate: false, include, exclude: withState } },
      { extends: true, test: { name: 'alone', include: withState } },
    ],
    // Only what hangs takes this long, however busy the machine is.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Why a test failed is said in a line of the summary: what a list holds, and not how long it is.
    chaiConfig: { truncateThreshold: 200 },
    // Which statements of docs/specification.md a test proves.
    tags: readStatements().map(({ id, text }) => ({ name: tagOf(id), description: text })),
    // By default one processor stays free, which halves the speed on two.
    maxWorkers: '100%',
  },
});
