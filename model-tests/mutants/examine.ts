import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { groupedBy } from '../chart/grouped-by.ts';
import { childTableOf } from '../child-models.ts';
import { edges } from '../in-memory/explored.ts';
import { MemoryTab } from '../in-memory/memory-tab.ts';
import { starts, walk, walks } from '../in-memory/walks.ts';
import { rarePaths } from '../rare-paths.ts';
import { createSignupModel, type ModelTab, type Product, shipped } from '../signup-model.ts';
import { outcomeOf, rowOfRare } from '../table.ts';
import { allMutants } from './mutants.ts';

/** A mutant, and what each proof alone has found; null if it found nothing. */
export type Examined = { index: number; id: string; byTable: string | null; byLaws: string | null };

/** Which mutants a thread takes: every `of`-th whose name contains `only`, from `share` on; only every so many are taken at all. */
export type Share = { share: number; of: number; only: string; every: number };

/** The most walks for a mutant, and their seed. */
const MOST_WALKS = 100;
const SEED = 12;

/** Takes every step of the shipped graph with a mutant, and compares what the rows of the table are made of. */
function comparison() {
  const ways = new Map<ModelTab, (typeof edges)[number]>();
  for (const edge of edges) if (!ways.has(edge.to)) ways.set(edge.to, edge);
  const told = (product: Product, edge: (typeof edges)[number]) => JSON.stringify(outcomeOf(product, edge));
  const expected = new Map(edges.map((edge) => [edge, told(shipped, edge)]));
  const charts = (['accessToken', 'postalLookup'] as const).map(
    (id) => [id, childTableOf(shipped, id).rows.join()] as const,
  );
  const rare = Object.entries(rarePaths).map(
    ([title, names]) => [title, names, rowOfRare(shipped, title, names)] as const,
  );
  // Those from the state that found the last mutant come first: the next one is its neighbour, mostly.
  const order = [...groupedBy(edges, ({ from }) => from).values()];

  return (product: Product): string | null => {
    const changed = charts.find(
      ([id, rows]) => product[id] !== shipped[id] && childTableOf(product, id).rows.join() !== rows,
    );
    if (changed) return `the rows of ${changed[0]}`;
    const { testLogic } = createSignupModel(product);
    const tabs = new Map<ModelTab, ModelTab>();
    const tabLike = (tab: ModelTab): ModelTab => {
      const known = tabs.get(tab);
      if (known) return known;
      const way = ways.get(tab);
      const made = way
        ? testLogic.transition(tabLike(way.from), way.event, undefined as never)
        : testLogic.getInitialSnapshot(undefined as never, undefined);
      tabs.set(tab, made);
      return made;
    };
    for (const [index, group] of order.entries())
      for (const edge of group) {
        const from = tabLike(edge.from);
        const to =
          ways.get(edge.to) === edge
            ? tabLike(edge.to)
            : testLogic.transition(from, edge.event, undefined as never);
        if (told(product, { from, event: edge.event, to }) === expected.get(edge)) continue;
        order.unshift(...order.splice(index, 1));
        return `${edge.from.at} · ${edge.event.sample} · ${outcomeOf(product, { from, event: edge.event, to }).main}`;
      }
    const lost = rare.find(([title, names, row]) => rowOfRare(product, title, names) !== row);
    return lost ? `the rare path: ${lost[0]}` : null;
  };
}

async function noticedByLaws(product: Product, from: ReturnType<typeof starts>): Promise<string | null> {
  const walking = fc.asyncProperty(from, walks(), (start, commands) =>
    walk(new MemoryTab(product), start, commands),
  );
  const { failed, numRuns, errorInstance } = await fc.check(walking, {
    numRuns: MOST_WALKS,
    seed: SEED,
    endOnFailure: true,
  });
  return failed
    ? `walk ${numRuns}: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}`
    : null;
}

/** Examines a share of the mutants, in a thread of its own, and reports each. */
async function examine({ share, of, only, every }: Share, tell: (examined: Examined) => void): Promise<void> {
  const noticedByTable = comparison();
  const from = starts();
  for (const [index, { id, load }] of allMutants().entries()) {
    if (index % every !== 0 || (index / every) % of !== share || !id.includes(only)) continue;
    const mutated = await load();
    if (!mutated) {
      tell({ index, id, byTable: 'XState does not accept it', byLaws: null });
      continue;
    }
    const product = { ...shipped, ...mutated };
    let byTable: string | null;
    try {
      byTable = noticedByTable(product);
    } catch (error) {
      byTable = String(error);
    }
    tell({ index, id, byTable, byLaws: await noticedByLaws(product, from) });
  }
}

// A mutant's promise may reject unhandled. The proofs notice what it then does not do.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const port = parentPort;
if (port) await examine(workerData, (examined) => port.postMessage(examined));
