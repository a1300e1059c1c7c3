import { randomUUID } from 'node:crypto';
import type { Organisation } from '../src/signup/organisation.ts';
import type { CardBehaviour } from './test-cards.ts';

/** One sign-up, as `GET /sandbox/registrations` shows it (docs/contracts.md). */
export type Registration = {
  id: number;
  method: keyof Organisation['payment'];
  status: 'pending' | 'complete' | 'failed';
  /** The body of the call, as received. */
  payload: unknown;
  /** ISO 8601. */
  createdAt: string;
};

/** What the gateway remembers about the card of a token. */
export type TokenisedCard = { maskedCardNumber: string; behaviour: CardBehaviour };

type AuthenticationDetails = TokenisedCard & {
  registration: Registration;
  callbackUrl: string;
  amount: number;
};

/** One visit to the 3-D Secure page, tied to the registration that waits for it. */
export type Authentication = AuthenticationDetails & {
  id: string;
  registerToken: string;
  accessId: string;
  csrfToken: string;
  /** How a donor left the page; `open` while they have not. */
  result: 'open' | 'approved' | 'declined' | 'cancelled';
};

/** What the API answers a registration with. */
export type Answer = {
  status: 200 | 422 | 500;
  body: { success: boolean; messages?: readonly string[]; redirectUrl?: string; registerToken?: string };
};

/** The answer to a call with an idempotency key. */
export type KeptAnswer = {
  /** The call and what the donor has filled in. */
  application: string;
  captchaToken: string;
  answer: Answer;
};

export type Ticket<Data> = { state: 'valid'; data: Data } | { state: 'unknown' | 'expired' | 'used' };

/** Tokens of one kind. Each expires after a while and can be spent once. */
export class Tickets<Data> {
  readonly #issued = new Map<string, { data: Data; expiresAt: number; isUsed: boolean }>();
  readonly #lifetimeMs: number;
  readonly #now: () => number;

  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  issue(data: Data): string {
    const token = randomUUID();
    this.#issued.set(token, { data, expiresAt: this.#now() + this.#lifetimeMs, isUsed: false });
    return token;
  }

  read(token: string): Ticket<Data> {
    const ticket = this.#issued.get(token);
    if (ticket === undefined) return { state: 'unknown' };
    if (ticket.isUsed) return { state: 'used' };
    if (ticket.expiresAt <= this.#now()) return { state: 'expired' };
    return { state: 'valid', data: ticket.data };
  }

  /** Reads a ticket and uses it up. */
  spend(token: string): Ticket<Data> {
    const read = this.read(token);
    const ticket = this.#issued.get(token);
    if (ticket) ticket.isUsed = true;
    return read;
  }
}

const MINUTE = 60_000;

/** All that the sandbox remembers, in memory only. Holds no card numbers. */
export class Store {
  readonly accessTokens: Tickets<null>;
  readonly cardTokens: Tickets<TokenisedCard>;
  readonly captchaTokens: Tickets<null>;
  /** By idempotency key. */
  readonly answers = new Map<string, KeptAnswer>();
  #registrations: Registration[] = [];
  #authentications: Authentication[] = [];
  readonly #now: () => number;

  /** @param now milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
    this.accessTokens = new Tickets(15 * MINUTE, now);
    this.cardTokens = new Tickets(30 * MINUTE, now);
    this.captchaTokens = new Tickets(2 * MINUTE, now);
  }

  addRegistration({ method, status, payload }: Omit<Registration, 'id' | 'createdAt'>): Registration {
    const [id, createdAt] = [this.#registrations.length + 1, new Date(this.#now()).toISOString()];
    const registration = { id, method, status, payload, createdAt };
    this.#registrations.unshift(registration);
    return registration;
  }

  /** Newest first. */
  registrations(): readonly Registration[] {
    return this.#registrations;
  }

  /** Opens the 3-D Secure page for a registration. */
  addAuthentication(details: AuthenticationDetails): Authentication {
    const authentication: Authentication = {
      ...details,
      id: randomUUID(),
      registerToken: randomUUID(),
      accessId: randomUUID(),
      csrfToken: randomUUID(),
      result: 'open',
    };
    this.#authentications.push(authentication);
    return authentication;
  }

  findAuthentication(by: 'id' | 'registerToken', value: string): Authentication | undefined {
    return this.#authentications.find((authentication) => authentication[by] === value);
  }

  /** Forgets all registrations and answers. Tokens stay valid, so that an open form can go on. */
  clearRegistrations(): void {
    this.#registrations = [];
    this.#authentications = [];
    this.answers.clear();
  }
}
