import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TestParam } from 'xstate/graph';
import { coverageOf, printed } from '../chart/coverage.ts';
import { coveringPaths } from '../chart/covering-paths.ts';
import { listensTo } from '../chart/step.ts';
import { childTableOf } from '../child-models.ts';
import { events, type Happening, sampleOf } from '../events.ts';
import { rarePaths } from '../rare-paths.ts';
import {
  createSignupModel,
  deadEndsOf,
  edgesOf,
  forGraph,
  type ModelTab,
  pathAlong,
  type Step,
  shipped,
  sightsOfRow,
} from '../signup-model.ts';
import { nameOf, states } from '../states.ts';
import { differencesFrom, keptBy, saidBy, tableFile, tableTextOf } from '../table.ts';
import { MemoryTab } from './memory-tab.ts';

const model = createSignupModel(shipped);
const edges = edgesOf(model);
const paths = model.getPaths(coveringPaths(sightsOfRow, 30), { allowDuplicatePaths: true });

it('what can happen is what was approved in table.txt', async () => {
  const text = tableTextOf(shipped, edges);
  const told = differencesFrom(readFileSync(tableFile, 'utf8'), text);
  try {
    await expect(text).toMatchFileSnapshot(tableFile);
  } catch (error) {
    if (error instanceof Error) error.message = told;
    throw error;
  }
});

it('every state, transition and outcome of a guard is covered', () => {
  const steps = paths.flatMap((path) => path.steps);
  for (const [machine, sights] of [
    [shipped.signup, steps.flatMap(({ state }) => state.sights)],
    [shipped.accessToken, childTableOf(shipped, 'accessToken').sights],
    [shipped.postalLookup, childTableOf(shipped, 'postalLookup').sights],
  ] as const) {
    const coverage = coverageOf(machine, sights, 'model-tests/events.ts');
    console.log(`${machine.id}: ${printed(coverage)}`);
    expect.soft(coverage.missing).toEqual([]);
  }
});

it('every sample can happen somewhere', () => {
  const met = new Set(edges.map(({ event }) => event.sample));
  expect(forGraph.filter(({ name }) => !met.has(name)).map(({ name }) => name)).toEqual([]);
});

it('from every state there is a way to a good end', () => {
  expect(deadEndsOf(edges)).toEqual([]);
});

it.each(paths.map((path, index) => [`path ${index + 1} to “${nameOf(path.state.at)}”`, path] as const))(
  '%s does what the table says, and keeps every law',
  async (_, path) => {
    const tab = new MemoryTab(shipped);
    await path.test({ events: eventsIn(tab), states: statesIn(tab) });
    tab.stop();
  },
);

it.each(Object.entries(rarePaths))('%s', async (_, names) => {
  const tab = new MemoryTab(shipped);
  await pathAlong(model, names).test({ events: eventsIn(tab), states: statesIn(tab) });
  tab.stop();
});

/** For `path.test`: how events are made to happen in memory. A tab knows how each type happens. */
function eventsIn(tab: MemoryTab): NonNullable<TestParam<ModelTab, Step>['events']> {
  const take = ({ event }: { event: Happening & { sample?: string } }) =>
    tab.take(event, event.sample ?? event.type);
  return Object.fromEntries(Object.keys(events).map((type) => [type, take]));
}

/** … and what each state shows, waits for and offers there. */
function statesIn(tab: MemoryTab): Readonly<Record<string, (model: ModelTab) => void>> {
  return Object.fromEntries(
    Object.entries(states).map(([at, { waitsFor, offers }]) => [
      at,
      (expected: ModelTab) => {
        const { now } = tab;
        if (now.at !== at) throw new Error(`Expected: ${nameOf(at)}. Seen: ${nameOf(now.at)}.`);
        expect(saidBy(now), `What “${nameOf(at)}” says`).toEqual(saidBy(expected));
        expect(keptBy(shipped, now), `What a reload of “${nameOf(at)}” finds`).toEqual(
          keptBy(shipped, expected),
        );
        const calls = tab.waitsFor.filter((call) => !/AccessToken|PostalCode/.test(call));
        expect(calls, `What “${nameOf(at)}” waits for`).toEqual(waitsFor ? [waitsFor] : []);
        for (const [words, sample] of Object.entries(offers))
          if (!(now.page && listensTo(now.page, sampleOf(sample).type)))
            throw new Error(`“${nameOf(at)}” offers ${words}, but nothing happens there on “${sample}”.`);
      },
    ]),
  );
}
