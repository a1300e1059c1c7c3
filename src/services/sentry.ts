/** The two functions of the SDK that are used: imported as a whole it would be five times as large. */
export { captureException, init } from '@sentry/browser';
