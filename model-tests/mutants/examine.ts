import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { type Deed, MemoryStage, play } from '../in-memory/stage.ts';
import { knownWays, take, walks } from '../in-memory/walk.ts';
import { type Product, shipped } from '../signup/signup-model.ts';
import { allMutants } from './mutants.ts';

/** A mutant, and the fault that each proof alone has found; null if it found none. */
export type Examined = { index: number; id: string; byPaths: string | null; byWalks: string | null };

/** Which mutants a thread takes: every `of`-th whose name contains `only`, from `share` on. */
export type Share = { share: number; of: number; only: string };

/** The most walks for a mutant, and their seed. */
const MOST_WALKS = 400;
const SEED = 12;

/** The fault that the paths find. The path that found it comes first for the next mutant, mostly its neighbour. */
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

/** Examines a share of the mutants, in a thread of its own, and reports each. */
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

// A mutant's promise may reject unhandled. The proofs notice what it then does not do.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const port = parentPort;
if (port) await examine(workerData, (examined) => port.postMessage(examined));
