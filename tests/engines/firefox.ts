import { existsSync } from 'node:fs';
import { type BrowserContext, test } from '@playwright/test';

/** A Firefox as Debian has it; Playwright's own build is no such one. */
export const installedFirefox = (): string | undefined =>
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** Ends the test as one that Firefox's protocol cannot run. */
const cannot = (what: string) => (): never => {
  test.info().skip(true, `WebDriver BiDi has no ${what}`);
  throw new Error(`WebDriver BiDi has no ${what}`);
};

/** Makes up for what Playwright cannot do by WebDriver BiDi: a text put in at once, as a keyboard does it. */
export async function prepareFirefox(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Playwright's own way sets the value past React
    const insert = (text: string) => void document.execCommand('insertText', false, text);
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
  });
  context.newCDPSession = cannot('DevTools protocol');
  context.on('page', (page) => {
    page.emulateMedia = cannot('media features in Firefox ESR');
  });
}
