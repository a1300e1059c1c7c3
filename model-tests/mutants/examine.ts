import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { type Deed, MemoryStage, play } from '../in-memory/stage.ts';
import { knownWays, take, walks } from '../in-memory/walk.ts';
import { type Product, shipped } from '../signup/signup-model.ts';
import { allMutants } from './mutants.ts';

/** One mutant, and what each proof alone has said of it; null where it found nothing wrong. */
export type Examined = { index: number; id: string; byPaths: string | null; byWalks: string | null };

/** Which mutants a thread takes: every `of`-th whose name contains `only`, from `share` on. */
export type Share = { share: number; of: number; only: string };

/** How many walks a mutant may take to be noticed, and their seed: the same ones every time. */
const MOST_WALKS = 400;
const SEED = 12;

/** What the paths find wrong. The one that does is the first for the next mutant, which mostly is its neighbour. */
async function noticedByPaths(product: Product, paths: (readonly Deed[])[]): Promise<string | null> {
  for (const [index, path] of paths.entries()) {
    const stage = new MemoryStage(product);
    try {
      await play(stage, path);
      stage.stop();
    } catch (error) {
      paths.unshift(...paths.splice(index, 1));
      return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}

async function noticedByWalks(
  product: Product,
  starts: readonly (readonly Deed[])[],
): Promise<string | null> {
  const walk = fc.asyncProperty(fc.nat(starts.length - 1), walks(), (start, commands) =>
    take(new MemoryStage(product), starts[start] ?? [], commands),
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

/** Holds a share of the mutants against the proofs, in a thread of its own, and tells of each. */
async function examine({ share, of, only }: Share, tell: (examined: Examined) => void): Promise<void> {
  const ways = knownWays();
  const paths = [...ways];
  for (const [index, { id, load }] of allMutants().entries()) {
    if (index % of !== share || !id.includes(only)) continue;
    const mutated = await load();
    if (!mutated) {
      tell({ index, id, byPaths: 'XState does not accept it', byWalks: null });
      continue;
    }
    const product = { ...shipped, ...mutated };
    tell({
      index,
      id,
      byPaths: await noticedByPaths(product, paths),
      byWalks: await noticedByWalks(product, ways),
    });
  }
}

// A mutant may fail where nobody waits for it; what it then leaves undone is what the proofs notice.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const port = parentPort;
if (port) await examine(workerData, (examined) => port.postMessage(examined));
