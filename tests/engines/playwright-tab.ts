import type { Page } from '@playwright/test';
import type { Tab } from './tab.ts';

/** A tab of a browser that Playwright drives. */
export function playwrightTab(page: Page): Tab {
  const withWords = (words: string) => page.locator('button:visible, a:visible').filter({ hasText: words });
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    // Playwright waits in vain for a page that Firefox shows again from its memory.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    forward: () => page.evaluate(() => void setTimeout(() => history.forward())),
    async fill(selector, value) {
      const field = page.locator(selector);
      const isList = await field.evaluate(({ localName }) => localName === 'select');
      await (isList ? field.selectOption(value) : field.fill(value));
    },
    async check(selector) {
      const target = page.locator(selector);
      if (!(await target.isChecked())) await page.locator('label', { has: target }).click();
      await page.waitForSelector(`${selector}:checked`, { state: 'attached' });
    },
    press: (words) => withWords(words).click(),
    pressTwice: (words) => withWords(words).dblclick(),
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name),
    waitFor: (selector) => page.locator(selector).first().waitFor({ state: 'attached' }),
    arriveAt: (address) => page.waitForURL(address),
    read: (look, argument) => page.evaluate(`(${look})(${JSON.stringify(argument)})`),
  };
}
