import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../../src/services/session/session-storage.ts';
import type { KeptCard } from '../../../src/signup/card/kept-card.ts';
import { BANK_DEBIT, type SignupForm } from '../../../src/signup/form.ts';
import {
  type Registration,
  type SavedSession,
  untouchedSession,
} from '../../../src/signup/session/saved-session.ts';
import { serialiseSession } from '../../../src/signup/session/serialise-session.ts';
import { completeDonor, withoutCard } from '../../complete-donor.ts';
import { playwrightTab } from '../../engines/playwright-tab.ts';
import type { Tab } from '../../engines/tab.ts';
import { donorAt } from './donor.ts';

/** A complete form, as a donor at home would have typed it. */
export const typedForm: SignupForm = withoutCard(completeDonor);
export const typedFormByBank: SignupForm = { ...typedForm, paymentMethod: BANK_DEBIT };

export const keptCard = (cardToken: string): KeptCard => ({
  cardToken,
  maskedCardNumber: '************1111',
  issuedAt: Date.now(),
});

/** A registration by card. Every word differs from {@link typedForm}'s. */
export const atBank: Registration = {
  registerToken: 'register',
  applicationKey: 'key',
  completion: {
    first_name: '登録',
    last_name: '済子',
    furigana: 'とうろくすみこ',
    mail: 'registered@example.jp',
    address: '大阪府大阪市北区梅田1-1',
    price: '5000',
  },
  callback: null,
  isDeclined: false,
};

const { zip, prefecture, city } = completeDonor;
const address = { postalCode: zip.replace('-', ''), prefecture, city };

/** A session in which `form` was reviewed, with its address looked up: a late answer would move the page. */
export function sessionWith(form: SignupForm, changes: Partial<SavedSession> = {}): SavedSession {
  const lookups = { ...untouchedSession.lookups, answer: address, filled: address };
  return { ...untouchedSession, form, lookups, isReviewed: true, ...changes };
}

/** The sessions of donors who have reviewed what they typed. */
export const reviewedByBank = sessionWith(typedFormByBank);
export const reviewedByCard = (cardToken = 'token'): SavedSession =>
  sessionWith(typedForm, { card: keptCard(cardToken) });

/** Puts a session into the tab, on a page of the same site without the app, which would overwrite it. */
export async function seedIn(tab: Tab, session: SavedSession): Promise<void> {
  if (await tab.read(() => location.pathname !== '/contact/')) await tab.open('/contact/');
  const entry = { [SESSION_KEY]: serialiseSession(session, Date.now()) ?? '' };
  await tab.read((saved) => {
    sessionStorage.clear();
    Object.assign(sessionStorage, saved);
  }, entry);
}

export const seedSession = (page: Page, session: SavedSession): Promise<void> =>
  seedIn(playwrightTab(page), session);

/** Opens the input screen with a filled form. */
export async function openTyped(
  page: Page,
  form = typedForm,
  changes: Partial<SavedSession> = {},
): Promise<void> {
  await seedSession(page, sessionWith(form, changes));
  await donorAt(page).open();
}

/** Opens the confirm screen with a reviewed form. */
export async function openConfirm(page: Page, session = reviewedByBank): Promise<void> {
  await seedSession(page, session);
  await page.goto('/form/member/confirm');
}

/** Opens the page in a second tab, as a browser does that duplicates a tab. */
export async function openCopy(page: Page): Promise<Page> {
  const storage = await page.evaluate(() => ({ ...sessionStorage }));
  const copy = await page.context().newPage();
  await copy.goto('/contact/');
  await copy.evaluate((entries) => Object.assign(sessionStorage, entries), storage);
  await copy.goto(page.url());
  return copy;
}

/** The session of a donor who went to the bank. */
export const leftAtBank = (): SavedSession => ({
  ...reviewedByCard(),
  registration: atBank,
  lastTry: { status: 'atBank' },
});

/** What the bank sends back. */
export const bankAnswer = Buffer.from(
  JSON.stringify({ accessId: 'access', event: '3DSecure', csrfToken: 'csrf' }),
).toString('base64url');
