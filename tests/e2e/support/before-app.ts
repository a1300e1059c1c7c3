import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../../src/services/session/session-storage.ts';
import { hold } from './hold.ts';

/** The address of the app's file, as a pattern. */
export const appFile = '**/form/assets/index-*.js';

/** Holds the app back, so that a test can act on the prerendered page. Returns a function that releases it. */
export const holdApp = (page: Page) => hold(page, appFile);

/** Waits until the app has hydrated the page. */
export const isReady = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('signup-ready').length > 0);

/** The form as the chart has saved it for a reload. */
export const savedForm = (page: Page): Promise<unknown> =>
  page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '{}').form, SESSION_KEY);
