import type { Proof } from './proofs.ts';
import type { Statement } from './statements.ts';

/** Whatever keeps the specification from being proven, one sentence each; empty when all is well. */
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
          `${proof.statements.join(', ')}: ${named(proof)} ${proof.outcome === 'skipped' ? 'was skipped' : 'failed'}`,
      ),
  ];
}
