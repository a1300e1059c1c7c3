import { breakages, misfits } from './broken-product.ts';
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
          `${proof.statements.join(', ')}: ${named(proof)} ${proof.outcome === 'skipped' ? 'was skipped' : `failed: ${proof.reason}`}`,
      ),
  ];
}

/** Names statements without a breakage and breakages that no longer fit the source. */
export function problemsWithBreakages(statements: readonly Statement[]): string[] {
  const broken = new Set(breakages.flatMap((breakage) => breakage.statements));
  const known = new Set(statements.map(({ id }) => id));
  return [
    ...misfits(breakages),
    ...statements
      .filter(({ id, context }) => !context && !broken.has(id))
      .map(({ id, text }) => `${id} is broken by nothing in tests/specification/breakages.ts: ${text}`),
    ...[...broken].filter((id) => !known.has(id)).map((id) => `A breakage names ${id}, which there is not`),
  ];
}
