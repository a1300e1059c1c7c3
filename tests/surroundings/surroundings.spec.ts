import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../src/services/session-storage.ts';
import { donorAt, homeDonor, TEST_CARD } from '../e2e/donor.ts';
import { expect, type Sandbox, test } from '../e2e/fixtures.ts';
import { hold } from '../e2e/hold.ts';
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
  pays?: readonly Payment[];
};

const rows: readonly Row[] = [
  { what: 'a page translator', brings: 'translator' },
  { what: 'a password manager', brings: 'passwordManager', pays: ['card'] },
  { what: 'an extension that links phone numbers', brings: 'phoneLinks', pays: ['bank'] },
  { what: 'an extension that moves and adds nodes', brings: 'mover' },
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
  },
  {
    what: 'a clock that is set back a day',
    happens: { after: 'reviewing', what: (page) => page.clock.setSystemTime(Date.now() - 24 * 3_600_000) },
    pays: ['card'],
  },
  {
    what: 'a tab that is put to sleep while it is filled in',
    happens: { after: 'typed', what: (page) => page.reload() },
  },
  {
    what: 'a tab that is put to sleep on the confirm screen',
    happens: { after: 'reviewing', what: (page) => page.reload() },
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
  for (const payment of row.pays ?? (['card', 'bank'] as const)) {
    test(`${row.what}: by ${payment}, all the way`, async ({ page, sandbox }) => {
      await init(page, row);
      await signUp(page, sandbox, payment, row);
    });
  }
}

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
      expect(await selection()).toEqual([2, 5]);
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
  for (const [name, value] of Object.entries(TEST_CARD)) await expect(donor.control(name)).toHaveValue(value);
  await donor.tick('expatriate');
  await expect(donor.control('street')).toHaveValue('350 Fifth Avenue');
});

test.describe('the app does not arrive', () => {
  const late = 'ページの読み込みが終わっていない';

  test('the page says so, and what the donor can do', async ({ page }) => {
    await page.route('**/form/assets/index-*.js', (route) => route.abort());
    await page.goto('/form/member');
    const note = page.getByRole('alert').filter({ hasText: late });
    await expect(note).toBeVisible();
    await expect(note.getByRole('link', { name: 'お問い合わせください' })).toHaveAttribute(
      'href',
      '/contact/',
    );
    await page.unroute('**/form/assets/index-*.js');
    await note.getByRole('link', { name: 'もう一度読み込んでください' }).click();
    await donorAt(page).isAt('input');
    await expect(note).toBeHidden();
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
