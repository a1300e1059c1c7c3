import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import type { AnyStateMachine } from 'xstate';
import { accessToken } from '../child-charts/access-token.ts';
import { type ChildModel, childPaths, playChild } from '../child-charts/child-model.ts';
import { postalLookup } from '../child-charts/postal-lookup.ts';
import { play } from '../in-memory/stage.ts';
import { take, walks } from '../in-memory/walk.ts';
import type { Happening } from '../signup/happening.ts';
import { goRareWay, rareWays } from '../signup/rare-ways.ts';
import { changesIn, createSignupModel, type Product, shipped, signupPaths } from '../signup/signup-model.ts';
import { allMutantsOf, type Mutated } from './source-mutants.ts';

/** One mutant, and what each proof alone has said of it; null where it found nothing wrong, or was not asked. */
export type Examined = { index: number; id: string; byPaths: string | null; byWalks: string | null };

/** Which mutants a thread takes: every `of`-th whose name contains `only`, from `share` on. */
export type Share = {
  share: number;
  of: number;
  only: string;
  clauses: boolean;
  /** Every so manyth of the chart's mutants. */
  every: number;
  /** Asks each proof alone, also where the other has noticed. */
  alone: boolean;
};

/** How many walks a mutant may take to be noticed, and their seed: the same ones every time. */
const MOST_WALKS = 400;
const SEED = 12;

/**
 * What the paths find wrong. The path that notices a mutant is the first to be walked by the next one, which mostly is its
 * neighbour.
 */
async function noticedBy<Path>(paths: Path[], walk: (path: Path) => Promise<void>): Promise<string | null> {
  for (const [index, path] of paths.entries()) {
    try {
      await walk(path);
    } catch (error) {
      paths.unshift(...paths.splice(index, 1));
      return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}

async function noticedByWalks(
  product: Product,
  starts: readonly (readonly Happening[])[],
): Promise<string | null> {
  const walk = fc.asyncProperty(fc.nat(starts.length - 1), walks(), (start, commands) =>
    take(product, starts[start] ?? [], commands),
  );
  const { failed, numRuns, errorInstance } = await fc.check(walk, {
    numRuns: MOST_WALKS,
    seed: SEED,
    endOnFailure: true,
  });
  return failed
    ? `walk ${numRuns}: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}`
    : null;
}

/** What each mutant of a chart is held against: its paths, and for the sign-up random walks, too. */
function proofsOf(machine: AnyStateMachine) {
  if (machine === shipped.machine) {
    const starts = createSignupModel(shipped)
      .getPaths(signupPaths(changesIn))
      .map(({ steps }) => steps.slice(1).map(({ event }) => event));
    const paths = [...starts];
    return {
      byPaths: async (mutated: Mutated) =>
        (await noticedBy(paths, (path) => play({ ...shipped, ...mutated }, path))) ??
        (await noticedBy(Object.values(rareWays), (names) => goRareWay({ ...shipped, ...mutated }, names))),
      byWalks: (mutated: Mutated) => noticedByWalks({ ...shipped, ...mutated }, starts),
    };
  }
  const child = children.find((each) => each.machine === machine);
  if (!child) throw new Error(`Nothing is promised of ${machine.id}`);
  const paths = childPaths(child).map(({ steps }) => steps.slice(1).map(({ event: { event } }) => event));
  return {
    byPaths: ({ machine: changed }: Mutated) =>
      noticedBy(paths, (path) => playChild({ ...child, machine: changed }, path)),
    byWalks: async () => null,
  };
}

// Each with its own facts, which it alone reads.
const children = [accessToken, postalLookup] as unknown as ChildModel<never>[];

export const charts: readonly AnyStateMachine[] = [
  shipped.machine,
  ...children.map(({ machine }) => machine),
];

/** Holds a share of the mutants against the proofs, in a thread of its own, and tells of each. */
async function examine(
  { share, of, only, clauses, every, alone }: Share,
  tell: (examined: Examined) => void,
): Promise<void> {
  let index = 0;
  for (const machine of charts) {
    const { byPaths, byWalks } = proofsOf(machine);
    for (const { id, load } of allMutantsOf(machine, clauses)) {
      index += 1;
      if (index % of !== share || !id.includes(only) || index % every !== 0) continue;
      const mutated = await load();
      if (!mutated) {
        tell({ index, id, byPaths: 'XState does not accept it', byWalks: null });
        continue;
      }
      const first = await byPaths(mutated);
      tell({ index, id, byPaths: first, byWalks: first === null || alone ? await byWalks(mutated) : null });
    }
  }
}

// A mutant may fail where nobody waits for it; what it then leaves undone is what the proofs notice.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const port = parentPort;
if (port) await examine(workerData, (examined) => port.postMessage(examined));
