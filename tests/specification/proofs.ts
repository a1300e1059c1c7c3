import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTestReport, type TestRun } from '../../scripts/test-report.ts';
import type { Statement } from './statements.ts';

/** A test that says which statements it proves, by their ids (`§2.14`), and how it ended. */
export type Proof = TestRun & { statements: string[] };

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The proofs of the last `npm test` or `npm run spec`.
 * @throws Error where a runner has left no report
 */
export const lastProofs = (): Proof[] =>
  ['unit', 'e2e']
    .flatMap((name) => readTestReport(join(root, `reports/${name}.json`)).tests)
    .map((test) => ({
      ...test,
      statements: test.tags.map((tag) => tag.replace(/^@/, '')).filter((tag) => tag.startsWith('§')),
    }))
    .filter(({ statements }) => statements.length > 0);

/** What is missing or red in the proofs of the specification, one sentence each. */
export function problemsOf(statements: readonly Statement[], proofs: readonly Proof[]): string[] {
  const known = new Set(statements.map(({ id }) => id));
  const named = ({ title, file }: Proof) => `“${title}” (${file})`;
  return [
    ...statements
      .filter(({ id, context }) => !context && !proofs.some((proof) => proof.statements.includes(id)))
      .map(({ id, text }) => `${id} has no proof: ${text}`),
    ...statements
      .filter(({ id, context }) => context && proofs.some((proof) => proof.statements.includes(id)))
      .map(({ id }) => `${id} is marked as context, but a test says that it proves it`),
    ...proofs.flatMap((proof) =>
      proof.statements
        .filter((id) => !known.has(id))
        .map((id) => `${named(proof)} says that it proves ${id}, which there is not`),
    ),
    ...proofs
      .filter(({ outcome }) => outcome !== 'passed')
      .map(
        (proof) =>
          `${proof.statements.join(', ')}: ${named(proof)} ${proof.outcome === 'skipped' ? 'was skipped' : `failed: ${proof.reason}`}`,
      ),
  ];
}
