import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The calls that can be told to misbehave: the API's five (docs/contracts.md), the gateway's and the captcha's scripts
 * and tokens.
 */
export const callNames = [
  'token',
  'postalCode',
  'memberRegisterCard',
  'memberVerifyCard',
  'memberRegisterBank',
  'gatewayScript',
  'gatewayToken',
  'captchaScript',
  'captchaToken',
] as const;
export type CallName = (typeof callNames)[number];

/**
 * How a call misbehaves.
 *
 * - `delayMs` alone: late, then as usual.
 * - `status` or `body`: this answer, and the call is not carried out. A string is sent as it is, anything else as JSON.
 * - `drop`: the connection breaks `before` the call is carried out, or `after` it was, without an answer. Wins over `status` and `body`.
 * - `times`: for the next so many requests; without it until reset.
 *
 * `drop: 'after'` with `times: 1` shows what a browser does by itself: Chromium sends a POST again when a connection
 * that it had kept open (the preflight's) breaks, so that the call comes twice and only the second has an answer.
 */
export type Scenario = {
  delayMs?: number;
  status?: number;
  body?: unknown;
  contentType?: string;
  drop?: 'before' | 'after';
  times?: number;
};

const MAX_DELAY_MS = 60 * 60 * 1000;

export function isCallName(name: string): name is CallName {
  return callNames.some((known) => known === name);
}

type Rule = { valid: (value: unknown) => boolean; expected: string };

const rules: Record<keyof Scenario, Rule> = {
  delayMs: {
    valid: (value) => isInteger(value, 0, MAX_DELAY_MS),
    expected: `a whole number from 0 to ${MAX_DELAY_MS}`,
  },
  status: { valid: (value) => isInteger(value, 200, 599), expected: 'a whole number from 200 to 599' },
  body: { valid: () => true, expected: 'any JSON value' },
  contentType: {
    valid: (value) => typeof value === 'string' && /^[\x20-\x7e]+$/.test(value),
    expected: 'a header value such as text/html',
  },
  drop: { valid: (value) => value === 'before' || value === 'after', expected: `'before' or 'after'` },
  times: { valid: (value) => isInteger(value, 1, 1_000_000), expected: 'a whole number from 1' },
};

/** Checks a scenario from outside. Throws a TypeError whose message names what is wrong. */
export function parseScenario(input: unknown): Scenario {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new TypeError('A scenario is a JSON object.');
  }
  for (const [key, value] of Object.entries(input)) {
    if (!Object.hasOwn(rules, key)) {
      throw new TypeError(`A scenario has no "${key}"; it has ${Object.keys(rules).join(', ')}.`);
    }
    const rule = rules[key as keyof Scenario];
    if (!rule.valid(value)) throw new TypeError(`"${key}" must be ${rule.expected}.`);
  }
  if (Object.keys(input).every((key) => key === 'times' || key === 'contentType')) {
    throw new TypeError('A scenario needs one of delayMs, status, body and drop.');
  }
  return { ...input };
}

function isInteger(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

/** The scenarios in force. They live in memory: a restart starts clean. */
export class Scenarios {
  readonly #inForce = new Map<CallName, Scenario>();
  #delays = new AbortController();

  set(call: CallName, scenario: Scenario): void {
    this.#inForce.set(call, scenario);
  }

  /** Those in force, with what is left of `times`. */
  all(): Partial<Record<CallName, Scenario>> {
    return Object.fromEntries(this.#inForce);
  }

  /** The scenario for a request that just came in, counted off its `times`. */
  take(call: CallName): Scenario | undefined {
    const scenario = this.#inForce.get(call);
    if (scenario?.times === 1) this.#inForce.delete(call);
    else if (scenario?.times !== undefined) {
      this.#inForce.set(call, { ...scenario, times: scenario.times - 1 });
    }
    return scenario;
  }

  remove(call: CallName): void {
    this.#inForce.delete(call);
  }

  clear(): void {
    this.#inForce.clear();
  }

  /** Waits; false when the wait was cut short because the sandbox was reset or closed. */
  async wait(ms: number): Promise<boolean> {
    try {
      await sleep(ms, undefined, { signal: this.#delays.signal });
      return true;
    } catch {
      return false;
    }
  }

  /** Cuts all waits short, so that a late request of one test cannot store something in the next. */
  abandonDelays(): void {
    this.#delays.abort();
    this.#delays = new AbortController();
  }
}
