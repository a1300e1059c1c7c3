export type ReportError = (error: unknown, where: string) => void;

/**
 * Sends errors to Sentry, loaded only where a DSN is set (design §4.15). A report holds the error's name, its
 * message where we wrote it ourselves, the stack and the place: no form data, no address with a query, no breadcrumbs.
 */
export function createErrorReporter(dsn: string | null): ReportError {
  if (!dsn) return () => {};
  const sentry = import('./sentry.ts').then(({ captureException, init }) => {
    init({
      dsn,
      defaultIntegrations: false,
      integrations: [],
      maxBreadcrumbs: 0,
      beforeSend: (event) => ({
        ...(event.event_id ? { event_id: event.event_id } : {}),
        type: undefined,
        level: 'error' as const,
        ...(event.timestamp ? { timestamp: event.timestamp } : {}),
        ...(event.tags ? { tags: event.tags } : {}),
        ...(event.exception ? { exception: event.exception } : {}),
      }),
    });
    return captureException;
  });
  const report: ReportError = (error, where) => {
    sentry
      .then((captureException) => captureException(withoutData(error), { tags: { where } }))
      .catch(() => {});
  };
  window.addEventListener('error', ({ error }) => report(error, 'window'));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, 'promise'));
  return report;
}

/** A message may quote what a donor typed; the name and the stack's places do not. */
function withoutData(error: unknown): Error {
  const clean = new Error(error instanceof Error ? error.name : 'unknown');
  if (error instanceof Error && error.stack) {
    // the stack begins with the message, which may hold anything, line breaks too
    clean.stack = error.stack
      .replace(error.message, '')
      .split('\n')
      .filter((line) => /^\s+at |@/.test(line))
      .map((line) => line.replace(/\?[^\s:)]*/g, ''))
      .join('\n');
  }
  return clean;
}
