import { type BrowserContext, test } from '@playwright/test';

/** Skips a test that Firefox's protocol cannot run. */
const cannot = (what: string) => (): never => {
  test.info().skip(true, `WebDriver BiDi has no ${what}`);
  throw new Error(`WebDriver BiDi has no ${what}`);
};

/** Replaces what Playwright cannot do by WebDriver BiDi: inserting a text at once, as a keyboard does. */
export async function prepareFirefox(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Playwright sets the value in a way that React does not notice
    const insert = (text: string) => void document.execCommand('insertText', false, text);
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
  });
  context.newCDPSession = cannot('DevTools protocol');
  context.on('page', (page) => {
    page.emulateMedia = cannot('media features in Firefox ESR');
  });
}
