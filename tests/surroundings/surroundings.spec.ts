import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../src/services/session-storage.ts';
import { formatYen } from '../../src/signup/amount.ts';
import { cardNeedsStorage, draftNotKept, notSentByCard } from '../../src/signup/messages.ts';
import { appFile, holdApp, isReady, savedForm } from '../e2e/before-app.ts';
import { BANK_DEBIT, CARD, donorAt, homeDonor, LARGEST_PRICE, TEST_CARD } from '../e2e/donor.ts';
import { expect, tabTest, test } from '../e2e/fixtures.ts';
import { keptCard, openTyped, typedForm } from '../e2e/seeded.ts';
import { browserExtensions } from './browser-extensions.ts';

// model-tests/browser runs every path with a page translator
test('a donor signs up whose browser, analytics and clock interfere', async ({ page, donor, sandbox }) => {
  await page.addInitScript(browserExtensions.passwordManager);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('too often', 'SecurityError');
    };
    history.pushState = refuse;
    history.replaceState = refuse;
    Object.defineProperty(window, 'dataLayer', { value: { push: refuse } });
  });
  await donor.open();
  await donor.confirmInput();
  await expect(donor.errorFor('lastName')).toBeVisible();
  await donor.fillHome();
  await donor.payByCard();
  await donor.confirmInput();
  await donor.isAt('confirm.reviewing');
  await page.getByRole('link', { name: '入力画面に戻る' }).click();
  await donor.isAt('input');
  await donor.has(homeDonor);
  await donor.confirmInput();
  await donor.isAt('confirm.reviewing');
  await page.clock.setSystemTime(Date.now() - 24 * 3_600_000);
  await donor.agreeAndSubmit();
  await donor.answerBank('認証する');
  await donor.isComplete();
  const payload = { email: homeDonor.email };
  expect(await sandbox.registrations()).toMatchObject([{ method: 'card', status: 'complete', payload }]);
});

test('without storage no card is sent, and bank debit works', async ({ page, donor, sandbox }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('', 'SecurityError');
      },
    }),
  );
  await donor.open();
  await expect(donor.main).toContainText(cardNeedsStorage.forbidden);
  await donor.fillHome();
  await donor.applyByCard();
  await donor.isAt('confirm.reviewing');
  await expect(donor.errors.locator('.error-list-message')).toHaveText(notSentByCard.forbidden);
  for (const value of Object.values(homeDonor)) await expect(donor.main).toContainText(value);
  expect(await sandbox.registrations()).toEqual([]);

  await page.getByRole('link', { name: '入力画面に戻る' }).click();
  await donor.payByBank();
  await donor.confirmInput();
  await donor.isAt('confirm.reviewing');
  await donor.agreeAndSubmit();
  await donor.isComplete();
  expect(await sandbox.registrations()).toMatchObject([{ method: 'bank', status: 'complete' }]);
});

tabTest('storage that fills is reported at once, and no longer than it is full', async ({ page, donor }) => {
  await openTyped(page, typedForm, { card: keptCard('token') });
  const isKept = donor.main.getByText('入力内容はこのタブに保存されています');
  await expect(isKept).toBeVisible();
  await page.evaluate(() => {
    // to the last character, with names of one letter
    for (let power = 22; power >= -1; power--)
      try {
        sessionStorage.setItem(String.fromCharCode(90 - power), ' '.repeat(2 ** power));
      } catch {
        // half of it may have room
      }
  });
  const street = `${typedForm.street}1`;
  await donor.fill({ street });
  const sentences = [draftNotKept.full, cardNeedsStorage.full];
  for (const sentence of sentences) await expect(donor.main).toContainText(sentence);
  await expect(isKept).toBeHidden();
  await donor.confirmInput();
  await donor.isAt('confirm');
  for (const sentence of sentences) await expect(donor.main).toContainText(sentence);
  await expect(donor.main).not.toContainText('に移動します');
  await page.evaluate(() => {
    for (const name of Object.keys(sessionStorage)) if (name.length === 1) sessionStorage.removeItem(name);
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(donor.main).toContainText('に移動します');
  for (const sentence of sentences) await expect(donor.main).not.toContainText(sentence);
  await page.reload();
  await expect(donor.main).toContainText(street);
});

const typedEarly = {
  ...homeDonor,
  prefecture: '東京都',
  city: '千代田区千代田',
  birthYear: '1980',
  birthMonth: '2',
  birthDay: '29',
};

/** Types, ticks and chooses in a page without the app. */
async function fillBeforeApp(page: Page): Promise<void> {
  const donor = donorAt(page);
  const { securityCode } = TEST_CARD;
  await donor.fill({ ...typedEarly, zip: '1000001', securityCode, expirationMonth: '12' });
  await donor.control('cardNum').pressSequentially('4111 1111 1111 1111 99');
  await donor.choose('price', LARGEST_PRICE);
  await donor.choose('gender', '女性');
  await donor.tick('receipt');
  await donor.control('mailMagazine').uncheck({ force: true });
  await donor.control('street').focus();
  await donor
    .control('street')
    .evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 5, 'backward'));
}

/** Checks that nothing of {@link fillBeforeApp} is lost: the focus stays, and the chart has got the values. */
async function isFilledAfterwards(page: Page): Promise<void> {
  const donor = donorAt(page);
  const street = donor.control('street');
  await expect(street).toBeFocused();
  await expect(street).toHaveJSProperty('selectionStart', 2);
  await expect(street).toHaveJSProperty('selectionEnd', 5);
  await expect(street).toHaveJSProperty('selectionDirection', 'backward');
  await donor.has({ ...typedEarly, ...TEST_CARD, cardNum: '4111 1111 1111 1111' });
  // before the app had come, nothing cut them
  await expect(page.getByText('16桁を超える分は入力されていません')).toBeVisible();
  await expect(donor.bubbles).toHaveCount(0);
  await expect(donor.option('price', LARGEST_PRICE)).toBeChecked();
  await expect(donor.control('receipt')).toBeChecked();
  await expect(donor.control('mailMagazine')).not.toBeChecked();
  const chosen = { price: LARGEST_PRICE, gender: '女性', receipt: true, mailMagazine: false };
  await expect.poll(() => savedForm(page)).toMatchObject({ ...typedEarly, zip: '100-0001', ...chosen });
  expect(JSON.stringify(await savedForm(page))).not.toContain(TEST_CARD.cardNum);
}

for (const [what, extensions] of [
  ['as it was built', []],
  ['changed by a translator, a password manager and a mover', Object.values(browserExtensions)],
] as const)
  test(`a page ${what} before the app arrives: the donor loses nothing`, async ({ page }) => {
    for (const extension of extensions) await page.addInitScript(extension);
    const release = await holdApp(page);
    await page.goto('/form/member');
    await page.locator('form').evaluate((form) => form.setAttribute('data-prerendered', ''));
    await fillBeforeApp(page);
    release();
    await isReady(page);
    await isFilledAfterwards(page);
    // The prerendered form was kept, or drawn again: otherwise this would prove nothing.
    await expect(page.locator('form[data-prerendered]')).toHaveCount(extensions.length === 0 ? 1 : 0);
  });

/** Puts an element into a box, as extensions do, so that React cannot remove it from where it was. */
const wrap = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const box = document.createElement('div');
    element.replaceWith(box);
    box.append(element);
  });

test.describe('a screen that breaks', () => {
  test.use({ expectedFaults: /drawn again/ });

  tabTest(
    'is drawn again: focus, card, caret, errors and the other address stay',
    async ({ page, donor }) => {
      test.skip(
        test.info().project.name === 'webkit',
        'WebKit scrolls to where one types once it is drawn again',
      );
      await donor.open();
      await donor.tick('expatriate');
      await donor.fill({ street: '350 Fifth Avenue' });
      await donor.control('expatriate').uncheck({ force: true });
      await test.step('what the new screen leads to keeps the focus', async () => {
        await wrap(page, 'form');
        await donor.confirmInput();
        await expect(page.getByRole('region', { name: /入力内容をご確認ください/ })).toBeFocused();
      });
      await test.step('a key that takes an error away goes on where it was', async () => {
        await donor.fill({ ...TEST_CARD, email: 'hanako' });
        await donor.control('phone').focus();
        await expect(donor.errorFor('email')).toContainText('正しいメールアドレス');
        await donor.control('email').focus();
        await page.locator('form').evaluate((form) => form.setAttribute('data-old', ''));
        await wrap(page, '[data-error-for="email"]');
        const top = async () => Math.round((await donor.control('email').boundingBox())?.y ?? Number.NaN);
        const before = await top();
        await page.keyboard.press('End');
        await page.keyboard.type('@example.jp');
        await expect(page.locator('form[data-old]')).toHaveCount(0);
        await expect(donor.control('email')).toBeFocused();
        expect(await top()).toBe(before);
        await donor.has({ ...TEST_CARD, cardNum: '4111 1111 1111 1111', email: 'hanako@example.jp' });
        await expect(donor.errorFor('email')).toHaveCount(0);
        await expect(donor.errorFor('lastName')).toContainText('必須項目です');
        await donor.tick('expatriate');
        await donor.has({ street: '350 Fifth Avenue' });
      });
      await test.step('after it was moved, it is not there twice', async () => {
        await page.evaluate(() => {
          const aside = document.createElement('div');
          document.querySelector('#app')?.append(aside);
          for (const part of document.querySelectorAll('main, header')) aside.append(part);
          document.querySelector('[name="cardNum"]')?.closest('.card-fields')?.replaceWith();
        });
        await donor.choose('paymentMethod', BANK_DEBIT);
        await expect(donor.main).toHaveCount(1);
        await expect(donor.control('cardNum')).toHaveCount(0);
        await donor.has({ email: 'hanako@example.jp' });
        await donor.choose('paymentMethod', CARD);
        await donor.has({ cardNum: '4111 1111 1111 1111' });
        await donor.clearForm();
        await donor.has({ cardNum: '' });
      });
    },
  );

  tabTest('and cannot be drawn offers to load the page again', async ({ page, donor, sandbox }) => {
    await donor.open();
    await page.evaluate(() => {
      const { createElement } = document;
      document.createElement = (tag: string) => {
        if (tag === 'fieldset') throw new Error('no fieldset');
        return createElement.call(document, tag);
      };
      document.querySelector('[name="cardNum"]')?.closest('.card-fields')?.replaceWith();
    });
    await donor.control('paymentMethod').last().click({ force: true });
    await page.getByRole('link', { name: 'もう一度読み込んでください' }).click();
    await donor.isAt('input');
    expect(await sandbox.registrations()).toEqual([]);
  });
});

test.describe('the app does not arrive', () => {
  const late = 'ページの読み込みが終わっていない';

  test('the page says what to do, and keeps what was typed', async ({ page, donor }) => {
    // A failed app is requested again: it must not arrive before the reload.
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(`${appFile}*`, (route) => (loads > 3 ? route.continue() : route.abort()));
    await page.goto(`/form/member?price=${LARGEST_PRICE}`);
    await page.reload();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    const note = page.getByRole('alert').filter({ hasText: late });
    await expect(note).toBeVisible();
    await expect(note.getByRole('link', { name: 'お問い合わせください' })).toHaveAttribute(
      'href',
      '/contact/',
    );
    await page.locator('form').evaluate((form) => {
      form.append(Object.assign(document.createElement('input'), { name: 'master', value: 'secret' }));
    });
    const address = { street: '1-1 皇居マンション', city: '千代田区千代田' };
    await donor.fill({ street: address.street, birthMonth: '2' });
    await page.reload();
    await donor.has({ birthMonth: '2' });
    await expect(page.locator('.input-form-pledge')).toBeHidden();
    const { cardNum } = TEST_CARD;
    await donor.fill({ city: address.city, cardNum, securityCode: '987', lastName: cardNum });
    await donor.control('mailMagazine').uncheck({ force: true });
    // the press below fails if anything covers its link
    await page.evaluate(() => scrollTo(0, 900));
    await page.addInitScript(() => Object.assign(window, { kept: JSON.stringify({ ...sessionStorage }) }));
    await note.getByRole('link', { name: 'もう一度読み込んでください' }).click();
    await donor.isAt('input');
    await expect(note).toBeHidden();
    await donor.has({ ...address, cardNum: '', securityCode: '', lastName: '' });
    await expect(donor.option('price', LARGEST_PRICE)).toBeChecked();
    await expect(donor.control('mailMagazine')).not.toBeChecked();
    const kept = await page.evaluate(
      () => Reflect.get(window, 'kept') + JSON.stringify({ ...sessionStorage }),
    );
    expect(kept).toContain('皇居');
    expect(kept).not.toMatch(/"(4111|987|secret)/);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain(`${SESSION_KEY}.typed`);
  });

  test('the page says so, and answers afterwards what was pressed', async ({ page, donor }) => {
    await page.addInitScript(browserExtensions.translator);
    await page.clock.install();
    const release = await holdApp(page);
    await page.goto('/form/member');
    const note = page.getByRole('alert').filter({ hasText: late });
    const awaited = page
      .getByRole('status')
      .filter({ hasText: '読み込んでいます。このままお待ちください。' });
    await expect(awaited).toBeHidden();
    await donor.control('email').focus();
    await donor.confirmInput();
    await expect(awaited).toBeVisible();
    await expect(note).toBeHidden();
    // during a composition the app waits, so the connection is not to blame
    await donor.control('email').dispatchEvent('compositionstart');
    await page.clock.fastForward(8000);
    await expect(note).toBeHidden();
    await donor.control('email').dispatchEvent('compositionend');
    await expect(note).toBeVisible();
    await donor.confirmInput();
    await expect(note).toBeVisible();
    await expect(awaited).toBeHidden();
    release();
    await donor.isAt('input.form.correcting');
    await expect(note).toBeHidden();
    await expect(donor.errorFor('email')).toContainText('必須項目です');
    // the translated amount beside the form changes too, each time
    for (const price of ['5000', LARGEST_PRICE]) {
      await donor.choose('price', price);
      await expect(page.locator('.input-form-pledge')).toContainText(formatYen(Number(price)));
    }
  });
});
