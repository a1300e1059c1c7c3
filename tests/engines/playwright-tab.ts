import type { Page } from '@playwright/test';
import type { Tab } from './tab.ts';

/** A tab of a browser that Playwright drives. */
export function playwrightTab(page: Page): Tab {
  const isFirefox = page.context().browser()?.browserType().name() === 'firefox';
  const withWords = (words: string) => page.locator('button:visible, a:visible').filter({ hasText: words });
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    // Playwright waits in vain for a page that Firefox shows again from its memory.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    forward: () => page.evaluate(() => void setTimeout(() => history.forward())),
    async fill(selector, value) {
      const field = page.locator(selector);
      // In Firefox, Playwright's `fill` sets the value in a way that React does not notice.
      const typed = isFirefox ? value : undefined;
      const isList = await field.evaluate((element, text) => {
        if (element instanceof HTMLInputElement && text !== undefined) {
          element.focus();
          element.select();
          document.execCommand(text ? 'insertText' : 'delete', false, text);
        }
        return element instanceof HTMLSelectElement;
      }, typed);
      if (isList) await field.selectOption(value);
      else if (!isFirefox) await field.fill(value);
    },
    async check(selector) {
      const target = page.locator(selector);
      if (!(await target.isChecked())) await page.locator('label', { has: target }).click();
      await page.waitForSelector(`${selector}:checked`, { state: 'attached' });
    },
    press: (words) => withWords(words).click(),
    pressTwice: (words) => withWords(words).dblclick(),
    type: (text) => (isFirefox ? page.keyboard.insertText(text) : page.keyboard.type(text)),
    key: (name) => page.keyboard.press(name),
    waitFor: (selector) => page.locator(selector).first().waitFor({ state: 'attached' }),
    arriveAt: (address) => page.waitForURL(address),
    read: (look, argument) => page.evaluate(`(${look})(${JSON.stringify(argument)})`),
  };
}
