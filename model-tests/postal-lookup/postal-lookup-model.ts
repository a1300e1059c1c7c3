import assert from 'node:assert/strict';
import type { SnapshotFrom } from 'xstate';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { CallFailure, callFailureOf } from '../../src/signup/call-failure.ts';
import type { Address } from '../../src/signup/form.ts';
import {
  type ChartModel,
  type Effect,
  type SampleTable,
  type Step,
  samplesOf,
  smallChart,
  statePathOf,
} from '../chart/chart-model.ts';

type Context = SnapshotFrom<typeof postalLookupMachine>['context'];

const palace: Address = { prefecture: '東京都', city: '千代田区千代田' };

/** Everything that can happen to the lookup of an address. */
const samples: SampleTable<typeof postalLookupMachine> = {
  events: {
    'postalCode.changed': [
      { postalCode: '1000001', title: { ja: '郵便番号を入力する', en: 'a postal code is entered' } },
      {
        postalCode: '5300001',
        title: { ja: '別の郵便番号を入力する', en: 'another postal code is entered' },
      },
      { postalCode: null, title: { ja: '郵便番号を消す', en: 'the postal code is gone' } },
    ],
    'accessToken.ready': [{ title: { ja: 'アクセストークンが届く', en: 'the access token arrives' } }],
  },
  done: {
    lookUpPostalCode: [
      { output: palace, title: { ja: '住所が見つかる', en: 'the address is found' } },
      { output: null, title: { ja: '住所が見つからない', en: 'no whole address is found' } },
    ],
  },
  error: {
    lookUpPostalCode: [
      {
        error: new CallFailure('unauthorized'),
        title: { ja: 'アクセストークンが拒まれる', en: 'the access token is refused' },
      },
      {
        error: new CallFailure('noAnswer'),
        title: { ja: '返答が来ない', en: 'no answer comes' },
      },
    ],
  },
  after: {},
};

export const postalLookupModel: ChartModel = {
  ...smallChart,
  machine: postalLookupMachine,
  files: {
    chart: 'src/machines/postal-lookup.ts',
    samples: 'model-tests/postal-lookup/postal-lookup-model.ts',
    promises: 'model-tests/postal-lookup/postal-lookup-model.ts',
  },
  samples: samplesOf(postalLookupMachine, samples),
  isGoal: (state) => state === 'idle',
  checkStep,
  delays: {},
};

/** The newest code counts, and no failure is told but that there is no address (specification §4, §7). */
function checkStep({ before, sample, after, effects }: Step): void {
  const state = before ? statePathOf(before) : 'idle';
  const context: Context = before?.context ?? { postalCode: '', tokenRenewed: false };
  const promise = before && sample ? promiseFor(state, context, { ...sample.event }) : {};
  assert.equal(statePathOf(after), promise.state ?? state, 'the state');
  assert.deepEqual(after.context, { ...context, ...promise.data }, 'the data');
  assert.deepEqual(effects, promise.effects ?? [], 'what is set going outside');
}

type Outcome = { state?: string; data?: Partial<Context>; effects?: Effect[] };
type Happening = { type: string; postalCode?: string | null; output?: Address | null; error?: unknown };

function promiseFor(state: string, context: Context, event: Happening): Outcome {
  const { postalCode, tokenRenewed } = context;
  const lookUp = (code: string): Effect => ({
    do: 'start',
    id: 'lookUpPostalCode',
    input: { postalCode: code },
  });

  const silence: Outcome = {
    state: 'idle',
    effects: [{ do: 'send', to: '#_parent', event: { type: 'address.missing', postalCode } }],
  };

  switch (event.type) {
    case 'postalCode.changed': {
      const code = event.postalCode;
      if (!code) return { state: 'idle' };
      return {
        state: 'lookingUp',
        data: { postalCode: code, tokenRenewed: false },
        effects: [lookUp(code)],
      };
    }
    case 'accessToken.ready':
      return state === 'awaitingAccessToken' ? { state: 'lookingUp', effects: [lookUp(postalCode)] } : {};
    case 'xstate.done.actor.lookUpPostalCode': {
      const address = event.output ?? null;
      if (address === null) return silence;
      const told = { type: 'address.found', postalCode, address };
      return { state: 'idle', effects: [{ do: 'send', to: '#_parent', event: told }] };
    }
    default:
      return callFailureOf(event.error).reason === 'unauthorized' && !tokenRenewed
        ? {
            state: 'awaitingAccessToken',
            data: { tokenRenewed: true },
            effects: [{ do: 'send', to: '#_parent', event: { type: 'accessToken.refused' } }],
          }
        : silence;
  }
}
