import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

/** One request, as `GET /sandbox/requests` shows it (docs/contracts.md). */
export type LoggedRequest = {
  id: number;
  /** ISO 8601. */
  at: string;
  /** Which of the three hosts it came to. */
  host: 'site' | 'api' | 'gateway';
  method: string;
  path: string;
  /** The scenario that was played on it, if any. */
  scenario: string | null;
  /** Null until there is an answer; it stays null when the connection breaks first. */
  status: number | null;
  /** As received, parsed if it is JSON or a form; null if there was none or it must not be kept. */
  body: unknown;
  answer: unknown;
  /** Until the answer, in milliseconds; null while there is none. */
  durationMs: number | null;
};

/** Hono's types for a request: Node's own objects, and the entry in the request log. */
export type SandboxEnv = { Bindings: HttpBindings; Variables: { logEntry: LoggedRequest | undefined } };

const KEPT = 300;

/**
 * The newest requests, in memory.
 * @param now milliseconds since the epoch
 * @param onAnswer called with each request once it is answered or its connection has broken
 */
export function createRequestLog(now: () => number, onAnswer: (entry: LoggedRequest) => void = () => {}) {
  /** Newest first. */
  const entries: LoggedRequest[] = [];
  let nextId = 1;
  return {
    entries,
    onAnswer,
    add: (received: Pick<LoggedRequest, 'host' | 'method' | 'path' | 'body'>): LoggedRequest => {
      const at = new Date(now()).toISOString();
      const entry = {
        id: nextId++,
        at,
        ...received,
        scenario: null,
        status: null,
        answer: null,
        durationMs: null,
      };
      entries.unshift(entry);
      entries.length = Math.min(entries.length, KEPT);
      return entry;
    },
  };
}

export type RequestLog = ReturnType<typeof createRequestLog>;

/** Logs each request of a host. With `bodies: false`, for card data, neither the body nor the answer is read. */
export function logRequests(
  log: RequestLog,
  host: LoggedRequest['host'],
  { bodies }: { bodies: boolean },
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return next();
    const started = performance.now();
    const { method, path } = c.req;
    const body = bodies ? readable(await c.req.text(), c.req.header('Content-Type')) : null;
    const entry = log.add({ host, method, path, body });
    c.set('logEntry', entry);
    await next();
    const isBroken = c.env.incoming.socket.destroyed;
    entry.status = isBroken ? null : c.res.status;
    if (bodies && !isBroken)
      entry.answer = readable(await c.res.clone().text(), c.res.headers.get('Content-Type'));
    entry.durationMs = Math.round(performance.now() - started);
    log.onAnswer(entry);
  };
}

function readable(text: string, contentType: string | null | undefined): unknown {
  if (text === '') return null;
  if (contentType?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
