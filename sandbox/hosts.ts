import type { IncomingMessage } from 'node:http';
import type { RequestLog } from './request-log.ts';
import type { Scenarios } from './scenarios.ts';
import type { Store } from './store.ts';

/** The origins of the three hosts, without a slash at the end. */
export type Addresses = { site: string; api: string; gateway: string };

/** What every host of the sandbox works with. */
export type SandboxContext = {
  addresses: Addresses;
  store: Store;
  scenarios: Scenarios;
  log: RequestLog;
  /** Milliseconds since the epoch. */
  now: () => number;
};

/** A loopback origin under each name of this machine, since a tester may open the form at any; others as they are. */
export function originsOf(origin: string): string[] {
  const names = ['localhost', '127.0.0.1'];
  return [...new Set([origin, ...names.map((name) => origin.replace('//localhost', `//${name}`))])];
}

/**
 * Whether a request comes to one of these origins, from a page of one of them or from no page at all. Other
 * pages must not read what donors typed or set scenarios, not even if their own name leads to this machine (DNS rebinding).
 */
export function isFromOwnPages({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const isOwnHost = origins.some((own) => new URL(own).host === headers.host);
  return isOwnHost && (headers.origin === undefined || origins.includes(headers.origin));
}
