import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import type { ChildModel } from './child-model.ts';

const MINUTE = 60_000;

/** When the token came or could not be had, when it is time for another one, and how long the next pause is. */
type Facts = { state: 'asked' | 'there' | 'missing'; due: number | null; pause: number };

const ready = { type: 'accessToken.ready' };
const failure = new CallFailure('notSent');
const unavailable = Object.assign({ type: 'accessToken.unavailable' }, { error: failure });

/**
 * Specification §4 and §9: fetched on every page, renewed every 14 minutes, and whoever waits is told. A host that gives
 * none is asked after longer and longer pauses, from ten seconds to five minutes, until it gives one.
 */
export const accessToken: ChildModel<Facts> = {
  machine: accessTokenMachine,
  call: 'fetchAccessToken',
  file: 'model-tests/child-charts/access-token.ts',
  samples: [
    { name: 'the token arrives', event: { type: 'answered', output: undefined } },
    { name: 'no token can be had', event: { type: 'failed', error: failure } },
    { name: 'the API refuses the token', event: { type: 'accessToken.rejected' } },
    { name: 'a call waits for a token', event: { type: 'accessToken.needed' } },
    { name: 'it is time for another one', event: { type: 'due' } },
  ],
  first: { facts: { state: 'asked', due: null, pause: 10_000 }, seen: { waitsFor: true, told: [] } },
  promised(facts, { type }, now) {
    const { state, pause } = facts;
    const asked = {
      facts: { ...facts, state: 'asked', due: null },
      seen: { waitsFor: true, told: [] },
    } as const;
    if (type === 'answered')
      return {
        facts: { state: 'there', due: now + 14 * MINUTE, pause: 10_000 },
        seen: { waitsFor: null, told: [ready] },
      };
    if (type === 'failed')
      return {
        facts: { state: 'missing', due: now + pause, pause },
        seen: { waitsFor: null, told: [unavailable] },
      };
    if (type === 'due') {
      const longer = state === 'missing' ? Math.min(2 * pause, 5 * MINUTE) : pause;
      return { ...asked, facts: { ...asked.facts, pause: longer } };
    }
    const isAtHand = state === 'there' && type === 'accessToken.needed';
    return isAtHand ? { facts, seen: { waitsFor: null, told: [ready] } } : asked;
  },
};
