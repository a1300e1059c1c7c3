import type { Page } from '@playwright/test';

/** Opens the captcha's question as Google's script does, by its frame. The sandbox's captcha of most tests asks nothing. */
export const openQuestion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // In a frame without scripts, Playwright's clock has nothing to move on.
    const frame = { src: 'about:blank#/bframe', sandbox: '', title: 'captcha' };
    document.body.append(Object.assign(document.createElement('iframe'), frame));
  });

export const closeQuestion = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelector('iframe')?.remove());
