import { assign, fromPromise, sendParent, setup } from 'xstate';
import { CallFailure } from '../signup/call-failure.ts';

/** The events that this chart sends to the sign-up chart. The token itself stays with the services. */
export type EventFromAccessToken =
  | { type: 'accessToken.ready' }
  /** `error` is the failed call's CallFailure. */
  | { type: 'accessToken.unavailable'; error: unknown };

type AccessTokenEvent =
  /** The API host answered 401: the token is not valid. */
  | { type: 'accessToken.rejected' }
  /**
   * A call needs a token, or the donor looks at the page again. Always answered with `ready` or `unavailable`; a pause
   * between attempts ends at once.
   */
  | { type: 'accessToken.needed' };

/** The wait after a failed attempt, in milliseconds. It doubles each time. */
const firstPause = 10_000;
const longestPause = 5 * 60_000;

/** Keeps the API's bearer token fresh: fetches it on every page, and again before it is too old (specification §4 and §9). */
export const accessTokenMachine = setup({
  types: { events: {} as AccessTokenEvent, context: {} as { retryPause: number } },
  actors: {
    /** Fetches a token and stores it where the API client reads it. */
    fetchAccessToken: fromPromise<void>(() => Promise.reject(new Error('not provided'))),
  },
  actions: {
    sendReady: sendParent({ type: 'accessToken.ready' }),
    sendUnavailable: sendParent((_, { error }: { error: unknown }) => ({
      type: 'accessToken.unavailable',
      error,
    })),
    /** Provided by provide-services.ts, as the actor is. */
    reportTimeout: () => {},
    lengthenPause: assign(({ context }) => ({ retryPause: Math.min(context.retryPause * 2, longestPause) })),
    resetPause: assign({ retryPause: firstPause }),
  },
  delays: {
    ANSWER_TIMEOUT: 10_000,
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
          actions: { type: 'sendUnavailable', params: ({ event }) => event },
        },
      },
      after: {
        ANSWER_TIMEOUT: {
          target: 'unavailable',
          actions: [
            'reportTimeout',
            { type: 'sendUnavailable', params: () => ({ error: new CallFailure('noAnswer') }) },
          ],
        },
      },
    },
    valid: {
      description: 'The token is young enough for every call',
      entry: 'sendReady',
      after: { ACCESS_TOKEN_LIFETIME: 'fetching' },
      on: { 'accessToken.rejected': 'fetching', 'accessToken.needed': { actions: 'sendReady' } },
    },
    unavailable: {
      description: 'Fetching the token failed; trying again, after a longer pause each time',
      after: { RETRY_PAUSE: { target: 'fetching', actions: 'lengthenPause' } },
      on: { 'accessToken.needed': 'fetching', 'accessToken.rejected': 'fetching' },
    },
  },
});
