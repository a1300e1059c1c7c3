import type { Page } from '@playwright/test';

/**
 * Holds requests for `url`, so that a test can look at the screen meanwhile.
 * @returns a function that releases them
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
