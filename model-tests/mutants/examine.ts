import fc from 'fast-check';
import { accessTokenPromises } from '../../tests/machines/access-token-promises.ts';
import { postalLookupPromises } from '../../tests/machines/postal-lookup-promises.ts';
import { edges, eventsOfPaths } from '../in-memory/explored.ts';
import { MemoryTab } from '../in-memory/memory-tab.ts';
import { starts, walk, walks } from '../in-memory/walks.ts';
import { rarePaths } from '../rare-paths.ts';
import { createSignupModel, edgesAlong, edgesOf, type Product, shipped } from '../signup-model.ts';
import { nameOf } from '../states.ts';
import { differencesFrom } from '../table/differences.ts';
import { outcomeOf } from '../table/outcome.ts';
import { tableTextOf } from '../table/table.ts';

/** The most walks for a mutant, and their seed. */
const MOST_WALKS = 100;
const SEED = 12;

const text = tableTextOf(shipped, edges);
const takes = [...eventsOfPaths, ...Object.values(rarePaths)];
const outcomesOf = (product: Product, names: readonly string[]) =>
  edgesAlong(createSignupModel(product), names).map(
    (edge) => `${nameOf(edge.from.at)} · ${edge.event.title} · ${JSON.stringify(outcomeOf(product, edge))}`,
  );
const expected = takes.map((names) => outcomesOf(shipped, names));

/**
 * @returns how a product differs from the table; null if it does not. The generated paths come first,
 * since they find nearly everything much sooner than the whole table.
 * @throws Error for a step of them that cannot happen any more
 */
export function differenceOf(product: Product): string | null {
  for (const [index, names] of takes.entries()) {
    const step = outcomesOf(product, names).find((each, at) => each !== expected[index]?.[at]);
    if (step) return step;
  }
  const [difference] = differencesFrom(text, tableTextOf(product, edgesOf(createSignupModel(product))));
  return difference ? `${difference.title}\n${difference.rows}` : null;
}

/** @returns the promise that a changed child chart breaks; null if it keeps all */
export async function brokenPromise({ accessToken, postalLookup }: Product): Promise<string | null> {
  for (const [promises, machine] of [
    [accessTokenPromises, accessToken],
    [postalLookupPromises, postalLookup],
  ] as const)
    for (const [promise, holdsIn] of Object.entries(promises))
      try {
        await holdsIn(machine);
      } catch {
        return promise;
      }
  return null;
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
