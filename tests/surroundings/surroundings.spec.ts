import { SESSION_KEY } from '../../src/services/session-storage.ts';
import { cardNeedsStorage, draftNotKept, notSentByCard } from '../../src/signup/messages.ts';
import { appFile, fillBeforeApp, holdApp, isFilledAfterwards, isReady } from '../e2e/before-app.ts';
import { BANK_DEBIT, CARD, donorAt, homeDonor, LARGEST_PRICE, TEST_CARD } from '../e2e/donor.ts';
import { expect, test } from '../e2e/fixtures.ts';
import { keptCard, openTyped, typedForm } from '../e2e/seeded.ts';
import { browserExtensions } from './browser-extensions.ts';

/** For tests that break the app on purpose. */
const isDrawnAgain = { expectedFaults: /drawn again/ };

// model-tests/browser runs every path with a page translator
test('a donor signs up by card whose extensions, browser, analytics and clock all interfere', async ({
  page,
  donor,
  sandbox,
}) => {
  for (const extension of ['passwordManager', 'phoneLinks'] as const)
    await page.addInitScript(browserExtensions[extension]);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('too often', 'SecurityError');
    };
    history.pushState = refuse;
    history.replaceState = refuse;
    const push = () => {
      throw new Error('blocked');
    };
    Object.defineProperty(window, 'dataLayer', { value: { push } });
  });
  await donor.open();
  await donor.choose('price', 'other');
  await donor.fill({ priceOther: '2500' });
  await donor.confirmInput();
  await expect(donor.errorFor('lastName')).toBeVisible();
  await donor.fillHome();
  await donor.payByCard();
  await donor.confirmInput();
  await donor.isAt('confirm.reviewing');
  await page.getByRole('link', { name: '入力画面に戻る' }).click();
  await donor.isAt('input');
  for (const [name, value] of Object.entries({ ...homeDonor, priceOther: '2500' }))
    await expect(donor.control(name)).toHaveValue(value);
  await donor.confirmInput();
  await donor.isAt('confirm.reviewing');
  await page.clock.setSystemTime(Date.now() - 24 * 3_600_000);
  await expect(donor.main).toContainText(homeDonor.email);
  await donor.agreeAndSubmit();
  await donor.answerBank('認証する');
  await donor.isComplete();
  const payload = expect.objectContaining({ email: homeDonor.email, paymentAmount: 2500 });
  expect(await sandbox.registrations()).toEqual([
    expect.objectContaining({ method: 'card', status: 'complete', payload }),
  ]);
});

test('by card, session storage is forbidden: nothing is sent, and the same tab pays by bank debit', async ({
  page,
  donor,
  sandbox,
}) => {
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
  expect(await sandbox.registrations()).toMatchObject([{ status: 'complete' }]);
});

test('storage that fills while the form is open is reported at once, and no longer than it is full', async ({
  page,
  donor,
}) => {
  await openTyped(page, typedForm, { card: keptCard('token') });
  await donor.isAt('input');
  const isKept = donor.main.getByText('入力内容はこのタブに保存されています');
  await expect(isKept).toBeVisible();
  await page.evaluate(() => {
    // to the last character
    const fill = (key: string, size: number) => {
      try {
        for (let count = 1; ; count++) sessionStorage.setItem(key, ' '.repeat(size * count));
      } catch {
        // full
      }
    };
    for (const size of [100_000, 100, 1]) fill(`filler ${size}`, size);
  });
  const street = `${typedForm.street}1`;
  await donor.control('street').fill(street);
  const sentences = [draftNotKept.full, cardNeedsStorage.full];
  for (const sentence of sentences) await expect(donor.main).toContainText(sentence);
  await expect(isKept).toBeHidden();
  await donor.confirmInput();
  await donor.isAt('confirm');
  for (const sentence of sentences) await expect(donor.main).toContainText(sentence);
  await expect(donor.main).not.toContainText('に移動します');
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('filler')) sessionStorage.removeItem(key);
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(donor.main).toContainText('に移動します');
  for (const sentence of sentences) await expect(donor.main).not.toContainText(sentence);
  await page.reload();
  await expect(donor.main).toContainText(street);
});

for (const [what, brought] of [
  ['as it was built', []],
  [
    'changed by a translator, a password manager and a mover of nodes',
    ['translator', 'passwordManager', 'mover'],
  ],
] as const)
  test(`a page ${what} before the app arrives: the donor loses nothing and goes on`, async ({ page }) => {
    for (const extension of brought) await page.addInitScript(browserExtensions[extension]);
    const release = await holdApp(page);
    await page.goto('/form/member');
    await fillBeforeApp(page);
    release();
    await isReady(page);
    await isFilledAfterwards(page);
    // The prerendered form was kept, or drawn again: otherwise this would prove nothing.
    await expect(page.locator('form[data-prerendered]')).toHaveCount(brought.length === 0 ? 1 : 0);
  });

test.describe(() => {
  test.use(isDrawnAgain);

  test('a screen that breaks is drawn again: card, caret, marks and the other address stay', async ({
    page,
    donor,
  }) => {
    test.skip(
      test.info().project.name === 'webkit',
      'WebKit scrolls to where one types once it is drawn again',
    );
    await donor.open();
    await donor.tick('expatriate');
    await donor.fill({ street: '350 Fifth Avenue' });
    await donor.control('expatriate').uncheck({ force: true });
    // what the new screen leads to keeps the focus
    await page.locator('form').evaluate((form) => {
      const box = document.createElement('div');
      form.replaceWith(box);
      box.append(form);
    });
    await donor.confirmInput();
    await expect(page.getByRole('region', { name: /入力内容をご確認ください/ })).toBeFocused();
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
    const topOf = async (name: string) =>
      Math.round((await donor.control(name).boundingBox())?.y ?? Number.NaN);
    const before = await topOf('email');
    await page.keyboard.press('End');
    await page.keyboard.type('@example.jp');
    await expect(page.locator('form[data-old]')).toHaveCount(0);
    await expect(donor.control('email')).toHaveValue('hanako@example.jp');
    await expect(donor.control('email')).toBeFocused();
    expect(await topOf('email')).toBe(before);
    await expect(donor.errorFor('email')).toHaveCount(0);
    await expect(donor.errorFor('lastName')).toContainText('必須項目です');
    for (const [name, value] of Object.entries({ ...TEST_CARD, cardNum: '4111 1111 1111 1111' }))
      await expect(donor.control(name)).toHaveValue(value);
    await donor.tick('expatriate');
    await expect(donor.control('street')).toHaveValue('350 Fifth Avenue');

    // after it was moved, it must not be there twice
    await page.evaluate(() => {
      const aside = document.createElement('div');
      document.querySelector('#app')?.append(aside);
      for (const part of document.querySelectorAll('main, header')) aside.append(part);
      document.querySelector('[name="cardNum"]')?.closest('.card-fields')?.replaceWith();
    });
    await donor.choose('paymentMethod', BANK_DEBIT);
    await expect(donor.main).toHaveCount(1);
    await expect(donor.control('cardNum')).toHaveCount(0);
    await expect(donor.control('email')).toHaveValue('hanako@example.jp');
    await donor.choose('paymentMethod', CARD);
    await expect(donor.control('cardNum')).toHaveValue('4111 1111 1111 1111');
    await page.getByRole('button', { name: '入力内容を消去する' }).click();
    await page.getByRole('button', { name: '消去する', exact: true }).click();
    await expect(donor.control('cardNum')).toHaveValue('');
  });

  test('a form that cannot be drawn offers to load the page again', async ({ page, donor, sandbox }) => {
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

  test('the page says what the donor can do, and keeps over each reload what was typed', async ({ page }) => {
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
    await page.locator('[name="street"]').fill('1-1 皇居マンション');
    await page.locator('[name="birthMonth"]').selectOption('2');
    await page.reload();
    await expect(page.locator('[name="birthMonth"]')).toHaveValue('2');
    await expect(page.locator('.input-form-pledge')).toBeHidden();
    await page.locator('[name="city"]').fill('千代田区千代田');
    await page.locator('[name="cardNum"]').fill('4111111111111111');
    await page.locator('[name="securityCode"]').fill('987');
    await page.locator('[name="lastName"]').fill('4111111111111111');
    await page.locator('[name="mailMagazine"]').uncheck({ force: true });
    // the press below fails if anything covers its link
    await page.evaluate(() => scrollTo(0, 900));
    await page.addInitScript(() => Object.assign(window, { kept: JSON.stringify({ ...sessionStorage }) }));
    await note.getByRole('link', { name: 'もう一度読み込んでください' }).click();
    await donorAt(page).isAt('input');
    await expect(note).toBeHidden();
    await expect(page.locator('[name="street"]')).toHaveValue('1-1 皇居マンション');
    await expect(page.locator('[name="city"]')).toHaveValue('千代田区千代田');
    await expect(page.locator(`[name="price"][value="${LARGEST_PRICE}"]`)).toBeChecked();
    const kept = await page.evaluate(
      () => String(Reflect.get(window, 'kept')) + JSON.stringify({ ...sessionStorage }),
    );
    expect(kept).toContain('皇居');
    expect(kept).not.toMatch(/"(4111|987|secret)/);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain(`${SESSION_KEY}.typed`);
    await expect(page.locator('[name="mailMagazine"]')).not.toBeChecked();
    for (const name of ['cardNum', 'securityCode', 'lastName'])
      await expect(page.locator(`[name="${name}"]`)).toHaveValue('');
  });

  test('the page says so, translated or not, and answers afterwards what the donor pressed meanwhile', async ({
    page,
    donor,
  }) => {
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
    // the translated amount beside the form changes too
    for (const [price, yen] of [
      ['5000', '5,000円'],
      [LARGEST_PRICE, '10,000円'],
    ] as const) {
      await donor.choose('price', price);
      await expect(page.locator('.input-form-pledge')).toContainText(yen);
    }
    await expect(donor.errorFor('email')).toContainText('必須項目です');
  });
});
