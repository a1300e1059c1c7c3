// Named imports: the whole package is five times as large.
import { captureException, init } from '@sentry/browser';

type Tags = Readonly<Record<string, string>>;

/**
 * Starts Sentry. A report holds the release, the error's name, the places in our files where it was thrown, the call's
 * name and the kind of its failure. It holds no message, form data, query or breadcrumbs (decision 15).
 */
export function startSentry(dsn: string, release: string): (error: unknown, tags: Tags) => void {
  init({
    dsn,
    release,
    defaultIntegrations: false,
    integrations: [],
    maxBreadcrumbs: 0,
    // Otherwise Sentry's host stores the donor's IP address.
    dataCollection: { userInfo: false },
    beforeSend: (event) => ({
      ...(event.event_id ? { event_id: event.event_id } : {}),
      type: undefined,
      level: 'error' as const,
      ...(event.release ? { release: event.release } : {}),
      ...(event.timestamp ? { timestamp: event.timestamp } : {}),
      ...(event.tags ? { tags: event.tags } : {}),
      ...(event.exception ? { exception: event.exception } : {}),
    }),
  });
  return (error, tags) => captureException(withoutData(error), { tags });
}

/** The names of browsers' errors and of ours. Only these are reported: any other may contain form data. */
const knownName = /^[A-Za-z]*Error$|^CallFailure$/;

/** File, line and column at the end of a stack's line. The rest, such as the function's name, is not reported. */
const place = /(https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w.-]+)+)(?:\?[^\s:)]*)?(:\d{1,7}:\d{1,7})\)?$/;

/** A copy of the error with a known name and places in our own files only. Its message may contain form data. */
function withoutData(error: unknown): Error {
  const isKnown = error instanceof Error && knownName.test(error.name);
  const clean = new Error(isKnown ? error.name : 'unknown');
  const stack = error instanceof Error ? String(error.stack) : '';
  clean.stack = [
    `Error: ${clean.message}`,
    ...stack.split('\n').flatMap((line) => {
      const [, file = '', position = ''] = place.exec(line) ?? [];
      if (!file.startsWith(`${location.origin}/`)) return [];
      // fewer digits than a card number has
      const digits = (file.slice(location.origin.length) + position).replace(/\D/g, '');
      return digits.length < 13 ? [`    at ${file}${position}`] : [];
    }),
  ].join('\n');
  return clean;
}
