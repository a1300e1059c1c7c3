import { createHash } from 'node:crypto';
import { type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test';
import type { LoggedRequest } from '../../sandbox/request-log.ts';
import type { CallName, Scenario } from '../../sandbox/scenarios.ts';
import type { Registration } from '../../sandbox/store.ts';
import { serveBuild } from '../../scripts/serve-build.ts';
import { prepareFirefox } from '../engines/firefox.ts';
import { lendDevServer } from './dev-server.ts';

/** A sandbox of the test's own, controlled over HTTP as any test from outside would (docs/contracts.md). */
export interface Sandbox {
  /** Origin of the organisation's site; the form is under `/form/`. */
  url: string;
  /** Origin of the API host and the sandbox's controls. */
  api: string;
  /** Origin of the card gateway. */
  gateway: string;
  /** Where the form that it serves lies. */
  distFolder: string;
  /** Makes the next calls (all, or `times` of them) behave as told. */
  setScenario(call: CallName, scenario: Partial<Scenario>): Promise<void>;
  clearScenarios(): Promise<void>;
  /** From now on a page that is left may be kept, to be shown again: with our own headers WebKit and Firefox keep none. */
  letPagesBeKept(): void;
  /** Removes registrations, scenarios and remembered requests. Done before each test. */
  reset(): Promise<void>;
  /** Newest first. */
  registrations(): Promise<Registration[]>;
  requests(): Promise<LoggedRequest[]>;
}

async function call(method: string, url: string, body?: unknown): Promise<Response> {
  const response = await fetch(url, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

async function list<Row>(url: string): Promise<Row[]> {
  const rows: unknown = await (await call('GET', url)).json();
  if (!Array.isArray(rows)) throw new Error(`${url} answered no list.`);
  return rows;
}

/** How Firefox logs a request or a script that broke off, as when a page is left: no fault of the page. */
const ofBrokenConnection = [
  '(Reason: CORS request did not succeed)',
  `The computed hash is “${createHash('sha384').digest('base64')}”`,
];

/** Collects, from now on, violations of the content security policy, errors that nobody caught, and an app that broke. */
function faultsIn(context: BrowserContext, expected?: RegExp): string[] {
  const faults: string[] = [];
  const note = (fault: string) => {
    if (ofBrokenConnection.some((sign) => fault.includes(sign))) return;
    if (!expected?.test(fault)) faults.push(fault);
  };
  context.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript|drawn again/.test(message.text()))
      note(message.text());
  });
  context.on('weberror', (error) => note(error.error().stack ?? error.error().message));
  return faults;
}

/** Tells of an app that broke, which the donor does not notice where it is drawn again at once. Runs in the page. */
function watchDrawing(): void {
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.some((node) => node instanceof Element && node.id === 'undrawable'))
      console.error(
        `The app broke and was drawn again, in ${document.querySelector('main')?.dataset.state}.`,
      );
  }).observe(document, { subtree: true, childList: true });
}

/** Of a test that has failed, or will for faults of its pages. Asked to do so, Playwright would take one of every test. */
export async function keepPictures(
  info: TestInfo,
  pages: readonly Page[],
  faults: readonly string[] = [],
): Promise<void> {
  if (info.status === info.expectedStatus && faults.length === 0) return;
  for (const [index, page] of pages.entries()) {
    const path = info.outputPath(`picture-${index + 1}.png`);
    await page.screenshot({ path, fullPage: true }).then(
      () => info.attachments.push({ name: 'picture', path, contentType: 'image/png' }),
      () => {},
    );
  }
}

/** The first port of a worker, which takes ten; `E2E_PORT` moves them all. */
export const portOf = (parallelIndex: number): number =>
  Number(process.env.E2E_PORT ?? 4400) + 10 * parallelIndex;

/** Playwright's `test`, with a freshly reset `sandbox` of the worker's own and its form as base URL. */
export const test = base.extend<
  { resetSandbox: undefined; expectedFaults: RegExp | undefined; clearedForm: Page },
  {
    sandbox: Sandbox;
    sharedPage: { page: Page; faults: string[] };
    devUrl: string;
    devContext: BrowserContext;
  }
>({
  /** Console lines and errors that a test provokes on purpose. */
  expectedFaults: [undefined, { option: true }],
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted off this pattern
    async ({}, use, { parallelIndex }) => {
      let headers = {};
      const { addresses, close, distFolder } = await serveBuild(portOf(parallelIndex), {
        headersNow: () => headers,
      });
      const { site, api, gateway } = addresses;
      const controls = `${api}/sandbox`;
      await use({
        url: site,
        api,
        gateway,
        distFolder,
        setScenario: async (name, scenario) => {
          await call('PUT', `${controls}/scenarios/${name}`, scenario);
        },
        clearScenarios: async () => {
          await call('DELETE', `${controls}/scenarios`);
        },
        letPagesBeKept: () => {
          headers = { 'Cache-Control': 'no-cache', 'Cross-Origin-Opener-Policy': 'unsafe-none' };
        },
        reset: async () => {
          headers = {};
          await call('POST', `${controls}/reset`);
        },
        registrations: () => list<Registration>(`${controls}/registrations`),
        requests: () => list<LoggedRequest>(`${controls}/requests`),
      });
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** No test passes with a violation of the content security policy, an error that nobody caught, or an app that broke. */
  context: async ({ context, browserName, reuseContext, expectedFaults }, use, info) => {
    const faults = faultsIn(context, expectedFaults);
    if (browserName === 'firefox') await prepareFirefox(context);
    await context.addInitScript(watchDrawing);
    await use(context);
    await keepPictures(info, context.pages(), faults);
    expect(faults).toEqual([]);
    // The next test has the same page: left as it is, it would go on sending until then.
    if (reuseContext) for (const page of context.pages()) await page.goto('about:blank');
  },
  sharedPage: [
    async ({ browser, browserName, sandbox }, use) => {
      const context = await browser.newContext({
        baseURL: sandbox.url,
        // other engines know no such permissions
        ...(browserName === 'chromium' && { permissions: ['clipboard-read', 'clipboard-write'] }),
      });
      const faults = faultsIn(context);
      if (browserName === 'firefox') await prepareFirefox(context);
      const page = await context.newPage();
      await page.goto('/form/member');
      await use({ page, faults });
      await context.close();
    },
    { scope: 'worker' },
  ],
  /**
   * The input screen, empty, in a page that all tests of a worker share: a page of its own for each of a hundred
   * short scenarios would take minutes. What the page has looked up, it still knows.
   */
  clearedForm: async ({ browserName, sharedPage: { page, faults } }, use, info) => {
    // behind the page of the test before, Firefox tells it of no focus
    if (browserName === 'firefox') await page.bringToFront();
    await page.getByRole('button', { name: '入力内容を消去する' }).click();
    await page.getByRole('button', { name: '消去する', exact: true }).click();
    await expect(page.locator('main')).toHaveAttribute('data-state', 'input.form.filling');
    await use(page);
    await keepPictures(info, [page], faults);
    expect(faults).toEqual([]);
  },
  // Here and not beside the inspector's tests, for which Playwright would else start other workers.
  devUrl: [
    // beyond the ports of the sandboxes
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted off this pattern
    ({}, use, { parallelIndex }) => lendDevServer(portOf(parallelIndex) + 45, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  /** Of all the inspector's tests: it remembers the many modules that the server sends. */
  devContext: [
    async ({ browser, browserName, devUrl }, use) => {
      const context = await browser.newContext({
        baseURL: devUrl,
        locale: 'ja-JP',
        timezoneId: 'Asia/Tokyo',
        // The chart is large: to let it glide takes more than all the rest.
        reducedMotion: 'reduce',
      });
      if (browserName === 'firefox') await prepareFirefox(context);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ sandbox }, use) => {
    await use(sandbox.url);
  },
  resetSandbox: [
    async ({ sandbox }, use) => {
      await sandbox.reset();
      await use(undefined);
    },
    { auto: true },
  ],
});

export { expect };
