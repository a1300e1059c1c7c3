import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signupOpenings } from '../signup/openings.ts';
import { DonorWorld } from './donor-world.ts';

const walks = Number(process.env.WALKS ?? 4000);
const seed = Number(process.env.SEED ?? Date.now() % 0x7fffffff);
const places = ['complete.stalled', 'callback.notSent', 'cardRedirect.stalled', 'input.form.outcomeUnknown'];

/** Promises that were just settled have told the chart so, and what that set off too. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Each number chooses one of the moves that are possible by then. */
const choices = fc.array(fc.nat(10_000), { maxLength: 40, size: 'max' });

it(`keeps every rule on ${walks} random walks (SEED=${seed})`, async () => {
  const visited = new Set<string>();
  let moves = 0;
  const start = performance.now();
  const walk = fc.asyncProperty(fc.constantFrom(...signupOpenings), choices, async (opening, walked) => {
    const world = new DonorWorld(opening);
    const names = [opening.name];
    try {
      for (const choice of walked) {
        const possible = world.moves();
        const move = possible[choice % possible.length];
        if (!move) break;
        names.push(move.name);
        move.make();
        await settled();
        world.check();
        moves += 1;
        visited.add(world.state);
      }
    } catch (error) {
      if (error instanceof Error)
        error.message += `\nafter:\n  ${names.join('\n  ')}\nin state ${world.state}`;
      throw error;
    } finally {
      world.stop();
    }
  });
  await fc.assert(walk, { numRuns: walks, seed });
  const seconds = (performance.now() - start) / 1000;
  console.log(`${Math.round(walks / seconds)} walks and ${Math.round(moves / seconds)} moves a second`);
  // Walks that never get anywhere would prove nothing.
  expect([...visited]).toEqual(expect.arrayContaining(places));
}, 120_000);
