import { assign, fromPromise, sendParent, setup } from 'xstate';
import { callFailureOf } from '../signup/call-failure.ts';
import type { Address } from '../signup/form.ts';

/** What the lookup tells the sign-up chart. */
export type PostalLookupNews =
  | { type: 'address.found'; postalCode: string; address: Address }
  | { type: 'accessToken.refused' };

type PostalLookupEvent =
  /** Seven digits have been typed. */
  { type: 'postalCode.entered'; postalCode: string } | { type: 'accessToken.ready' };

type PostalLookupContext = {
  postalCode: string;
  /** A refused token is renewed once for each code, not for ever. */
  tokenRenewed: boolean;
};

/**
 * Finds the address that belongs to a postal code (specification §4).
 * It never stands in the donor's way: a lookup that fails is silence, not an error (design §4.9).
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
    isAddress: (_, { output }: { output: Address | null }) => output !== null,
    tokenIsStale: ({ context }, { error }: { error: unknown }) =>
      callFailureOf(error).reason === 'unauthorized' && !context.tokenRenewed,
  },
  actions: {
    takePostalCode: assign((_, { postalCode }: { postalCode: string }) => ({
      postalCode,
      tokenRenewed: false,
    })),
    tellAddress: sendParent(
      ({ context }: { context: PostalLookupContext }, { output }: { output: Address | null }) => ({
        type: 'address.found',
        postalCode: context.postalCode,
        address: output,
      }),
    ),
    renewToken: assign({ tokenRenewed: true }),
    tellTokenRefused: sendParent({ type: 'accessToken.refused' }),
  },
}).createMachine({
  id: 'postalLookup',
  description: 'Finds the address of a postal code',
  context: { postalCode: '', tokenRenewed: false },
  initial: 'idle',
  on: {
    'postalCode.entered': {
      target: '.lookingUp',
      actions: { type: 'takePostalCode', params: ({ event }) => event },
    },
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
          { target: 'idle' },
        ],
        onError: [
          {
            guard: { type: 'tokenIsStale', params: ({ event }) => event },
            target: 'awaitingAccessToken',
            actions: ['renewToken', 'tellTokenRefused'],
          },
          { target: 'idle' },
        ],
      },
    },
    awaitingAccessToken: {
      description: 'The token was refused; the lookup goes on with the next one',
      on: { 'accessToken.ready': 'lookingUp' },
    },
  },
});
