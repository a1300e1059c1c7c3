import { defineConfig } from 'vitest/config';
import { organisationFolder } from './scripts/organisation/folder.ts';
import { readStatements, tagOf } from './tests/specification/statements.ts';

/** These draw into a page. */
const inPage = ['tests/inspector/page.test.tsx', 'tests/views/*.test.tsx'];

export default defineConfig({
  resolve: { alias: { '#organisation': organisationFolder } },
  test: {
    // A thread starts faster than a process.
    pool: 'threads',
    // Each worker loads all modules again, which took half of the processor time. No test needs a fresh one: the files were
    // green in any order (`--sequence.shuffle`).
    isolate: false,
    maxWorkers: 1,
    setupFiles: 'tests/set-up.ts',
    projects: [
      { extends: true, test: { name: 'node', include: ['tests/**/*.test.ts'], exclude: inPage } },
      {
        extends: true,
        test: { name: 'page', include: inPage, environment: 'jsdom', setupFiles: 'tests/views/set-up.ts' },
      },
    ],
    // Only a test that hangs takes this long, even on a busy machine.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The summary says in one line why a test failed. It shows what a list holds, not only how long it is.
    chaiConfig: { truncateThreshold: 200 },
    // Tests name the statements of docs/specification.md that they prove as tags.
    tags: readStatements().map(({ id, text }) => ({ name: tagOf(id), description: text })),
  },
});
