import { type Breakage, breakages } from './broken-product.ts';
import { own } from './own.ts';

/** The project in which nothing is broken: only a proof that passes there can notice a breakage. */
export const asItIs = 'as it is';

/** One breakage and the proofs to run against it. */
export type Run = {
  breakage: Breakage;
  /** In the list of breakages; the runners' projects are named after it. */
  index: number;
  /** Whose proofs. */
  ids: string[];
  /** The unit tests among them, from the project's folder. */
  testFiles: string[];
};

/** What run-breakages.ts has asked this process for. */
export const wantedRuns: readonly Run[] = list(JSON.parse(process.env.BREAKAGES ?? '[]')).flatMap((run) => {
  const index = Number(own(run, 'index'));
  const breakage = breakages[index];
  if (!breakage) return [];
  return [
    {
      breakage,
      index,
      ids: list(own(run, 'ids')).map(String),
      testFiles: list(own(run, 'testFiles')).map(String),
    },
  ];
});

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
