import type { Route } from '../../src/machines/signup-parts.ts';
import type { CallbackParameter } from '../../src/signup/callback-parameter.ts';
import { DonorWorld, type Product } from './donor-world.ts';

/** How a walk begins; everything else that a page can open with, it comes to by itself. */
export const beginnings: readonly { route: Route; callback: CallbackParameter | null }[] = [
  ...Array(10).fill({ route: 'input', callback: null }),
  { route: 'confirm', callback: null },
  { route: 'callback', callback: null },
  { route: 'callback', callback: { accessId: 'foreign', event: 'done', csrfToken: 'csrf of foreign' } },
];

/** Promises that were just settled have told the chart so, and what that set off too. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Walks through a sign-up: each number, from 0 up to 1, chooses one of the moves that are possible by then. Throws
 * with the rule that is broken and the way to it.
 */
export async function walk(
  product: Product,
  { route, callback }: (typeof beginnings)[number],
  choices: readonly number[],
  visit: (state: string) => void = () => {},
): Promise<{ hasCompleted: boolean }> {
  const world = new DonorWorld(product, route, callback);
  const names = [`open ${route}`];
  try {
    for (const choice of choices) {
      const move = chosen(world.moves(), choice);
      names.push(move.name);
      move.make();
      await settled();
      world.check();
      visit(world.state);
    }
    return { hasCompleted: world.hasCompleted };
  } catch (error) {
    if (error instanceof Error) error.message += `\nafter:\n  ${names.join('\n  ')}\nin state ${world.state}`;
    throw error;
  } finally {
    world.stop();
  }
}

function chosen(moves: ReturnType<DonorWorld['moves']>, choice: number) {
  let rest = choice * moves.reduce((sum, { weight }) => sum + weight, 0);
  for (const move of moves) {
    rest -= move.weight;
    if (rest < 0) return move;
  }
  throw new Error('nothing can happen any more');
}

/** How many walks a fault may take to be noticed, and their seed: the same ones every time. */
const MOST_WALKS = 1_000;
const SEED = 12;

/** What the first walk to stumble over something says; null where none does. */
export async function noticedByWalks(product: Product): Promise<string | null> {
  const random = randomNumbers(SEED);
  for (let count = 0; count < MOST_WALKS; count += 1) {
    const beginning = beginnings[count % beginnings.length];
    if (!beginning) break;
    try {
      await walk(product, beginning, Array.from({ length: 60 }, random));
    } catch (error) {
      return `walk ${count + 1}: ${error instanceof Error ? error.message : error}`;
    }
  }
  return null;
}

/** From 0 up to 1, always the same ones for a seed (xorshift). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
