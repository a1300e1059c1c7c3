import type { RequestLog } from './request-log.ts';
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
