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
