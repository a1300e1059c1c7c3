import { assign, fromPromise, sendParent, setup } from 'xstate';
import { callFailureOf } from '../signup/call-failure.ts';
import type { Address } from '../signup/form.ts';

/** What the lookup tells the sign-up chart. */
export type PostalLookupNews =
  | { type: 'address.found'; postalCode: string; address: Address }
  | { type: 'address.missing'; postalCode: string }
  | { type: 'accessToken.refused' };

type PostalLookupEvent =
  /** The code whose address is wanted, or null where there is none to ask for. */
  { type: 'postalCode.changed'; postalCode: string | null } | { type: 'accessToken.ready' };

type PostalLookupContext = {
  postalCode: string;
  /** A refused token is renewed once for each code, not for ever. */
  tokenRenewed: boolean;
};

/**
 * Finds the address that belongs to a postal code (specification §4).
 * It never stands in the donor's way: a lookup that fails is no error (decision 9).
 */
export const postalLookupMachine = setup({
  types: { events: {} as PostalLookupEvent, context: {} as PostalLookupContext },
  actors: {
    /**
     * Resolves to `null` unless prefecture, city and town all came back. Rejects with a CallFailure.
     * Asks for each code once and then remembers (specification §7).
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
    tellAddress: sendParent(
      ({ context }: { context: PostalLookupContext }, { output }: { output: Address | null }) => ({
        type: 'address.found',
        postalCode: context.postalCode,
        address: output,
      }),
    ),
    tellNoAddress: sendParent(({ context }: { context: PostalLookupContext }) => ({
      type: 'address.missing',
      postalCode: context.postalCode,
    })),
    renewToken: assign({ tokenRenewed: true }),
    tellTokenRefused: sendParent({ type: 'accessToken.refused' }),
  },
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
            actions: { type: 'tellAddress', params: ({ event }) => event },
          },
          { target: 'idle', actions: 'tellNoAddress' },
        ],
        onError: [
          {
            guard: { type: 'tokenIsStale', params: ({ event }) => event },
            target: 'awaitingAccessToken',
            actions: ['renewToken', 'tellTokenRefused'],
          },
          { target: 'idle', actions: 'tellNoAddress' },
        ],
      },
    },
    awaitingAccessToken: {
      description: 'The token was refused; the lookup goes on with the next one',
      on: { 'accessToken.ready': 'lookingUp' },
    },
  },
});
