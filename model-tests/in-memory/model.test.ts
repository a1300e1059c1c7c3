import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { organisationFolder } from '../../scripts/organisation/folder.ts';
import { missingIn } from '../chart/step.ts';
import type { Tab } from '../events.ts';
import { rarePaths } from '../rare-paths.ts';
import { deadEndsOf, pathAlong, type SignupPath, shipped } from '../signup-model.ts';
import { nameOf, states } from '../states.ts';
import { differencesFrom } from '../table/differences.ts';
import { keptBy, saidBy } from '../table/outcome.ts';
import { tableFile, tableOf } from '../table/table.ts';
import { eventsIn, MemoryTab } from './memory-tab.ts';
import { edges, model, paths, starts, walk, walks } from './walks.ts';

/** Another organisation may ask for less: then less can happen than was approved, and its paths are its own. */
const isOther = !organisationFolder.endsWith('src/organisation');
const itForOwn = it.skipIf(isOther);
const table = isOther ? null : tableOf(shipped, edges);
const differences = table ? differencesFrom(readFileSync(tableFile, 'utf8'), table) : [];

const count = Number(process.env.WALKS ?? 150);
/** The same walks each time, so that only a change fails a run; `SEED=…` takes others. */
const seed = Number(process.env.SEED ?? 12);
/** From the message of a walk that failed: they repeat its shortest form. */
const { FC_PATH: path, REPLAY_PATH: replayPath } = process.env;

// In the order in which a failed run is read: a broken law, what has changed, what is missing, and what follows from these.
it(`keeps every law on ${count} random walks (SEED=${seed})`, async () => {
  const visited = new Set<string>();
  let completed = 0;
  const walking = await fc.check(
    fc.asyncProperty(starts(), walks(replayPath), async (start, commands) => {
      const tab = new MemoryTab(shipped);
      await walk(tab, start, commands);
      for (const state of tab.visited) visited.add(state);
      if (tab.visited.has('complete.leaving')) completed += 1;
    }),
    { numRuns: count, seed, ...(path ? { path } : {}) },
  );
  const { errorInstance: broken } = walking;
  if (broken instanceof Error) {
    broken.message += `\n\n${fc.defaultReportMessage(walking)}`;
    throw broken;
  }
  if (path || differences.length > 0) return;
  // Walks that reach few states would prove nothing.
  expect([...visited].sort()).toEqual(Object.keys(states).sort());
  expect(completed / count).toBeGreaterThan(1 / 4);
}, 300_000);

itForOwn('what can happen is what was approved in table.txt', async () => {
  try {
    await expect(table?.text).toMatchFileSnapshot(tableFile);
  } catch {
    const told = differences.map(({ title, rows }) => `${title}\n${rows}`);
    throw new Error(told.join('\n\n') || 'It says the same in other words.');
  }
});

itForOwn('every state, transition and outcome of a guard is covered', () => {
  const missing = missingIn(
    shipped.signup,
    edges.flatMap(({ to }) => to.covered),
    'model-tests/events.ts',
  );
  expect(missing, missing.join('\n')).toEqual([]);
});

it('from every state there is a way to a good end', () => {
  const deadEnds = deadEndsOf(edges);
  expect(deadEnds, `No way leads on from ${deadEnds}`).toEqual([]);
});

// Paths are generated from the chart that they test: while it differs from the approved table, they prove nothing.
if (differences.length === 0)
  describe('the running charts do what the table says:', () => {
    const shownBy = (tab: Tab) => {
      const seen = { at: nameOf(tab.at), ...saidBy(tab), ...keptBy(shipped, tab) };
      return Object.fromEntries(Object.entries(seen).filter(([, value]) => value));
    };
    const run = (path: SignupPath) => {
      const tab = new MemoryTab(shipped);
      const look = (expected: Tab) => expect(shownBy(tab.now)).toEqual(shownBy(expected));
      return tab.run(() =>
        path.test({
          events: eventsIn(tab),
          states: Object.fromEntries(Object.keys(states).map((at) => [at, look])),
        }),
      );
    };
    it.each(paths.map((path, index) => [`path ${index + 1} to “${nameOf(path.state.at)}”`, path] as const))(
      '%s',
      (_, path) => run(path),
    );
    itForOwn.each(Object.entries(rarePaths))('%s', (_, names) => run(pathAlong(model, names)));
  });
