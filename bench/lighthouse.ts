import lighthouse from 'lighthouse';
import type { Browser, Page } from 'puppeteer-core';
import { SESSION_KEY } from '../src/services/session/session-storage.ts';
import { completionFields } from '../src/signup/application/completion-fields.ts';
import { type SavedSession, untouchedSession } from '../src/signup/session/saved-session.ts';
import { serialiseSession } from '../src/signup/session/serialise-session.ts';
import { completeDonorByBank, withoutCard } from '../tests/complete-donor.ts';

/** A load as Lighthouse's phone profile sees it, simulated slow 4G, CPU ÷ 4: its audits and scores. */
type Load = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const form = withoutCard(completeDonorByBank);
const reviewed: SavedSession = {
  ...untouchedSession,
  form,
  isReviewed: true,
  registration: {
    registerToken: 'token',
    applicationKey: 'key',
    completion: completionFields(form),
    callback: null,
    isDeclined: false,
  },
};
const bank = Buffer.from(JSON.stringify({ accessId: 'a', event: 'e', csrfToken: 'c' })).toString('base64url');

/** The screens that need something to have happened: their row, their address and what their tab has stored. */
export const laterScreens = {
  draft: { row: 'LCP of a saved draft', path: '', saved: reviewed },
  confirm: { row: 'LCP of confirm after a reload', path: '/confirm', saved: reviewed },
  callback: {
    row: 'LCP of callback',
    path: `/callback?p=${bank}`,
    saved: { ...reviewed, lastTry: { status: 'atBank' } },
  },
} as const;

/** Loads a page as a first visit, or with a session that its tab has stored. */
export async function loadPage(browser: Browser, url: string, saved?: SavedSession): Promise<Load> {
  const page = await browser.newPage();
  if (saved) await store(page, new URL('/privacypolicy/', url).href, saved);
  const flags = { logLevel: 'silent', disableStorageReset: saved !== undefined } as const;
  let result = await lighthouse(url, flags, undefined, page);
  // On a busy machine the browser's trace is sometimes incomplete. Such a load is not counted.
  for (let again = 0; result?.lhr.runtimeError && again < 3; again++)
    result = await lighthouse(url, flags, undefined, page);
  await page.close();
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse failed at ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  return result.lhr;
}

/** @param url of a page without the app, which would save over the session that is stored for the next page */
async function store(page: Page, url: string, saved: SavedSession): Promise<void> {
  await page.goto(url);
  const session = serialiseSession(saved, Date.now()) ?? '';
  await page.evaluate((key, json) => sessionStorage.setItem(key, json), SESSION_KEY, session);
}
