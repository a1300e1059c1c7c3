import { CallFailure } from '../../signup/call-failure.ts';
import type { startSentry } from './sentry.ts';

/** Await the result before the page is left: the report has then been sent. */
export type ReportError = (error: unknown, where: string) => unknown;

/** The longest that a donor waits for a report, in milliseconds. */
const LONGEST_WAIT = 3000;

/**
 * Sends errors to Sentry, stripped by `sentry.ts`. A refusal that the host has explained is not an error. Sentry is loaded at
 * the first error, and only if a DSN is set (decision 15). If it does not load, the next error tries again.
 */
export function createErrorReporter(dsn: string | null): ReportError {
  if (!dsn) return () => {};
  let sentry: Promise<ReturnType<typeof startSentry>> | undefined;
  const load = async () => (await import('./sentry.ts')).startSentry(dsn, releaseOf(import.meta.url));
  const report: ReportError = (error, where) => {
    if (isExplainedRefusal(error)) return undefined;
    sentry ??= load().catch((reason) => {
      sentry = undefined;
      throw reason;
    });
    const failure = error instanceof CallFailure ? { failure: error.reason } : {};
    const sent = sentry.then((send) => send(error, { where, ...failure })).catch(() => {});
    return Promise.race([sent, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
  };
  window.addEventListener('error', ({ error }) => report(error, 'window'));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'promise'));
  return report;
}

/** The host refused and gave the reason to the donor. */
const isExplainedRefusal = (error: unknown): boolean =>
  error instanceof CallFailure && error.reason === 'refused' && error.messages.length > 0;

/** The hash in the name of the app's file, which `npm run build` prints; `development` where there is none. */
const releaseOf = (url: string): string => /index-([\w-]+)\.js/.exec(url)?.[1] ?? 'development';

/** Wraps an effect: an error that it throws is reported and does not stop the chart. */
export function withErrorReport<Args extends readonly unknown[], Result>(
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
