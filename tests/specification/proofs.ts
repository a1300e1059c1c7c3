import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTestReport, type TestRun } from '../../scripts/test-report.ts';

/** A test that says which statements it proves, by their ids (`§2.14`), and how it ended. */
export type Proof = { statements: string[] } & Pick<
  TestRun,
  'title' | 'file' | 'outcome' | 'picture' | 'project' | 'reason'
>;

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The statements among the tags of a test. */
export const idsOf = (tags: readonly string[]): string[] =>
  tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => tag.startsWith('§'));

/**
 * The proofs in a runner's JSON report.
 * @throws Error where there is no report
 */
export const proofsIn = (file: string): Proof[] =>
  readTestReport(file)
    .tests.map((test) => ({ ...test, statements: idsOf(test.tags) }))
    .filter(({ statements }) => statements.length > 0);

/** The proofs of the last `npm test` or `npm run spec`. */
export const lastProofs = (): Proof[] =>
  ['unit', 'e2e'].flatMap((name) => proofsIn(join(root, `reports/${name}.json`)));
