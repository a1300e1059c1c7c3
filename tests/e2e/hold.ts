import type { Page } from '@playwright/test';

/**
 * Keeps requests for `url` waiting, so that a test can look at what is on screen meanwhile for as long as it likes.
 * Returns what lets them go on.
 */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}
