import type { Browser, BrowserContext, Page, TestInfo } from '@playwright/test';
import { type Relay, startRelay } from './relay.ts';
import { placeWindow, startWebKit, type WebDriver } from './webdriver.ts';
import { cannot, standIn, WebKitPage } from './webkit-page.ts';

/** One WebKit for all tests of a worker. */
export interface WebKit {
  driver: WebDriver;
  relay: Relay;
}

/** Starts the engine, lends it, and ends it. */
export async function lendWebKit(use: (webKit: WebKit) => Promise<void>): Promise<void> {
  const relay = await startRelay();
  const driver = await startWebKit(relay.address);
  await use({ driver, relay });
  await driver.close();
  relay.close();
}

interface Wishes {
  baseURL: string;
  viewport: { width: number; height: number } | null | undefined;
  javaScriptEnabled: boolean | undefined;
  bypassCSP: boolean | undefined;
}

/** GTK makes no window narrower than this, in CSS pixels. */
const narrowest = 447;

/** A window of its own for one test: session storage, history and cookies are new in it. */
export async function openWindow({ driver, relay }: WebKit, wishes: Wishes, info: TestInfo): Promise<Page> {
  if (wishes.javaScriptEnabled === false) cannot('way to switch scripts off');
  const { width, height } = wishes.viewport ?? { width: 1280, height: 720 };
  const before = String(await driver.send('GET', '/window'));
  const opened = await driver.send('POST', '/window/new', { type: 'window' });
  await driver.send('DELETE', '/window');
  const { handle } = Object.assign({ handle: before }, opened);
  await driver.send('POST', '/window', { handle });
  await placeWindow(driver, Math.max(width, narrowest), height);
  relay.reset({ dropsPolicy: wishes.bypassCSP === true });
  const page = new WebKitPage(driver, relay, wishes.baseURL);
  await page.clearCookies();
  info.annotations.push({ type: 'engine', description: 'WebKitGTK' });
  return page.asPage();
}

/** Nothing of a context or a browser can be reached through WebDriver but cookies and the network. */
export const contextOf = ({ driver, relay }: WebKit): BrowserContext =>
  standIn<BrowserContext>('context', {
    addInitScript: async (script: unknown, arg?: unknown) => {
      relay.initScripts.push(`(${script})(${JSON.stringify(arg) ?? ''})`);
    },
    setOffline: async (isOffline: boolean) => {
      relay.isOffline = isOffline;
    },
    clearCookies: () => driver.send('DELETE', '/cookie'),
  });

export const noBrowser = (): Browser => standIn<Browser>('browser', {});
