import type { Page } from '@playwright/test';
import { cardPayload } from '../../src/signup/payload.ts';
import type { SavedSession } from '../../src/signup/saved-session.ts';
import { type Fault, faults } from '../faults/faults.ts';
import { createClient } from '../sandbox/client.ts';
import { donorAt, TEST_CARD } from './donor.ts';
import { expect, type Sandbox, test } from './fixtures.ts';
import { atBank, keptCard, seedSession, sessionWith, typedForm, typedFormByBank } from './seeded.ts';

const noCampaign = { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' };

/**
 * Brings the donor to where the outside thing is called, and has them call it. Where the row before left them on a
 * screen, they go on from there: what a row calls a way on is walked by the next one.
 */
async function begin(page: Page, sandbox: Sandbox, fault: Fault, before: Fault | undefined): Promise<void> {
  const { begin, thing, scenario } = fault;
  const donor = donorAt(page);
  const makeFail = () => sandbox.setScenario(thing, scenario);
  // the bank sends the donor to a new page
  const startsAnew = before === undefined || begin === 'backFromBank';

  if (startsAnew) {
    const session = await sessionFor(sandbox, fault);
    await seedSession(page, session.saved);
    await makeFail();
    await page.goto(session.path);
  } else {
    await makeFail();
    if (begin !== 'filling' && before.ends.startsWith('input')) {
      if (begin === 'confirmByCard') await donor.fill(TEST_CARD);
      await donor.confirmInput();
      await donor.isAt('confirm');
    }
    if (begin === 'filling' && before.ends.startsWith('confirm')) {
      await page
        .getByRole('button', { name: '入力画面に戻る' })
        .or(page.getByRole('link', { name: '入力画面に戻る' }))
        .click();
      await donor.isAt('input');
    }
  }

  if (begin === 'filling') {
    if (thing === 'postalCode') await donor.fill({ zip: '' });
    if (thing === 'postalCode') await donor.fill({ zip: startsAnew ? '100-0001' : anotherPostalCode() });
    else await donor.fill(TEST_CARD);
    await donor.confirmInput();
  } else if (begin !== 'backFromBank') {
    await donor.agreeAndSubmit();
  }
}

let postalCodes = 0;
/** A code is looked up once a page. */
const anotherPostalCode = () => `150-${String(++postalCodes).padStart(4, '0')}`;

async function sessionFor(
  sandbox: Sandbox,
  { begin, thing }: Fault,
): Promise<{ saved: SavedSession; path: string }> {
  const path = '/form/member/confirm';
  const form = thing === 'postalCode' ? typedFormByBank : typedForm;
  if (begin === 'filling') return { saved: sessionWith(form), path: '/form/member' };
  if (begin === 'confirmByBank') return { saved: sessionWith(typedFormByBank), path };
  const client = createClient({ site: sandbox.url, ...sandbox });
  const card = keptCard(await client.cardToken());
  if (begin === 'confirmByCard') return { saved: sessionWith(typedForm, { card }), path };
  const payload = cardPayload(typedForm, card, `${sandbox.url}/form/member/callback`, '', noCampaign);
  const recaptchaToken = await client.captchaToken();
  const registered = await client.answer('memberRegisterCard', { ...payload, recaptchaToken });
  const callback = await client.authenticate(registered.redirectUrl, 'approve');
  const p = Buffer.from(JSON.stringify(callback)).toString('base64');
  return {
    saved: sessionWith(typedForm, {
      card,
      registration: { ...atBank, registerToken: String(registered.registerToken) },
      isAtBank: true,
    }),
    path: `/form/member/callback?p=${encodeURIComponent(p)}`,
  };
}

async function walk(page: Page, sandbox: Sandbox, fault: Fault, before: Fault | undefined): Promise<void> {
  const { wait, during, ends, says, stored } = fault;
  const donor = donorAt(page);
  await sandbox.reset();
  await begin(page, sandbox, fault, before);
  const hasFailed = async () => (await sandbox.requests()).some(({ scenario }) => scenario !== null);
  await expect.poll(hasFailed, 'the outside thing was asked').toBe(true);
  if (wait !== undefined) {
    if (during !== undefined) await donor.isAt(during);
    // the state is there before the timer that ends it, so time has to pass until it does
    await expect(async () => {
      await page.clock.runFor(wait * 1000);
      expect(await donor.main.getAttribute('data-state')).toMatch(new RegExp(`^${ends}`));
    }).toPass();
  }

  await donor.isAt(ends);
  await expect(donor.errors.locator('.error-list-message')).toHaveText([...says]);
  await keepsWhatWasTyped(page, ends);
  await hasAWayOn(page, ends);
  expect(await sandbox.registrations()).toHaveLength(stored);
}

async function keepsWhatWasTyped(page: Page, ends: string): Promise<void> {
  const { lastName, firstName, furigana, email, city, street, phone } = typedForm;
  const typed = { lastName, firstName, furigana, email, city, street, phone };
  if (ends.startsWith('input')) {
    const shown = () =>
      page.locator('form').evaluate((form: HTMLFormElement) => Object.fromEntries(new FormData(form)));
    await expect.poll(shown).toMatchObject(typed);
  } else {
    const words = [lastName, firstName, furigana, email, city, street, phone];
    await expect(donorAt(page).main).toContainText(new RegExp(words.join('.*')));
  }
}

async function hasAWayOn(page: Page, ends: string): Promise<void> {
  if (ends.startsWith('input'))
    await expect(page.getByRole('button', { name: '入力内容を確認する' })).toBeEnabled();
  else await expect(donorAt(page).control('understood')).toBeEnabled();
}

for (const thing of new Set(faults.map((fault) => fault.thing))) {
  const rows = faults.filter((fault) => fault.thing === thing);
  test(`${thing}: ${rows.length} ways to fail`, {
    tag: thing === 'gatewayToken' ? '@§5.23' : [],
  }, async ({ page, sandbox }) => {
    if (rows.some(({ wait }) => wait !== undefined)) {
      // the browser's own time-out does not follow a test's clock; a timer does
      await page.addInitScript(() => {
        AbortSignal.timeout = (milliseconds) => {
          const controller = new AbortController();
          setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds);
          return controller.signal;
        };
      });
      await page.clock.install();
    }
    for (const [index, fault] of rows.entries()) {
      await test.step(fault.how, () => walk(page, sandbox, fault, rows[index - 1]));
    }
  });
}
