import { randomUUID } from 'node:crypto';
import type { CardBehaviour } from './test-cards.ts';

/** One sign-up, as `GET /sandbox/registrations` shows it (docs/contracts.md). */
export type Registration = {
  id: number;
  /** The payment method, by the name that links to the form use. */
  method: string;
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
function createTickets<Data>(lifetimeMs: number, now: () => number) {
  const issued = new Map<string, { data: Data; expiresAt: number; isUsed: boolean }>();
  const read = (token: string): Ticket<Data> => {
    const ticket = issued.get(token);
    if (ticket === undefined) return { state: 'unknown' };
    if (ticket.isUsed) return { state: 'used' };
    return ticket.expiresAt <= now() ? { state: 'expired' } : { state: 'valid', data: ticket.data };
  };
  return {
    read,
    issue: (data: Data): string => {
      const token = randomUUID();
      issued.set(token, { data, expiresAt: now() + lifetimeMs, isUsed: false });
      return token;
    },
    /** Reads a ticket and uses it up. */
    spend: (token: string): Ticket<Data> => {
      const found = read(token);
      const ticket = issued.get(token);
      if (ticket) ticket.isUsed = true;
      return found;
    },
  };
}

const MINUTE = 60_000;

/**
 * All that the sandbox remembers, in memory only. Holds no card numbers.
 * @param now milliseconds since the epoch
 */
export function createStore(now: () => number) {
  /** Newest first. */
  const registrations: Registration[] = [];
  const authentications: Authentication[] = [];
  /** By idempotency key. */
  const answers = new Map<string, KeptAnswer>();
  return {
    accessTokens: createTickets<null>(15 * MINUTE, now),
    cardTokens: createTickets<TokenisedCard>(30 * MINUTE, now),
    captchaTokens: createTickets<null>(2 * MINUTE, now),
    answers,
    registrations,
    addRegistration: (received: Pick<Registration, 'method' | 'status' | 'payload'>): Registration => {
      const createdAt = new Date(now()).toISOString();
      const registration = { id: registrations.length + 1, ...received, createdAt };
      registrations.unshift(registration);
      return registration;
    },
    /** Opens the 3-D Secure page for a registration. */
    addAuthentication: (details: AuthenticationDetails): Authentication => {
      const authentication: Authentication = {
        ...details,
        id: randomUUID(),
        registerToken: randomUUID(),
        accessId: randomUUID(),
        csrfToken: randomUUID(),
        result: 'open',
      };
      authentications.push(authentication);
      return authentication;
    },
    findAuthentication: (by: 'id' | 'registerToken', value: string): Authentication | undefined =>
      authentications.find((authentication) => authentication[by] === value),
    /** Forgets all registrations and answers. Tokens stay valid, so that an open form can go on. */
    clearRegistrations: () => {
      registrations.length = 0;
      authentications.length = 0;
      answers.clear();
    },
  };
}

export type Store = ReturnType<typeof createStore>;
