import type { Page } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { BANK_DEBIT, LARGEST_PRICE, USUAL_PRICE } from '../support/donor.ts';
import { expect, test } from '../support/fixtures.ts';
import { japaneseKeyboard } from '../support/japanese-keyboard.ts';
import { appFile, hold, openWithoutApp, savedSession } from '../support/page.ts';
import { seedSession, sessionWith, typedFormByBank } from '../support/seeded.ts';

/** Adds up how much the layout has shifted by itself since the page opened. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => ('value' in entry ? Number(entry.value) : 0));
          resolve(shifts.reduce((sum, value) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 300);
      }),
  );

/** Marks the prerendered form. Resolves with a locator of it, which finds nothing once the form is rendered anew. */
async function markForm(page: Page) {
  await page.locator('form').evaluate((form) => form.setAttribute('data-prerendered', ''));
  return page.locator('form[data-prerendered]');
}

test('what was chosen and left empty before the app is answered after it', async ({ page, donor }) => {
  const letAppCome = await openWithoutApp(page);
  await expect(donor.main).toHaveAttribute('data-state', 'opening');
  await donor.choose('price', 'other');
  await donor.choose('paymentMethod', BANK_DEBIT);
  await donor.control('street').focus();
  await donor.fill({ city: '千代田区千代田' });
  await donor.tick('expatriate');
  await donor.confirmInput();
  await donor.control('email').focus();
  await donor.control('phone').pressSequentially('0');
  await letAppCome();
  await expect(donor.control('priceOther')).toBeVisible();
  await expect(donor.control('country')).toBeVisible();
  await expect(donor.control('cardNum')).toHaveCount(0);
  // none at the phone, which has the focus, and none at the street, which has not been left since the overseas box was ticked
  await expect(donor.bubbles).toHaveText(['必須項目です']);
  await expect(donor.errorFor('email')).toBeVisible();
  // what was in sight stays there
  await donor.has({ city: '千代田区千代田' });
  await expect(donor.control('phone')).toBeFocused();
  const form = { price: 'other', expatriate: true, paymentMethod: BANK_DEBIT };
  await expect.poll(() => savedSession(page)).toMatchObject({ form });
});

test('during a slow start each choice counts, also against a link’s, and each key', async ({
  page,
  donor,
}) => {
  const letAppCome = await openWithoutApp(page, `/form/member?price=${LARGEST_PRICE}`);
  for (const price of ['other', USUAL_PRICE]) await donor.choose('price', price);
  await donor.control('city').focus();
  let hasStarted = false;
  let typed = '';
  while (typed.length < 20 || !hasStarted) {
    if (typed.length === 5)
      void letAppCome().then(() => {
        hasStarted = true;
      });
    const key = String.fromCharCode(97 + (typed.length % 26));
    await page.keyboard.press(key);
    typed += key;
  }
  await page.keyboard.type('end');
  await donor.has({ city: `${typed}end` });
  const form = { price: USUAL_PRICE, city: `${typed}end` };
  await expect.poll(() => savedSession(page)).toMatchObject({ form });
  await expect(donor.option('price', USUAL_PRICE)).toBeChecked();
});

test('compositions before the app are heard, and one that is open when it arrives goes on', async ({
  page,
  donor,
}) => {
  const keyboard = await japaneseKeyboard(page);
  const letAppCome = await openWithoutApp(page);
  await donor.control('lastName').focus();
  await keyboard.compose('や', 'やま', 'やまだ', '山田');
  await keyboard.touchCandidate();
  const control = donor.control('cardNum');
  await control.focus();
  await control.evaluate((input) =>
    input.addEventListener('compositionend', () => input.setAttribute('data-ended', '')),
  );
  await keyboard.compose('４', '４１');
  const hasCome = letAppCome();
  await page.waitForFunction(() => window.dataLayer !== undefined);
  await expect(control).not.toHaveAttribute('data-ended');
  await keyboard.compose('４１１', '４１１１');
  await expect(control).toHaveValue('４１１１');
  await keyboard.touchCandidate();
  await hasCome;
  await donor.has({ lastName: '山田', furigana: 'やまだ', cardNum: '4111' });
  await expect(control).toBeFocused();
});

test.describe('the right screen is shown without a flash of another one', () => {
  test('an untouched form, which needs no file of ours, is taken over as it is', async ({
    page,
    browserName,
  }) => {
    const letAppCome = await openWithoutApp(page);
    expect(await page.content()).not.toMatch(/<link[^>]+rel="?(stylesheet|modulepreload)|<script[^>]+src=/);
    const places = () =>
      page
        .locator('main input, main select, main button, h1, h2, footer')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));
    const before = await places();
    const prerendered = await markForm(page);
    await letAppCome();
    await expect(prerendered).toHaveCount(1);
    expect(await places()).toEqual(before);
    expect(await layoutShift(page)).toBe(0);

    const loaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, '')),
      );
    expect((await loaded()).filter((name) => /\.(js|css)$/.test(name))).toEqual([
      expect.stringMatching(/^index-/),
    ]);
    // other sites' scripts are requested only once a donor has begun
    const prefetches = page.locator('link[rel="prefetch"]');
    await expect(prefetches).toHaveCount(0);
    await page.locator('[name="lastName"]').focus();
    await expect(prefetches).toHaveCount(browserName === 'chromium' ? 2 : 0);
  });

  test('a draft is shown before the app, except what depends on it', async ({ page, donor }) => {
    /** Every control on screen, from the top, with what it holds. */
    const shownValues = () =>
      page
        .locator('form :is(input, select)')
        .evaluateAll((controls: HTMLInputElement[]) =>
          controls
            .filter((control) => getComputedStyle(control).visibility === 'visible')
            .map(({ name, type, value, checked }) => [name, type, value, checked]),
        );
    const late = [page.locator('#section-payment'), page.locator('.input-form-pledge')];
    await seedSession(page, sessionWith({ ...typedFormByBank, price: LARGEST_PRICE, receipt: true }));
    const letAppCome = await openWithoutApp(page);
    await donor.has({ zip: '100 - 0001' });
    await expect(donor.main).toHaveJSProperty('inert', true);
    for (const part of late) await expect(part).toBeHidden();
    await expect(donor.control('phone')).toBeVisible();
    const early = await shownValues();
    await letAppCome();
    for (const part of late) await expect(part).toBeVisible();
    expect((await shownValues()).slice(0, early.length)).toEqual(early);
    expect(await layoutShift(page)).toBe(0);
  });

  test('a draft that the built page cannot show waits for the app', async ({ page, donor }) => {
    await seedSession(page, sessionWith({ ...typedFormByBank, price: 'other' }));
    await page.route(`${appFile}*`, (route) => route.abort());
    await page.goto('/form/member');
    await expect(page.getByRole('alert')).toContainText('再読み込み');
    await expect(page.locator('header')).toBeVisible();
    await expect(donor.main).toBeHidden();
    await page.unroute(`${appFile}*`);
    await page.mouse.click(1, 1);
    await expect(donor.control('priceOther')).toBeVisible();
  });

  test('the other screens have no form before the chart has decided', {
    tag: ['@§4.11', '@§4.12', '@§8.1'],
  }, async ({ page, donor }) => {
    const release = await hold(page, appFile);
    for (const path of ['member/confirm', '/member//callback/?p=secret']) {
      await page.goto(`/form/${path}`);
      await expect(donor.main).toContainText('読み込んでいます');
      await expect(page.locator('form')).toHaveCount(0);
    }
    release();
    await expect(donor.errors).toContainText(['不正なアクセスです。']);
    await expect(page).toHaveURL('/form/member');
  });
});

test.describe('where it is still the year before', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test("the lists of years are Japan's, also in an old build", async ({ page, donor }) => {
    const year = new Date().getFullYear() + 2;
    await page.clock.setFixedTime(new Date(`${year - 1}-12-31T15:00:00Z`));
    const letAppCome = await openWithoutApp(page);
    const prerendered = await markForm(page);
    await letAppCome();
    await expect(prerendered).toHaveCount(1);
    await expect(donor.control('expirationYear').locator('option').nth(1)).toHaveText(`${year}年`);
    await expect(donor.control('birthYear').locator('option').nth(1)).toHaveText(`${year - 10}年`);
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page shows the form and says where to ask', async ({ page, donor }) => {
    await page.goto('/form/member');
    const note = page.locator('.noscript');
    await expect(note).toContainText('JavaScript');
    await expect(note.getByRole('link')).toHaveAttribute('href', organisation.links.contact);
    await expect(donor.control('lastName')).toBeVisible();
    await expect(page).toHaveTitle(/申し込み/);
  });
});
