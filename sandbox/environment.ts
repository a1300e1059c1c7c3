import type { HttpBindings } from '@hono/node-server';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import type { Scenarios } from './scenarios.ts';
import type { Store } from './store.ts';

/** The origins of the three hosts, without a slash at the end. */
export type Addresses = { site: string; api: string; gateway: string };

/** Lifetimes in milliseconds. */
type Lifetimes = { accessTokenMs: number; cardTokenMs: number; captchaTokenMs: number };

/** What every host of the sandbox works with. */
export type SandboxContext = {
  addresses: Addresses;
  lifetimes: Lifetimes;
  store: Store;
  scenarios: Scenarios;
  log: RequestLog;
  /** Tells the console that there is something new to show. */
  changed: () => void;
  now: () => number;
};

/** The `Host` headers that SANDBOX_ALLOWED_HOSTS adds, such as `localhost:8080` of a forwarded port; commas between them. */
export function allowedHostsOf({ SANDBOX_ALLOWED_HOSTS = '' }: NodeJS.ProcessEnv): string[] {
  return SANDBOX_ALLOWED_HOSTS.toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
}

/** Hono's types for a request: Node's own objects, and the entry in the request log. */
export type SandboxEnv = { Bindings: HttpBindings; Variables: { logEntry: LoggedRequest | undefined } };
