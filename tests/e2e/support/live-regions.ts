import type { Page } from '@playwright/test';

/**
 * Collects every text that appears in the page's live regions, from now on. Not the first text of a new region, which
 * screen readers do not announce.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const regions = '[role="status"], [role="alert"], [aria-live]';
    new MutationObserver((mutations) => {
      const spoken = new Set<Element>();
      for (const { target } of mutations) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(regions);
        if (region) spoken.add(region);
      }
      for (const { textContent } of spoken) if (textContent) heard.push(textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { heard });
  });
  return async () =>
    page.evaluate(() => ('heard' in window && Array.isArray(window.heard) ? window.heard.map(String) : []));
}
