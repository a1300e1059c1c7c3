import { createHash } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import type { CallName, Scenario } from '../../../sandbox/scenarios.ts';
import { serveBuild } from '../../../scripts/start.ts';
import { patience } from '../../engines/tab.ts';
import { ownPorts } from '../../ports.ts';
import { createClient } from '../../sandbox/client.ts';
import { donorAt } from './donor.ts';

/** How Firefox logs a request or script that was cut off, as when a page is left. Not a fault of the page. */
const ofBrokenConnection = [
  '(Reason: CORS request did not succeed)',
  `The computed hash is “${createHash('sha384').digest('base64')}”`,
];

/** Logs when the app breaks, which nobody sees if it is rendered again at once. Runs in the page. */
function watchDrawing(): void {
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.some((node) => node instanceof Element && node.id === 'unrenderable'))
      console.error(
        `The app broke and was rendered again, in ${document.querySelector('main')?.dataset.state}.`,
      );
  }).observe(document, { subtree: true, childList: true });
}

/** Builds the form with the settings of the environment, and serves it and its sandbox on `port` and the two after it. */
export async function openSandbox(port: number) {
  let headers = {};
  const { addresses, close, distFolder } = await serveBuild(port, { headersNow: () => headers });
  const { site, api, gateway } = addresses;
  const client = createClient(addresses);
  return {
    ...client,
    /** Origin of the organisation's site; the form is under `/form/`. */
    url: site,
    api,
    gateway,
    distFolder,
    close,
    /** Makes the next calls (all, or `times` of them) follow a scenario. */
    setScenario: (name: CallName, scenario: Partial<Scenario>) => client.setScenario(name, scenario),
    clearScenarios: () => fetch(`${api}/sandbox/scenarios`, { method: 'DELETE' }),
    /** Sends headers with which browsers keep a left page in memory; with ours they keep none. */
    letPagesBeKept: () => {
      headers = { 'Cache-Control': 'no-cache', 'Cross-Origin-Opener-Policy': 'unsafe-none' };
    },
    /** Removes registrations, scenarios and remembered requests. Done before each test. */
    reset: async () => {
      headers = {};
      await client.reset();
    },
  };
}

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** Playwright's clock complains in a document that it has not reached, also in the next test's page. */
const isOfClock = /reading 'controller'/;

/** Playwright's `test`, with a freshly reset `sandbox` of the worker's own and its form as base URL. */
export const test = base.extend<
  { resetSandbox: undefined; expectedFaults: RegExp | undefined; donor: ReturnType<typeof donorAt> },
  { settings: NodeJS.ProcessEnv; sandbox: Sandbox }
>({
  /** With which the form is built, beside those of the environment. */
  settings: [{}, { option: true, scope: 'worker' }],
  /** Console lines and errors that a test provokes on purpose. */
  expectedFaults: [undefined, { option: true }],
  sandbox: [
    async ({ settings }, use) => {
      const environment = process.env;
      process.env = { ...environment, ...settings };
      const sandbox = await openSandbox((await ownPorts()).sandbox);
      process.env = environment;
      await use(sandbox);
      await sandbox.close();
    },
    { scope: 'worker', timeout: 5 * patience },
  ],
  /** A test fails on any violation of the content security policy, uncaught error or broken app. */
  context: async ({ context, expectedFaults }, use) => {
    const faults: string[] = [];
    const note = (fault: string) => {
      const isCutOff = ofBrokenConnection.some((sign) => fault.includes(sign));
      if (!isCutOff && !isOfClock.test(fault) && !expectedFaults?.test(fault)) faults.push(fault);
    };
    context.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript|rendered again/.test(message.text()))
        note(message.text());
    });
    context.on('weberror', (error) => note(error.error().stack ?? error.error().message));
    await context.addInitScript(watchDrawing);
    await use(context);
    expect(faults).toEqual([]);
    // The next test gets the same page, whose calls would go on until then.
    for (const page of context.pages()) await page.goto('about:blank');
  },
  baseURL: ({ sandbox }, use) => use(sandbox.url),
  donor: ({ page }, use) => use(donorAt(page)),
  resetSandbox: [
    async ({ sandbox }, use) => {
      await sandbox.reset();
      await use(undefined);
    },
    { auto: true },
  ],
});

/** The same on the empty input screen. */
export const formTest = test.extend({
  page: async ({ page }, use) => {
    await donorAt(page).open();
    await use(page);
  },
});

export { expect };
