import fc from 'fast-check';
import { expect, it } from 'vitest';
import { savedSessionOf, signupMachine } from '../../src/machines/signup.ts';
import { stateNodesOf } from '../chart/chart-model.ts';
import { beginnings, walk } from './walk.ts';

/** About six times as many moves as the planted fault takes that is hardest to come by (`faults.ts`). */
const walks = Number(process.env.WALKS ?? 1_500);
const seed = Number(process.env.SEED ?? Date.now() % 0x7fffffff);

const choices = fc.array(fc.integer({ min: 0, max: 9_999 }), { maxLength: 60, size: 'max' });

it(`keeps every rule on ${walks} random walks (SEED=${seed})`, async () => {
  const visited = new Set<string>();
  let completed = 0;
  let moves = 0;
  const start = performance.now();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...beginnings), choices, async (beginning, numbers) => {
      const steps = numbers.map((number) => number / 10_000);
      const product = { machine: signupMachine, savedSessionOf };
      const { hasCompleted } = await walk(product, beginning, steps, (state) => {
        visited.add(state);
        moves += 1;
      });
      if (hasCompleted) completed += 1;
    }),
    { numRuns: walks, seed },
  );
  const seconds = (performance.now() - start) / 1000;
  console.log(`${Math.round(walks / seconds)} walks and ${Math.round(moves / seconds)} moves a second`);
  // Walks that never get anywhere would prove nothing.
  const places = stateNodesOf(signupMachine).filter(
    ({ type, always }) => type === 'atomic' && !always?.length,
  );
  expect([...visited].sort()).toEqual(places.map(({ path }) => path.join('.')).sort());
  expect(completed / walks).toBeGreaterThan(1 / 3);
}, 300_000);
