import lighthouse from 'lighthouse';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findChromium } from '../scripts/chromium.ts';
import { SESSION_KEY } from '../src/services/session/session-storage.ts';
import { completionFields } from '../src/signup/application/completion-fields.ts';
import { type SavedSession, untouchedSession } from '../src/signup/session/saved-session.ts';
import { serialiseSession } from '../src/signup/session/serialise-session.ts';
import { completeDonorByBank, withoutCard } from '../tests/complete-donor.ts';
import { measuredFlags } from './typing.ts';

/** One load as Lighthouse's phone profile sees it: simulated slow 4G, CPU ÷ 4. Times in ms, sizes in bytes sent. */
export type Load = {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  bytes: { document: number; script: number };
  /** 0 to 100. */
  categories: Record<string, number>;
};

export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium({ opensWindows: true });
  if (!executablePath) throw new Error('No Chromium. Run node scripts/setup.mjs first.');
  return puppeteer.launch({ executablePath, args: [...measuredFlags, '--lang=ja'] });
}

/** Loads a page as a first visit, or in `page` with what its tab has stored. */
export async function loadPage(browser: Browser, url: string, page?: Page): Promise<Load> {
  const port = Number(new URL(browser.wsEndpoint()).port);
  const flags = {
    port,
    output: 'json' as const,
    logLevel: 'silent' as const,
    disableStorageReset: page !== undefined,
  };
  let result = await lighthouse(url, flags, undefined, page);
  // On a busy machine the browser's trace is sometimes incomplete. Such a load is not counted.
  for (let again = 0; result?.lhr.runtimeError && again < 3; again++) {
    result = await lighthouse(url, flags, undefined, page);
  }
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse failed at ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
  const { audits, categories } = result.lhr;
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const bytes = { document: 0, script: 0 };
  const details = audits['network-requests']?.details;
  const requests = details?.type === 'table' || details?.type === 'debugdata' ? details.items : [];
  for (const { resourceType, transferSize } of Array.isArray(requests) ? requests : []) {
    if (resourceType === 'Document') bytes.document += Number(transferSize);
    if (resourceType === 'Script') bytes.script += Number(transferSize);
  }
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes,
    categories: Object.fromEntries(
      Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
    ),
  };
}

/** The screens that need something to have happened, each with what its tab has stored. */
export async function loadOthers(
  browser: Browser,
  site: string,
): Promise<Record<'draft' | 'confirm' | 'callback', Load>> {
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
    },
  };
  const p = Buffer.from(JSON.stringify({ accessId: 'a', event: 'e', csrfToken: 'c' })).toString('base64url');
  const load = async (url: string, saved: SavedSession) => {
    const page = await browser.newPage();
    // A page without the app, which would save over the session that is stored for the next page.
    await page.goto(`${site}/privacypolicy/`);
    await page.evaluate(
      (key, json) => sessionStorage.setItem(key, json),
      SESSION_KEY,
      serialiseSession(saved, Date.now()) ?? '',
    );
    const loaded = await loadPage(browser, url, page);
    await page.close();
    return loaded;
  };
  return {
    draft: await load(`${site}/form/member`, reviewed),
    confirm: await load(`${site}/form/member/confirm`, reviewed),
    callback: await load(`${site}/form/member/callback?p=${p}`, {
      ...reviewed,
      lastTry: { status: 'atBank' },
    }),
  };
}
