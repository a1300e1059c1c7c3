import { assign, fromPromise, sendParent, setup } from 'xstate';

/** What the token's keeper tells the sign-up chart. The token itself stays with the services. */
export type AccessTokenNews =
  | { type: 'accessToken.ready' }
  /** With the failed call, which may say why. */
  | { type: 'accessToken.unavailable'; error: unknown };

type AccessTokenEvent =
  /** The API host answered 401: the token in use is worthless. */
  | { type: 'accessToken.rejected' }
  /**
   * A call is waiting, or the donor looks at the page again: answered each time, as soon as it is known whether there
   * is a token. Does not sit out the pause between attempts.
   */
  | { type: 'accessToken.needed' };

/** How long to wait after a failed attempt, in milliseconds; twice as long each time, since an idle tab has no hurry. */
const firstPause = 10_000;
const longestPause = 5 * 60_000;

/** Keeps a fresh bearer token for the API: fetched on every page, renewed every 14 minutes (specification §4 and §9). */
export const accessTokenMachine = setup({
  types: { events: {} as AccessTokenEvent, context: {} as { retryPause: number } },
  actors: {
    /** Fetches a token and stores it where the API client reads it. */
    fetchAccessToken: fromPromise<void>(() => Promise.reject(new Error('not provided'))),
  },
  actions: {
    tellReady: sendParent({ type: 'accessToken.ready' }),
    tellUnavailable: sendParent((_, { error }: { error: unknown }) => ({
      type: 'accessToken.unavailable',
      error,
    })),
    lengthenPause: assign(({ context }) => ({ retryPause: Math.min(context.retryPause * 2, longestPause) })),
    resetPause: assign({ retryPause: firstPause }),
  },
  delays: {
    ACCESS_TOKEN_LIFETIME: 14 * 60_000,
    RETRY_PAUSE: ({ context }) => context.retryPause,
  },
}).createMachine({
  id: 'accessToken',
  description: 'Keeps the API token fresh',
  context: { retryPause: firstPause },
  initial: 'fetching',
  states: {
    fetching: {
      description: 'Asking the API host for a token',
      invoke: {
        id: 'fetchAccessToken',
        src: 'fetchAccessToken',
        onDone: { target: 'valid', actions: 'resetPause' },
        onError: {
          target: 'unavailable',
          actions: { type: 'tellUnavailable', params: ({ event }) => event },
        },
      },
    },
    valid: {
      description: 'A token younger than 14 minutes is at hand',
      entry: 'tellReady',
      after: { ACCESS_TOKEN_LIFETIME: 'fetching' },
      on: { 'accessToken.rejected': 'fetching', 'accessToken.needed': { actions: 'tellReady' } },
    },
    unavailable: {
      description: 'No token could be had; trying again, after a longer pause each time',
      after: { RETRY_PAUSE: { target: 'fetching', actions: 'lengthenPause' } },
      on: { 'accessToken.needed': 'fetching', 'accessToken.rejected': 'fetching' },
    },
  },
});
