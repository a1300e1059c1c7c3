import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coverageOf, printed } from '../chart/coverage.ts';
import { stateNodesOf } from '../chart/observe.ts';
import { shipped } from '../signup/signup-model.ts';
import { MemoryStage } from './stage.ts';
import { knownWays, take, walks } from './walk.ts';

const count = Number(process.env.WALKS ?? 400);
/** The same walks each time, so that only a change makes a run red; `SEED=…` takes others. */
const seed = Number(process.env.SEED ?? 12);
const starts = knownWays();

/** From the message of a walk that failed: they repeat its shortest form. */
const { FC_PATH: path, REPLAY_PATH: replayPath } = process.env;

it(`keeps every promise on ${count} random walks (SEED=${seed})`, async () => {
  const visited = new Set<string>();
  const sights = new Set<string>();
  let moves = 0;
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(starts.length - 1), walks(replayPath), async (start, commands) => {
      let hasCompleted = false;
      await take(new MemoryStage(shipped, sights), starts[start] ?? [], commands, ({ at }) => {
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
  // Walks that reach few states would prove nothing.
  const places = stateNodesOf(shipped.signup).filter(
    ({ type, always }) => type === 'atomic' && !always?.length,
  );
  expect([...visited].sort()).toEqual(places.map(({ path }) => path.join('.')).sort());
  expect(completed / count).toBeGreaterThan(1 / 4);
  // The child charts run only here, so the walks must cover all of them.
  for (const child of [shipped.accessToken, shipped.postalLookup]) {
    const coverage = coverageOf(child, sights, 'model-tests/signup/events.ts');
    console.log(`${child.id}: ${printed(coverage)}`);
    expect(coverage.missing).toEqual([]);
  }
}, 300_000);
