import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { Address } from '../signup/address/postal-address.ts';
import { callFailureOf } from '../signup/call-failure.ts';

/** The events that the lookup sends to the sign-up chart. */
export type EventFromPostalLookup =
  | { type: 'address.found'; postalCode: string; address: Address }
  | { type: 'address.missing'; postalCode: string }
  | { type: 'accessToken.refused' };

type PostalLookupEvent =
  /** The seven digits to look up, or null for none. */
  { type: 'postalCode.changed'; postalCode: string | null } | { type: 'accessToken.ready' };

type PostalLookupContext = {
  postalCode: string;
  /** A refused token is renewed only once for each code. */
  tokenRenewed: boolean;
};

/** Finds the address of a postal code (specification §4). A failed lookup shows no error (decision 9). */
export const postalLookupMachine = setup({
  types: { events: {} as PostalLookupEvent, context: {} as PostalLookupContext },
  actors: {
    /**
     * Resolves to `null` unless prefecture, city and town all came back. Rejects with a CallFailure.
     * Looks each code up only once (specification §7).
     */
    lookUpPostalCode: fromPromise<Address | null, { postalCode: string }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  guards: {
    isCode: (_, { postalCode }: { postalCode: string | null }) => postalCode !== null,
    isAddress: (_, { output }: { output: Address | null }) => output !== null,
    tokenIsStale: ({ context }, { error }: { error: unknown }) =>
      callFailureOf(error).reason === 'unauthorized' && !context.tokenRenewed,
  },
  actions: {
    takePostalCode: assign((_, { postalCode }: { postalCode: string | null }) => ({
      postalCode: postalCode ?? '',
      tokenRenewed: false,
    })),
    sendAddress: sendParent(
      ({ context }: { context: PostalLookupContext }, { output }: { output: Address | null }) => ({
        type: 'address.found',
        postalCode: context.postalCode,
        address: output,
      }),
    ),
    sendNoAddress: sendParent(({ context }: { context: PostalLookupContext }) => ({
      type: 'address.missing',
      postalCode: context.postalCode,
    })),
    /** Provided by provide-services.ts, as the actor is. */
    reportTimeout: () => {},
    renewToken: assign({ tokenRenewed: true }),
    sendTokenRefused: sendParent({ type: 'accessToken.refused' }),
  },
  delays: { ANSWER_TIMEOUT: 10_000 },
}).createMachine({
  id: 'postalLookup',
  description: 'Finds the address of a postal code',
  context: { postalCode: '', tokenRenewed: false },
  initial: 'idle',
  on: {
    'postalCode.changed': [
      {
        guard: { type: 'isCode', params: ({ event }) => event },
        target: '.lookingUp',
        actions: { type: 'takePostalCode', params: ({ event }) => event },
      },
      { target: '.idle' },
    ],
  },
  states: {
    idle: { description: 'Nothing to look up' },
    lookingUp: {
      description: 'Asking the API host for the address',
      invoke: {
        id: 'lookUpPostalCode',
        src: 'lookUpPostalCode',
        input: ({ context }) => ({ postalCode: context.postalCode }),
        onDone: [
          {
            guard: { type: 'isAddress', params: ({ event }) => event },
            target: 'idle',
            actions: { type: 'sendAddress', params: ({ event }) => event },
          },
          { target: 'idle', actions: 'sendNoAddress' },
        ],
        onError: [
          {
            guard: { type: 'tokenIsStale', params: ({ event }) => event },
            target: 'awaitingAccessToken',
            actions: ['renewToken', 'sendTokenRefused'],
          },
          { target: 'idle', actions: 'sendNoAddress' },
        ],
      },
      after: { ANSWER_TIMEOUT: { target: 'idle', actions: ['reportTimeout', 'sendNoAddress'] } },
    },
    awaitingAccessToken: {
      description: 'The token was refused; the lookup waits for the next one',
      on: { 'accessToken.ready': 'lookingUp' },
    },
  },
});
