import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../../src/services/session/session-storage.ts';
import { donorAt } from './donor.ts';

/** Holds requests for `url` until the function that it returns is called. */
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

/** The address of the app's file, as a pattern. */
export const appFile = '**/form/assets/index-*.js';

/** Opens the prerendered form and holds the app back. Returns a function that lets it come, and waits for it. */
export async function openWithoutApp(page: Page, path = '/form/member'): Promise<() => Promise<void>> {
  const release = await hold(page, appFile);
  await page.goto(path);
  return async () => {
    release();
    await donorAt(page).isAt('input');
  };
}

/** What the chart has saved for a reload. */
export const savedSession = (page: Page) =>
  page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '{}'), SESSION_KEY);

/**
 * Collects every text that appears in the page's live regions, from now on. Not the first text of a new region, which
 * screen readers do not announce.
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const regions = '[role="status"], [role="alert"], [aria-live]';
    new MutationObserver((mutations) => {
      const spoken = new Set<Element>();
      for (const { target } of mutations) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(regions);
        if (region) spoken.add(region);
      }
      for (const { textContent } of spoken) if (textContent) texts.push(textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => heard.jsonValue();
}
