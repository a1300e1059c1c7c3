import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../src/services/session-storage.ts';
import {
  captchaUnavailable,
  cardExpired,
  cardNotAuthenticated,
  storageForbidden,
  unknownOutcome,
} from '../../src/signup/messages.ts';
import { donorAt, homeDonor, TEST_CARD } from '../e2e/donor.ts';
import { expect, type Sandbox, test } from '../e2e/fixtures.ts';
import { hold } from '../e2e/hold.ts';
import { seedSession, sessionWith, typedForm, typedFormByBank } from '../e2e/seeded.ts';
import { engine } from '../engines/engine.ts';
import { type Meddler, meddlers } from './meddlers.ts';

type Payment = 'card' | 'bank';
type Step = 'opened' | 'typed' | 'reviewing';

/** One row: what a donor's surroundings do, after which step, and what has then to be true. */
type Row = {
  what: string;
  /** Done before the page opens, in every page. */
  brings?: Meddler | (() => void);
  /** Done once, after that step. */
  happens?: { after: Step; what: (page: Page, sandbox: Sandbox) => Promise<unknown> };
  pays: readonly Payment[];
  /** Whether the app breaks at it and has to be drawn again. */
  breaks?: boolean;
};

/** Of tests that break the app on purpose. */
const isDrawnAgain = { expectedFaults: /drawn again/ };

const rows: readonly Row[] = [
  // through every path, in model-tests/browser
  { what: 'a page translator', brings: 'translator', pays: ['card'] },
  { what: 'a password manager', brings: 'passwordManager', pays: ['card'] },
  { what: 'an extension that links phone numbers', brings: 'phoneLinks', pays: ['bank'] },
  { what: 'an extension that moves and adds nodes', brings: 'mover', pays: ['bank'], breaks: true },
  {
    what: 'an analytics script whose dataLayer throws',
    brings: () =>
      Object.defineProperty(window, 'dataLayer', {
        value: {
          push: () => {
            throw new Error('blocked');
          },
        },
      }),
    pays: ['bank'],
  },
  {
    what: 'a browser that refuses to change its address',
    brings: () => {
      const refuse = () => {
        throw new DOMException('too often', 'SecurityError');
      };
      history.pushState = refuse;
      history.replaceState = refuse;
    },
    pays: ['card'],
  },
  {
    what: 'a clock that is set back a day',
    happens: { after: 'reviewing', what: (page) => page.clock.setSystemTime(Date.now() - 24 * 3_600_000) },
    pays: ['card'],
  },
  {
    what: 'a tab that is put to sleep while it is filled in',
    happens: { after: 'typed', what: (page) => page.reload() },
    pays: ['bank'],
  },
  {
    what: 'a tab that is put to sleep on the confirm screen',
    happens: { after: 'reviewing', what: (page) => page.reload() },
    pays: ['card'],
  },
];

/** The whole way as a donor goes it, with something happening in between. What was typed must still be there. */
async function signUp(page: Page, sandbox: Sandbox, payment: Payment, { happens }: Row): Promise<void> {
  const donor = donorAt(page);
  const passed = async (step: Step) => {
    if (happens?.after === step) await happens.what(page, sandbox);
  };
  await donor.open();
  await passed('opened');
  await donor.tick('expatriate');
  await expect(donor.control('country')).toBeVisible();
  await donor.control('expatriate').uncheck({ force: true });
  await donor.choose('price', 'other');
  await donor.fill({ priceOther: '2500' });
  await donor.confirmInput();
  await expect(donor.errorFor('lastName')).toBeVisible();
  await donor.fillHome();
  await donor.choose('paymentMethod', payment === 'card' ? '引落（銀行・郵便）' : 'クレジットカード');
  await passed('typed');
  await donor.isAt('input');
  if (payment === 'card') await donor.payByCard();
  else await donor.choose('paymentMethod', '引落（銀行・郵便）');
  await donor.confirmInput();
  await donor.isAt('confirm.reviewing');
  await page.getByRole('link', { name: '入力画面に戻る' }).click();
  await donor.isAt('input');
  for (const [name, value] of Object.entries({ ...homeDonor, priceOther: '2500' }))
    await expect(donor.control(name)).toHaveValue(value);
  await donor.confirmInput();
  await donor.isAt('confirm.reviewing');
  await passed('reviewing');
  await donor.isAt('confirm.reviewing');
  await expect(donor.main).toContainText('2,500円');
  await expect(donor.main).toContainText(homeDonor.email);
  expect(await page.evaluate(() => window.domFaults ?? [])).toEqual([]);
  await donor.agreeAndSubmit();
  if (payment === 'card') await donor.answerBank('認証する');
  await donor.isComplete();
  expect(await sandbox.registrations()).toEqual([
    expect.objectContaining({
      method: payment,
      status: 'complete',
      payload: expect.objectContaining({ email: homeDonor.email, paymentAmount: 2500 }),
    }),
  ]);
}

const init = (page: Page, { brings }: Row) =>
  brings && page.addInitScript(typeof brings === 'string' ? meddlers[brings] : brings);

for (const row of rows) {
  test.describe(() => {
    if (row.breaks) test.use(isDrawnAgain);
    for (const payment of row.pays) {
      test(`${row.what}: by ${payment}, all the way`, async ({ page, sandbox }) => {
        await init(page, row);
        await signUp(page, sandbox, payment, row);
      });
    }
  });
}

/** One row: what goes wrong when a reviewed application is sent, what the donor then reads, and what is stored. */
type Trouble = {
  what: string;
  /** Also run in the other engines by `npm test`. */
  isCore?: true;
  pays: Payment;
  brings?: () => void;
  /** A form cannot be put into storage beforehand, and is typed. */
  hasNoStorage?: boolean;
  /** Addresses that nothing is loaded from. */
  blocks?: string;
  before?: (page: Page, sandbox: Sandbox) => Promise<unknown>;
  /** Once the application has been sent, or has not. */
  after?: (page: Page, sandbox: Sandbox) => Promise<unknown>;
  ends: string;
  says: string;
  stored: 0 | 1;
  /** What has to be mended for the donor to get through in the same tab; without it one registration is all there is. */
  mend?: (page: Page, sandbox: Sandbox) => Promise<unknown>;
};

const payByBankInstead = async (page: Page) => {
  await page.getByRole('link', { name: '入力画面に戻る' }).click();
  await donorAt(page).payByBank();
  await donorAt(page).confirmInput();
};

const withoutReturn = {
  hasNoStorage: true,
  pays: 'card',
  ends: 'confirm.reviewing',
  says: storageForbidden,
  stored: 0,
  mend: payByBankInstead,
} as const;

const CAPTCHA = '**/captcha/api.js*';

const troubles: readonly Trouble[] = [
  {
    what: 'a blocker keeps the captcha away',
    pays: 'bank',
    blocks: CAPTCHA,
    ends: 'confirm.reviewing',
    says: captchaUnavailable,
    stored: 0,
    mend: (page) => page.unroute(CAPTCHA),
  },
  {
    what: 'the connection is lost after the server has stored it',
    isCore: true,
    pays: 'bank',
    before: (_, sandbox) => sandbox.setScenario('memberRegisterBank', { drop: 'after' }),
    ends: 'input.form.outcomeUnknown',
    says: unknownOutcome('registerBank'),
    stored: 1,
  },
  {
    what: 'the tab is put to sleep while it is on its way',
    isCore: true,
    pays: 'bank',
    before: (_, sandbox) => sandbox.setScenario('memberRegisterBank', { drop: 'after', delayMs: 600_000 }),
    after: async (page) => {
      await donorAt(page).isAt('confirm.submitting.registering');
      await page.reload();
    },
    ends: 'input.form.outcomeUnknown',
    says: unknownOutcome('registerBank'),
    stored: 0,
  },
  {
    what: 'a phone that sleeps for an hour',
    pays: 'card',
    brings: () => {
      const now = Date.now;
      Date.now = () => now() + ('hasSlept' in window ? 3_600_000 : 0);
    },
    before: (page) => page.evaluate(() => Object.assign(window, { hasSlept: true })),
    ends: 'input.form.failed',
    says: cardExpired,
    stored: 0,
    mend: async (page) => {
      await donorAt(page).fill(TEST_CARD);
      await donorAt(page).confirmInput();
    },
  },
  {
    what: 'session storage is full',
    brings: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('', 'QuotaExceededError');
      };
    },
    ...withoutReturn,
  },
  {
    what: 'session storage is forbidden',
    isCore: true,
    brings: () =>
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('', 'SecurityError');
        },
      }),
    ...withoutReturn,
  },
];

for (const trouble of troubles) {
  const { what, isCore, pays, brings, hasNoStorage, blocks, before, after, ends, says, stored, mend } =
    trouble;
  test(`by ${pays}, ${what}`, { tag: isCore ? '@core' : [] }, async ({ page, sandbox }) => {
    const donor = donorAt(page);
    if (brings) await page.addInitScript(brings);
    if (blocks) await page.route(blocks, (route) => route.abort('blockedbyclient'));
    if (!hasNoStorage) await seedSession(page, sessionWith(pays === 'card' ? typedForm : typedFormByBank));
    await donor.open();
    if (hasNoStorage) await donor.fillHome();
    if (pays === 'card') await donor.payByCard();
    await donor.confirmInput();
    await donor.isAt('confirm.reviewing');
    await before?.(page, sandbox);
    await donor.agreeAndSubmit();
    await after?.(page, sandbox);

    await donor.isAt(ends);
    await expect(donor.errors.locator('.error-list-message')).toHaveText(says);
    for (const [name, value] of Object.entries(homeDonor)) {
      if (ends.startsWith('input')) await expect(donor.control(name)).toHaveValue(value);
      else await expect(donor.main).toContainText(value);
    }
    expect(await sandbox.registrations()).toHaveLength(stored);

    if (!mend) return;
    await mend(page, sandbox);
    await donor.isAt('confirm.reviewing');
    await donor.agreeAndSubmit();
    if (pays === 'card' && mend !== payByBankInstead) await donor.answerBank('認証する');
    await donor.isComplete();
    expect(await sandbox.registrations()).toMatchObject([{ status: 'complete' }]);
  });
}

test('back from the bank, to a page kept in memory where the browser keeps any', { tag: '@core' }, async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  sandbox.letPagesBeKept();
  await seedSession(page, sessionWith(typedForm));
  await donor.open();
  await donor.payByCard();
  await donor.confirmInput();
  await donor.isAt('confirm.reviewing');
  await page.evaluate(() => Object.assign(window, { isKept: true }));
  await donor.agreeAndSubmit();
  await page.getByRole('button', { name: '認証する' }).waitFor();
  await page.evaluate(() => void setTimeout(() => history.back()));
  // all at once: Playwright does not hear that Firefox shows the page again, and locators would wait for it
  const shown = () =>
    page.evaluate(() => ({
      isKept: 'isKept' in window,
      state: document.querySelector('main')?.dataset.state,
      says: [...document.querySelectorAll('.error-list-message')].map(({ textContent }) => textContent),
      lastName: document.querySelector<HTMLInputElement>('[name="lastName"]')?.value,
      cardNum: document.querySelector<HTMLInputElement>('[name="cardNum"]')?.value,
    }));
  await expect(async () =>
    expect(await shown()).toEqual({
      // Playwright's Chromium keeps none
      isKept: engine !== 'chromium',
      state: 'input.form.failed',
      says: [cardNotAuthenticated],
      lastName: homeDonor.lastName,
      cardNum: '',
    }),
  ).toPass();
  expect(await sandbox.registrations()).toHaveLength(1);
});

test.describe('the page is changed before the app arrives', () => {
  for (const meddler of ['translator', 'passwordManager', 'mover'] as const) {
    test(`by ${meddler}: nothing typed is lost, and the donor goes on where they were`, async ({ page }) => {
      const donor = donorAt(page);
      await page.addInitScript(meddlers[meddler]);
      const release = await hold(page, '**/form/assets/index-*.js');
      await page.goto('/form/member');
      await page.locator('form').evaluate((form) => form.setAttribute('data-prerendered', ''));
      await donor.fill({
        ...homeDonor,
        zip: '1000001',
        prefecture: '東京都',
        city: '千代田区千代田',
        ...TEST_CARD,
      });
      await donor.fill({ birthYear: '1980', birthMonth: '2', birthDay: '29', expirationMonth: '12' });
      await donor.choose('price', '10000');
      await donor.tick('receipt');
      await donor.control('mailMagazine').uncheck({ force: true });
      await donor.control('street').focus();
      await donor.control('street').evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 5));
      release();
      await donor.isAt('input');
      await page.waitForFunction(() => performance.getEntriesByName('signup-ready').length > 0);

      // React has drawn a form of its own: otherwise this would prove nothing
      await expect(page.locator('form[data-prerendered]')).toHaveCount(0);
      await expect(donor.control('street')).toBeFocused();
      const selection = () =>
        donor
          .control('street')
          .evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
      await expect.poll(selection).toEqual([2, 5]);
      const typed = {
        ...homeDonor,
        ...TEST_CARD,
        prefecture: '東京都',
        city: '千代田区千代田',
        birthDay: '29',
      };
      for (const [name, value] of Object.entries(typed)) await expect(donor.control(name)).toHaveValue(value);
      await expect(page.locator('[name="price"][value="10000"]')).toBeChecked();
      await expect(donor.control('receipt')).toBeChecked();
      await expect(donor.control('mailMagazine')).not.toBeChecked();
      // the chart has heard of it, and of no card
      const saved = await page.evaluate((key) => sessionStorage.getItem(key) ?? '', SESSION_KEY);
      expect(JSON.parse(saved).form).toMatchObject({ ...homeDonor, price: '10000', receipt: true });
      expect(saved).not.toContain(TEST_CARD.cardNum);
    });
  }

  test('a field left and a button pressed are answered all the same', async ({ page }) => {
    const donor = donorAt(page);
    await page.addInitScript(meddlers.translator);
    const release = await hold(page, '**/form/assets/index-*.js');
    await page.goto('/form/member');
    await donor.control('email').focus();
    await donor.confirmInput();
    release();
    await donor.isAt('input.form.correcting');
    await expect(donor.errorFor('email')).toContainText('必須項目です');
  });
});

test.describe(() => {
  test.use(isDrawnAgain);

  test('a screen that breaks is drawn again: card, caret, marks and the other address stay', async ({
    page,
  }) => {
    const donor = donorAt(page);
    await donor.open();
    await donor.tick('expatriate');
    await donor.fill({ street: '350 Fifth Avenue' });
    await donor.control('expatriate').uncheck({ force: true });
    await donor.confirmInput();
    await donor.fill(TEST_CARD);
    await donor.control('email').fill('hanako');
    await donor.control('phone').focus();
    await expect(donor.errorFor('email')).toContainText('正しいメールアドレス');
    await donor.control('email').focus();
    await page.locator('form').evaluate((form) => {
      form.setAttribute('data-old', '');
      const bubble = form.querySelector('[data-error-for="email"]');
      const box = document.createElement('div');
      bubble?.replaceWith(box);
      if (bubble) box.append(bubble);
    });
    const scrolled = await page.evaluate(() => scrollY);
    await page.keyboard.press('End');
    await page.keyboard.type('@example.jp');
    await expect(page.locator('form[data-old]')).toHaveCount(0);
    await expect(donor.control('email')).toHaveValue('hanako@example.jp');
    await expect(donor.control('email')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await expect(donor.errorFor('email')).toHaveCount(0);
    await expect(donor.errorFor('lastName')).toContainText('必須項目です');
    for (const [name, value] of Object.entries(TEST_CARD))
      await expect(donor.control(name)).toHaveValue(value);
    await donor.tick('expatriate');
    await expect(donor.control('street')).toHaveValue('350 Fifth Avenue');
  });

  test('a screen that was moved out of its place is there once when it is drawn again', async ({ page }) => {
    const donor = donorAt(page);
    await donor.open();
    await donor.fill({ lastName: homeDonor.lastName, ...TEST_CARD });
    await page.evaluate(() => {
      const aside = document.createElement('div');
      document.querySelector('#root')?.append(aside);
      for (const part of document.querySelectorAll('main, header')) aside.append(part);
      document.querySelector('[name="cardNum"]')?.closest('.card-fields')?.replaceWith();
    });
    await donor.choose('paymentMethod', '引落（銀行・郵便）');
    await expect(donor.main).toHaveCount(1);
    await expect(donor.control('cardNum')).toHaveCount(0);
    await expect(donor.control('lastName')).toHaveValue(homeDonor.lastName);
    await donor.choose('paymentMethod', 'クレジットカード');
    await expect(donor.control('cardNum')).toHaveValue(TEST_CARD.cardNum);
  });

  test('a form that can in no way be drawn leaves no blank page', async ({ page, sandbox }) => {
    const donor = donorAt(page);
    await donor.open();
    await donor.fill({ lastName: homeDonor.lastName });
    await page.evaluate(() => {
      const { createElement } = document;
      document.createElement = (tag: string) => {
        if (tag === 'fieldset') throw new Error('no fieldset');
        return createElement.call(document, tag);
      };
      document.querySelector('[name="cardNum"]')?.closest('.card-fields')?.replaceWith();
    });
    await page.locator('[name="paymentMethod"]').last().click({ force: true });
    await page.getByRole('link', { name: 'もう一度読み込んでください' }).click();
    await donor.isAt('input');
    expect(await sandbox.registrations()).toEqual([]);
  });
});

test.describe('the app does not arrive', () => {
  const late = 'ページの読み込みが終わっていない';

  test('the page says so, and what the donor can do', async ({ page }) => {
    // Each touch asks for it again: it must not arrive before the page has been loaded anew.
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route('**/form/assets/index-*.js', (route) => (loads > 1 ? route.continue() : route.abort()));
    await page.goto('/form/member');
    const note = page.getByRole('alert').filter({ hasText: late });
    await expect(note).toBeVisible();
    await expect(note.getByRole('link', { name: 'お問い合わせください' })).toHaveAttribute(
      'href',
      '/contact/',
    );
    await page.locator('[name="street"]').fill('1-1 皇居マンション');
    await page.locator('[name="cardNum"]').fill('4111111111111111');
    await note.getByRole('link', { name: 'もう一度読み込んでください' }).click();
    await donorAt(page).isAt('input');
    await expect(note).toBeHidden();
    await expect(page.locator('[name="street"]')).toHaveValue('1-1 皇居マンション');
    await expect(page.locator('[name="cardNum"]')).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('4111');
  });

  test('a button pressed meanwhile says so at once; when it has arrived, nothing does', async ({ page }) => {
    const release = await hold(page, '**/form/assets/index-*.js');
    await page.goto('/form/member');
    const note = page.getByRole('alert').filter({ hasText: late });
    await expect(note).toBeHidden();
    await donorAt(page).confirmInput();
    await expect(note).toBeVisible();
    release();
    await donorAt(page).isAt('input.form.correcting');
    await expect(note).toBeHidden();
  });
});
