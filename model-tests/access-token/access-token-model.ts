import assert from 'node:assert/strict';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import {
  type ChartModel,
  type Effect,
  type SampleTable,
  type Step,
  samplesOf,
  smallChart,
  statePathOf,
} from '../chart/chart-model.ts';

const unreachable = new CallFailure('notSent');

/** Everything that can happen to the keeper of the access token. */
const samples: SampleTable<typeof accessTokenMachine> = {
  events: {
    'accessToken.rejected': [{ title: { ja: 'APIがトークンを拒む', en: 'the API refuses the token' } }],
    'accessToken.needed': [{ title: { ja: '呼び出しがトークンを待つ', en: 'a call waits for a token' } }],
  },
  done: {
    fetchAccessToken: [{ output: undefined, title: { ja: 'トークンが届く', en: 'the token arrives' } }],
  },
  error: {
    fetchAccessToken: [
      {
        error: unreachable,
        title: { ja: 'トークンを取得できない', en: 'no token can be had' },
      },
    ],
  },
  after: {
    ACCESS_TOKEN_LIFETIME: { title: { ja: '14分たつ', en: '14 minutes pass' } },
    RETRY_PAUSE: {
      title: { ja: '次に試すまでの間（10秒から5分）がたつ', en: 'the pause passes: 10 seconds to 5 minutes' },
    },
  },
};

export const accessTokenModel: ChartModel = {
  ...smallChart,
  machine: accessTokenMachine,
  files: {
    chart: 'src/machines/access-token.ts',
    samples: 'model-tests/access-token/access-token-model.ts',
    promises: 'model-tests/access-token/access-token-model.ts',
  },
  samples: samplesOf(accessTokenMachine, samples),
  isGoal: (state) => state === 'valid',
  checkStep,
  delays: {
    ACCESS_TOKEN_LIFETIME: 14 * 60_000,
    RETRY_PAUSE: ({ context }) => context.retryPause,
  },
};

const [firstPause, ...laterPauses] = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000];

/**
 * Specification §4 and §9: fetched on every page, renewed every 14 minutes; and the chart is told about it.
 * A host that gives none is asked after longer and longer pauses, until it gives one.
 */
function checkStep({ before, sample, after, effects }: Step): void {
  const state = before ? statePathOf(before) : 'nowhere';
  const fetches = { to: 'fetching', effects: [start] };
  const pause: number = before ? before.context.retryPause : firstPause;
  const promised: Record<string, { to: string; effects: Effect[]; pause?: number }> = {
    'nowhere: opening': fetches,
    'fetching: xstate.done.actor.fetchAccessToken': {
      to: 'valid',
      effects: [tell('ready')],
      pause: firstPause,
    },
    'fetching: xstate.error.actor.fetchAccessToken': {
      to: 'unavailable',
      effects: [tell('unavailable', { error: unreachable })],
    },
    'valid: accessToken.rejected': fetches,
    'valid: accessToken.needed': { to: 'valid', effects: [tell('ready')] },
    'valid: xstate.after.ACCESS_TOKEN_LIFETIME.accessToken.valid': fetches,
    'unavailable: accessToken.needed': fetches,
    'unavailable: accessToken.rejected': fetches,
    'unavailable: xstate.after.RETRY_PAUSE.accessToken.unavailable': {
      ...fetches,
      pause: laterPauses.find((later) => later > pause) ?? pause,
    },
  };
  const promise: (typeof promised)[string] = promised[`${state}: ${sample?.event.type ?? 'opening'}`] ?? {
    to: state,
    effects: [],
  };
  assert.equal(statePathOf(after), promise.to, 'the state');
  assert.deepEqual(after.context, { retryPause: promise.pause ?? pause }, 'the next pause');
  assert.deepEqual(effects, promise.effects, 'what is set going outside');
}

const start: Effect = { do: 'start', id: 'fetchAccessToken', input: undefined };

function tell(news: string, more = {}): Effect {
  return { do: 'send', to: '#_parent', event: { type: `accessToken.${news}`, ...more } };
}
