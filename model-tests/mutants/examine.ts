import fc from 'fast-check';
import { groupedBy } from '../chart/grouped-by.ts';
import { childTableOf } from '../child-models.ts';
import { edges } from '../in-memory/explored.ts';
import { MemoryTab } from '../in-memory/memory-tab.ts';
import { starts, walk, walks } from '../in-memory/walks.ts';
import { rarePaths } from '../rare-paths.ts';
import { createSignupModel, type ModelTab, type Product, shipped } from '../signup-model.ts';
import { outcomeOf, rowOfRare } from '../table.ts';

/** The most walks for a mutant, and their seed. */
const MOST_WALKS = 100;
const SEED = 12;

/** Takes every step of the shipped graph with a product, and compares what the rows of the table are made of. */
export function comparison() {
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

/** @returns the law that a product breaks on a random walk; null if it keeps all */
export async function brokenLaw(product: Product): Promise<string | null> {
  const walking = fc.asyncProperty(starts(), walks(), (start, commands) =>
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
