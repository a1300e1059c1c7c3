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

/** The newest requests, in memory. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #nextId = 1;
  readonly #now: () => number;
  /** Called with each request once it is answered or its connection has broken. */
  readonly onAnswer: (entry: LoggedRequest) => void;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number, onAnswer: (entry: LoggedRequest) => void = () => {}) {
    this.#now = now;
    this.onAnswer = onAnswer;
  }

  /** Newest first. */
  all(): readonly LoggedRequest[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }

  add(entry: Pick<LoggedRequest, 'host' | 'method' | 'path' | 'body'>): LoggedRequest {
    const at = new Date(this.#now()).toISOString();
    const unanswered = { scenario: null, status: null, answer: null, durationMs: null };
    const logged: LoggedRequest = { id: this.#nextId++, at, ...entry, ...unanswered };
    this.#entries = [logged, ...this.#entries].slice(0, KEPT);
    return logged;
  }
}

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
