import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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
export function proofsIn(runner: 'vitest' | 'playwright', file: string): Proof[] {
  if (!existsSync(file))
    throw new Error(`There is no ${relative(root, file)}: npm test -- --only unit,e2e makes it.`);
  return readTestReport(runner, readFileSync(file, 'utf8'))
    .tests.map((test) => ({ ...test, statements: idsOf(test.tags) }))
    .filter(({ statements }) => statements.length > 0);
}

/** The proofs of the last `npm test`. */
export function lastProofs(): Proof[] {
  return [
    ...proofsIn('vitest', join(root, 'reports/unit.json')),
    ...proofsIn('playwright', join(root, 'reports/e2e.json')),
  ];
}
