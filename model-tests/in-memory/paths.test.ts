import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { BROWSER_STEPS, browserSights } from '../browser/browser-paths.ts';
import { coverageOf, printed } from '../chart/coverage.ts';
import { events, samples } from '../signup/events.ts';
import type { Happening } from '../signup/happening.ts';
import { emptyLedger } from '../signup/ledger.ts';
import { rareWays } from '../signup/rare-ways.ts';
import { screens } from '../signup/screens.ts';
import {
  changesIn,
  createSignupModel,
  deadEndsOf,
  type SignupPath,
  shipped,
  signupPaths,
} from '../signup/signup-model.ts';
import { MemoryStage, play } from './stage.ts';

describe('the sign-up', () => {
  const paths = createSignupModel(shipped).getPaths(signupPaths(changesIn));
  const steps = paths.flatMap((path) => path.steps);

  it('is covered: every state, transition, and outcome of a guard', () => {
    const coverage = coverageOf(shipped.signup, changesIn(steps), 'model-tests/signup/events.ts');
    console.log(printed(coverage));
    expect(coverage.missing).toEqual([]);
  });

  it('is seen whole within the steps that a browser takes', () => {
    const early = steps.filter(({ state }) => state.ledger.count <= BROWSER_STEPS);
    expect(new Set(browserSights(early))).toEqual(new Set(browserSights(steps)));
  });

  it('can meet every sample', () => {
    const met = new Set(steps.map(({ event }) => event.sample));
    const never = samples.filter(({ name, isForWalks }) => !isForWalks && !met.has(name));
    expect(
      never.map(({ name }) => `${name} is met nowhere: mend model-tests/signup/events.ts, or the chart`),
    ).toEqual([]);
  });

  it('leaves a way to a good end from everywhere', () => {
    expect(deadEndsOf(paths)).toEqual([]);
  });

  it.each(Object.keys(screens))(
    'keeps every promise on all paths to %s',
    async (state) => {
      const leading = paths.filter((path) => path.state.ledger.at === state);
      expect(leading.length).toBeGreaterThan(0);
      for (const path of leading) await path.test(inMemory());
    },
    120_000,
  );

  it.each(rareWays)('%s', async (_, deeds) => {
    await play(new MemoryStage(shipped), deeds);
  });
});

/** For XState's `path.test`: how each event happens, and what to check in each state. */
function inMemory(): Parameters<SignupPath['test']>[0] {
  const stage = new MemoryStage(shipped);
  let ledger = emptyLedger;
  const take = async ({ event }: { event: Happening }) => {
    ledger = await stage.take(ledger, event);
  };
  const types = Object.keys(events);
  return {
    events: Object.fromEntries(types.map((type) => [type, take])),
    states: Object.fromEntries(
      Object.keys(screens).map((state) => [state, () => assert.equal(ledger.at, state)]),
    ),
  };
}
