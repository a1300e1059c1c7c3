import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { CardBehaviour } from './test-cards.ts';

export type RegistrationMethod = 'card' | 'bank';
export type RegistrationStatus = 'pending' | 'complete' | 'failed';

/** One sign-up, as `GET /sandbox/registrations` shows it (docs/contracts.md). */
export type Registration = {
  id: number;
  method: RegistrationMethod;
  status: RegistrationStatus;
  /** The body of the call, as received. */
  payload: unknown;
  /** ISO 8601. */
  createdAt: string;
};

/** How a donor left the 3-D Secure page; `open` while they have not. */
export type AuthenticationResult = 'open' | 'approved' | 'declined' | 'cancelled';

/** One visit to the 3-D Secure page, tied to the registration that waits for it. */
export type Authentication = {
  id: string;
  registrationId: number;
  registerToken: string;
  accessId: string;
  csrfToken: string;
  callbackUrl: string;
  maskedCardNumber: string;
  amount: number;
  behaviour: CardBehaviour;
  result: AuthenticationResult;
};

export type NewAuthentication = Pick<
  Authentication,
  'callbackUrl' | 'maskedCardNumber' | 'amount' | 'behaviour'
>;

/** What a token was issued for. Access tokens may be used many times, the others once. */
export type TicketKind = 'access' | 'card' | 'captcha';

export type Ticket = { state: 'valid'; data: unknown } | { state: 'unknown' | 'expired' | 'used' };

/** What the API answers a registration with. */
export type Answer = { status: 200 | 400 | 422 | 500; body: unknown };

/** What was answered to a call that carried an idempotency key. */
export type KeptAnswer = {
  /** A digest of the call and of what the donor has filled in. */
  application: string;
  captchaToken: string;
  answer: Answer;
};

const DAY = 24 * 60 * 60 * 1000;

const schema = `
  CREATE TABLE IF NOT EXISTS registrations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    method TEXT NOT NULL,
    status TEXT NOT NULL,
    payload TEXT NOT NULL,
    createdAt TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS authentications (
    id TEXT PRIMARY KEY,
    registrationId INTEGER NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
    registerToken TEXT NOT NULL UNIQUE,
    accessId TEXT NOT NULL,
    csrfToken TEXT NOT NULL,
    callbackUrl TEXT NOT NULL,
    maskedCardNumber TEXT NOT NULL,
    amount INTEGER NOT NULL,
    behaviour TEXT NOT NULL,
    result TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS tickets (
    token TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    expiresAt INTEGER NOT NULL,
    usedAt INTEGER
  );
  CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY,
    application TEXT NOT NULL,
    captchaToken TEXT NOT NULL,
    answer TEXT NOT NULL
  );
`;

/** Everything that outlives a restart, in one SQLite file. Card numbers never come here. */
export class Store {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  /** @param file a path, made if missing, or `:memory:`. @param now milliseconds since the epoch. */
  constructor(file: string, now: () => number) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    this.#database = new DatabaseSync(file, { timeout: 5000 });
    if (file !== ':memory:') this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.#database.exec(schema);
    this.#now = now;
  }

  close(): void {
    this.#database.close();
  }

  /** Issues an unguessable token that is good for `lifetimeMs` and carries `data` (JSON). */
  issueTicket(kind: TicketKind, lifetimeMs: number, data: unknown = null): string {
    const now = this.#now();
    this.#database.prepare('DELETE FROM tickets WHERE expiresAt < ?').run(now - DAY);
    const token = randomBytes(32).toString('base64url');
    this.#database
      .prepare('INSERT INTO tickets (token, kind, data, expiresAt) VALUES (?, ?, ?, ?)')
      .run(token, kind, JSON.stringify(data), now + lifetimeMs);
    return token;
  }

  readTicket(kind: TicketKind, token: string): Ticket {
    const row = this.#database
      .prepare('SELECT data, expiresAt, usedAt FROM tickets WHERE kind = ? AND token = ?')
      .get(kind, token);
    if (row === undefined) return { state: 'unknown' };
    if (row.usedAt !== null) return { state: 'used' };
    if (Number(row.expiresAt) <= this.#now()) return { state: 'expired' };
    return { state: 'valid', data: JSON.parse(String(row.data)) };
  }

  /** Reads a ticket and spends it. The calls are synchronous, so two requests can never both get it. */
  spendTicket(kind: TicketKind, token: string): Ticket {
    const ticket = this.readTicket(kind, token);
    if (ticket.state === 'valid') {
      this.#database.prepare('UPDATE tickets SET usedAt = ? WHERE token = ?').run(this.#now(), token);
    }
    return ticket;
  }

  addRegistration(method: RegistrationMethod, status: RegistrationStatus, payload: unknown): number {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO registrations (method, status, payload, createdAt) VALUES (?, ?, ?, ?)')
      .run(method, status, JSON.stringify(payload), new Date(this.#now()).toISOString());
    return Number(lastInsertRowid);
  }

  /** Newest first. */
  registrations(): Registration[] {
    return this.#database
      .prepare('SELECT * FROM registrations ORDER BY id DESC')
      .all()
      .map((row) => ({
        id: Number(row.id),
        method: row.method === 'card' ? 'card' : 'bank',
        status: registrationStatus(row.status),
        payload: JSON.parse(String(row.payload)),
        createdAt: String(row.createdAt),
      }));
  }

  setStatus(registrationId: number, status: RegistrationStatus): void {
    this.#database.prepare('UPDATE registrations SET status = ? WHERE id = ?').run(status, registrationId);
  }

  /** Opens the 3-D Secure page for a registration. */
  addAuthentication(registrationId: number, details: NewAuthentication): Authentication {
    const authentication: Authentication = {
      ...details,
      id: randomUUID(),
      registrationId,
      registerToken: randomBytes(24).toString('base64url'),
      accessId: randomBytes(16).toString('hex'),
      csrfToken: randomBytes(24).toString('base64url'),
      result: 'open',
    };
    this.#database
      .prepare(
        `INSERT INTO authentications VALUES
         (:id, :registrationId, :registerToken, :accessId, :csrfToken, :callbackUrl, :maskedCardNumber, :amount, :behaviour, :result)`,
      )
      .run(authentication);
    return authentication;
  }

  findAuthentication(by: 'id' | 'registerToken', value: string): Authentication | undefined {
    const row = this.#database.prepare(`SELECT * FROM authentications WHERE ${by} = ?`).get(value);
    return row && authenticationOf(row);
  }

  /** Sets the result once: false when the page had been left before. */
  closeAuthentication(id: string, result: AuthenticationResult): boolean {
    const { changes } = this.#database
      .prepare(`UPDATE authentications SET result = ? WHERE id = ? AND result = 'open'`)
      .run(result, id);
    return changes === 1;
  }

  keepAnswer(key: string, { application, captchaToken, answer }: KeptAnswer): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO answers (key, application, captchaToken, answer) VALUES (?, ?, ?, ?)')
      .run(key, application, captchaToken, JSON.stringify(answer));
  }

  findAnswer(key: string): KeptAnswer | undefined {
    const row = this.#database.prepare('SELECT * FROM answers WHERE key = ?').get(key);
    if (row === undefined) return undefined;
    return {
      application: String(row.application),
      captchaToken: String(row.captchaToken),
      // Only keepAnswer writes this column.
      answer: JSON.parse(String(row.answer)) as Answer,
    };
  }

  /** Does all of it or, when it throws or the process ends half-way, nothing. */
  atomically<Result>(work: () => Result): Result {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Forgets all registrations, and what was answered. Tokens stay good, so that an open form can go on. */
  clearRegistrations(): void {
    this.#database.exec('DELETE FROM registrations; DELETE FROM answers;');
  }
}

function registrationStatus(value: SQLOutputValue | undefined): RegistrationStatus {
  return value === 'complete' || value === 'failed' ? value : 'pending';
}

function authenticationOf(row: Record<string, SQLOutputValue>): Authentication {
  return {
    id: String(row.id),
    registrationId: Number(row.registrationId),
    registerToken: String(row.registerToken),
    accessId: String(row.accessId),
    csrfToken: String(row.csrfToken),
    callbackUrl: String(row.callbackUrl),
    maskedCardNumber: String(row.maskedCardNumber),
    amount: Number(row.amount),
    // Only addAuthentication writes this column.
    behaviour: String(row.behaviour) as CardBehaviour,
    result: String(row.result) as AuthenticationResult,
  };
}
