import type { Page } from '@playwright/test';

/** Opens the captcha's question as Google's script does, by its frame. The sandbox's captcha of most tests asks nothing. */
export const openQuestion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // A document of its own, in which Playwright's clock runs as in others.
    const frame = { src: 'about:blank#/bframe', srcdoc: ' ', title: 'captcha' };
    document.body.append(Object.assign(document.createElement('iframe'), frame));
  });

export const closeQuestion = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelector('iframe')?.remove());
