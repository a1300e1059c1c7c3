import { setTimeout as sleep } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import { type InferType, mixed, number, object, string } from 'yup';
import { methods } from '../src/signup/payment-methods.ts';
import type { SandboxEnv } from './request-log.ts';

/**
 * The calls that can be told to misbehave: the API's (specification §7), the form's own scripts and those it
 * loads later, and the gateway's and the captcha's scripts and tokens.
 */
export const callNames = [
  'token',
  'postalCode',
  ...Object.values(methods).map(({ registers }) => registers),
  'memberVerifyCard',
  'formScript',
  'lateScript',
  'gatewayScript',
  'gatewayToken',
  'captchaScript',
  'captchaToken',
] as const;
export type CallName = (typeof callNames)[number];

export const callNameSchema = string()
  .required()
  .oneOf(callNames, ({ value, values }) => `There is no call "${value}"; there are ${values}.`);

/**
 * How a call misbehaves.
 *
 * - `delayMs` alone: late, then as usual.
 * - `status` or `body`: this answer, and the call is not carried out. A string is sent as it is, anything else as JSON.
 * - `drop`: the connection breaks `before` the call is carried out, or `after` it was, without an answer. Wins over `status` and `body`.
 * - `times`: for this number of requests; without it until reset.
 *
 * With `drop: 'after'` and `times: 1` the call may arrive twice and be answered once: Chromium repeats a POST by
 * itself when a connection that it kept open (the preflight's) breaks.
 */
export const scenarioSchema = object({
  delayMs: number().integer().min(0).max(3_600_000),
  status: number().integer().min(200).max(599),
  body: mixed().nullable(),
  contentType: string(),
  drop: string().oneOf(['before', 'after'] as const),
  times: number().integer().min(1),
})
  .noUnknown()
  .test({
    message: 'A scenario needs one of delayMs, status, body and drop.',
    test: ({ delayMs, status, body, drop }) => [delayMs, status, body, drop].some((one) => one !== undefined),
  });
export type Scenario = InferType<typeof scenarioSchema>;

/** The scenarios in force, in memory only. */
export class Scenarios {
  /** `times` counts down. */
  readonly inForce = new Map<CallName, Scenario>();
  #delays = new AbortController();

  /** The scenario for a request that just came in, counted off its `times`. */
  take(call: CallName): Scenario | undefined {
    const scenario = this.inForce.get(call);
    if (scenario?.times === 1) this.inForce.delete(call);
    else if (scenario?.times) this.inForce.set(call, { ...scenario, times: scenario.times - 1 });
    return scenario;
  }

  /** Waits; false if a reset or the sandbox's end cut the wait short. */
  wait(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: this.#delays.signal }).catch(() => false);
  }

  /** Ends all waits, so that a late request of one test stores nothing in the next. */
  abandonDelays(): void {
    this.#delays.abort();
    this.#delays = new AbortController();
  }
}

/** Statuses that must not have a body. */
const bodiless = [204, 205, 304];

/** Plays the scenario that is in force for a call, if there is one. */
export function playScenario(
  call: CallName,
  { scenarios }: { scenarios: Scenarios },
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const scenario: Scenario = scenarios.take(call) ?? {};
    const { delayMs, status, body, drop } = scenario;
    const entry = c.get('logEntry');
    if (entry) entry.scenario = describeScenario(scenario);
    if (delayMs !== undefined && !(await scenarios.wait(delayMs))) return breakConnection(c);
    if (drop === 'before') return breakConnection(c);
    if (drop === undefined && (status !== undefined || body !== undefined)) c.res = fakedAnswer(scenario);
    else await next();
    if (drop === 'after') return breakConnection(c);
    // Chromium repeats a request, even a POST, when a kept connection breaks, so a dropped call may arrive twice. Closing
    // connections makes that rarer; a preflight's stays open.
    c.header('Connection', 'close');
  };
}

function describeScenario({ delayMs, status, body, drop }: Scenario): string | null {
  const answer = status !== undefined ? `status ${status}` : body !== undefined && 'body';
  const parts = [delayMs !== undefined && `delay ${delayMs} ms`, drop ? `drop ${drop}` : answer];
  return parts.filter(Boolean).join(', ') || null;
}

function fakedAnswer({ status = 200, body, contentType }: Scenario): Response {
  if (bodiless.includes(status)) return new Response(null, { status });
  const isPage = body === undefined;
  const text = isPage ? `<!DOCTYPE html><title>${status}</title><h1>${status}</h1>` : body;
  const type = contentType ?? `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`;
  const headers = { 'Content-Type': type };
  return new Response(typeof text === 'string' ? text : JSON.stringify(text), { status, headers });
}

/** Ends the connection without an answer. */
function breakConnection(c: Context<SandboxEnv>): void {
  c.env.incoming.socket.destroy();
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
}
