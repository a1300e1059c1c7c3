import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shipped } from '../signup-model.ts';
import { states } from '../states.ts';
import { MemoryTab } from './memory-tab.ts';
import { starts, walk, walks } from './walks.ts';

const count = Number(process.env.WALKS ?? 150);
/** The same walks each time, so that only a change makes a run red; `SEED=…` takes others. */
const seed = Number(process.env.SEED ?? 12);
/** From the message of a walk that failed: they repeat its shortest form. */
const { FC_PATH: path, REPLAY_PATH: replayPath } = process.env;

it(`keeps every law on ${count} random walks (SEED=${seed})`, async () => {
  const visited = new Set<string>();
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(starts(), walks(replayPath), async (start, commands) => {
      const tab = new MemoryTab(shipped);
      await walk(tab, start, commands);
      for (const state of tab.visited) visited.add(state);
      if (tab.visited.has('complete.leaving')) completed += 1;
    }),
    { numRuns: count, seed, ...(path ? { path } : {}) },
  );
  if (path) return;
  // Walks that reach few states would prove nothing.
  expect([...visited].sort()).toEqual(Object.keys(states).sort());
  expect(completed / count).toBeGreaterThan(1 / 4);
}, 300_000);
