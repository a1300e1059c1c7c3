import type { startSentry } from './sentry.ts';
import { withTimeout } from './with-timeout.ts';

/** What it returns can be waited for: then the report is on its way, also where the page is left. */
export type ReportError = (error: unknown, where: string) => unknown;

/** A donor waits no longer for a report than this, in milliseconds. */
const LONGEST_WAIT = 3000;

/**
 * Sends errors to Sentry, and of each what `sentry.ts` leaves of it. Sentry is loaded only where a DSN is set
 * (decision 15), for the first error, and asked for again at the next one where it did not come.
 */
export function createErrorReporter(dsn: string | null): ReportError {
  if (!dsn) return () => {};
  let sentry: Promise<ReturnType<typeof startSentry>> | undefined;
  const load = async () => (await import('./sentry.ts')).startSentry(dsn);
  const report: ReportError = (error, where) => {
    sentry ??= load().catch((reason) => {
      sentry = undefined;
      throw reason;
    });
    return withTimeout(
      LONGEST_WAIT,
      sentry.then((send) => send(error, where)),
    ).catch(() => {});
  };
  window.addEventListener('error', ({ error }) => report(error, 'window'));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'promise'));
  return report;
}

/** An effect that throws must not end the sign-up: it is reported, and the chart goes on. */
export function guarded<Args extends readonly unknown[], Result>(
  report: ReportError,
  where: string,
  effect: (...args: Args) => Result,
) {
  return (...args: Args): Result | undefined => {
    try {
      return effect(...args);
    } catch (error) {
      report(error, where);
      return undefined;
    }
  };
}

/** Failures go to the error reporter by name, and on to the chart, which decides what they mean. */
export function reported<T>(report: ReportError, where: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    report(error, where);
    throw error;
  });
}
