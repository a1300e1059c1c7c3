import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stateNodesOf } from '../chart/observe.ts';
import { changesIn, createSignupModel, shipped, signupPaths } from '../signup/signup-model.ts';
import { take, walks } from './walk.ts';

const count = Number(process.env.WALKS ?? 400);
/** The same walks each time, so that a run is red by what has changed; `SEED=…` takes others. */
const seed = Number(process.env.SEED ?? 12);
/** Walks begin where paths have led: the rare places, too. */
const starts = createSignupModel(shipped)
  .getPaths(signupPaths(changesIn))
  .map(({ steps }) => steps.slice(1).map(({ event }) => event));

/** Both are in the message of a walk that fails: they play its shortest form again. */
const { FC_PATH: path, REPLAY_PATH: replayPath } = process.env;

it(`keeps every promise on ${count} random walks (SEED=${seed})`, async () => {
  const visited = new Set<string>();
  let moves = 0;
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(starts.length - 1), walks(replayPath), async (start, commands) => {
      let hasCompleted = false;
      await take(shipped, starts[start] ?? [], commands, ({ at }) => {
        visited.add(at);
        moves += 1;
        hasCompleted ||= at === 'complete.leaving';
      });
      if (hasCompleted) completed += 1;
    }),
    { numRuns: count, seed, ...(path ? { path } : {}) },
  );
  console.log(`${moves} moves, ${completed} of ${count} walks came to completion`);
  if (path) return;
  // Walks that never get anywhere would prove nothing.
  const places = stateNodesOf(shipped.machine).filter(
    ({ type, always }) => type === 'atomic' && !always?.length,
  );
  expect([...visited].sort()).toEqual(places.map(({ path }) => path.join('.')).sort());
  expect(completed / count).toBeGreaterThan(1 / 4);
}, 300_000);
