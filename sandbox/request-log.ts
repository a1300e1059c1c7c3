import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { parseJson } from './parse-json.ts';

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
  /** Null while there is no answer, and for good when the connection broke first. */
  status: number | null;
  /** Parsed where it is JSON or a form, and cut where it is long; null where there was none or it must not be kept. */
  body: unknown;
  answer: unknown;
  /** Until the answer, in milliseconds; null while there is none. */
  durationMs: number | null;
};

/** Hono's types for a request: Node's own objects, and the entry in the request log. */
export type SandboxEnv = { Bindings: HttpBindings; Variables: { logEntry: LoggedRequest | undefined } };

const KEPT = 300;
const MAX_TEXT = 20_000;
/** An app at fault could send these; the log must not become the place where they stay. */
const neverLogged = ['cardNum', 'securityCode', 'cardno', 'securitycode'];

/** The newest requests, in memory. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #nextId = 1;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #answered: (entry: LoggedRequest) => void;

  /**
   * @param changed called after each entry or answer.
   * @param answered called with each request that has its answer, or never will.
   */
  constructor(now: () => number, changed: () => void, answered: (entry: LoggedRequest) => void = () => {}) {
    this.#now = now;
    this.#changed = changed;
    this.#answered = answered;
  }

  /** Newest first. */
  all(): LoggedRequest[] {
    return this.#entries.toReversed();
  }

  clear(): void {
    this.#entries = [];
  }

  add(
    entry: Omit<LoggedRequest, 'id' | 'at' | 'scenario' | 'status' | 'answer' | 'durationMs'>,
  ): LoggedRequest {
    const logged: LoggedRequest = {
      id: this.#nextId++,
      at: new Date(this.#now()).toISOString(),
      ...entry,
      scenario: null,
      status: null,
      answer: null,
      durationMs: null,
    };
    this.#entries = [...this.#entries.slice(1 - KEPT), logged];
    this.#changed();
    return logged;
  }

  finish(entry: LoggedRequest, status: number | null, answer: unknown, durationMs: number): void {
    Object.assign(entry, { status, answer, durationMs });
    this.#changed();
    this.#answered(entry);
  }
}

/**
 * Logs each request of a host. `bodies: false` for card data: there neither the body nor the answer is read.
 */
export function logRequests(
  log: RequestLog,
  host: LoggedRequest['host'],
  { bodies }: { bodies: boolean },
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return next();
    const started = performance.now();
    const body = bodies ? readable(await c.req.text(), c.req.header('Content-Type')) : null;
    const entry = log.add({ host, method: c.req.method, path: c.req.path, body });
    c.set('logEntry', entry);
    await next();
    const broken = c.env.incoming.socket.destroyed;
    const answer =
      bodies && !broken ? readable(await c.res.clone().text(), c.res.headers.get('Content-Type')) : null;
    log.finish(entry, broken ? null : c.res.status, answer, Math.round(performance.now() - started));
  };
}

function readable(text: string, contentType: string | null | undefined): unknown {
  if (text === '') return null;
  if (text.length > MAX_TEXT) return withoutLongNumbers(text.slice(0, MAX_TEXT));
  try {
    return withoutCard(parseJson(text));
  } catch {
    const isForm = contentType?.startsWith('application/x-www-form-urlencoded');
    return isForm ? withoutCard(Object.fromEntries(new URLSearchParams(text))) : withoutLongNumbers(text);
  }
}

function withoutCard(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutCard);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      neverLogged.includes(key) && inner !== '' ? '[hidden]' : withoutCard(inner),
    ]),
  );
}

/** In a text without fields, anything long enough to be a card number may be one. */
function withoutLongNumbers(text: string): string {
  return text.replace(/\d[\d -]{11,}\d/g, '[hidden]');
}
