// By name: imported as a whole it would be five times as large.
import { captureException, init } from '@sentry/browser';

/**
 * Starts Sentry. A report holds the kind of error, the places in our files where it came from, and which call it was:
 * nobody's words, no form data, no address with a query, no breadcrumbs.
 */
export function startSentry(dsn: string): (error: unknown, where: string) => void {
  init({
    dsn,
    defaultIntegrations: false,
    integrations: [],
    maxBreadcrumbs: 0,
    // Without it the host is asked to note the donor's address on the network.
    dataCollection: { userInfo: false },
    beforeSend: (event) => ({
      ...(event.event_id ? { event_id: event.event_id } : {}),
      type: undefined,
      level: 'error' as const,
      ...(event.timestamp ? { timestamp: event.timestamp } : {}),
      ...(event.tags ? { tags: event.tags } : {}),
      ...(event.exception ? { exception: event.exception } : {}),
    }),
  });
  return (error, where) => captureException(withoutData(error), { tags: { where } });
}

/** Whoever throws chooses the name, and may put anything into it. */
const knownNames = new Set([
  'AbortError',
  'AggregateError',
  'CallFailure',
  'DataCloneError',
  'Error',
  'EvalError',
  'HierarchyRequestError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotSupportedError',
  'QuotaExceededError',
  'RangeError',
  'ReferenceError',
  'SecurityError',
  'SyntaxError',
  'TimeoutError',
  'TypeError',
  'URIError',
]);

/** A file, a line and a column: all browsers end a stack's line with them. The function's name may be anything. */
const place = /(https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w.-]+)+)(?:\?[^\s:)]*)?(:\d{1,7}:\d{1,7})\)?$/;

/** What is left of an error: a name that we know, and places in our own files. A message may quote a donor. */
function withoutData(error: unknown): Error {
  const isKnown = error instanceof Error && knownNames.has(error.name);
  const clean = new Error(isKnown ? error.name : 'unknown');
  const stack = error instanceof Error ? String(error.stack) : '';
  clean.stack = [
    `Error: ${clean.message}`,
    ...stack.split('\n').flatMap((line) => {
      const [, file = '', position = ''] = place.exec(line) ?? [];
      if (!file.startsWith(`${location.origin}/`)) return [];
      // too few digits for a card
      const digits = (file.slice(location.origin.length) + position).replace(/\D/g, '');
      return digits.length < 13 ? [`    at ${file}${position}`] : [];
    }),
  ].join('\n');
  return clean;
}
