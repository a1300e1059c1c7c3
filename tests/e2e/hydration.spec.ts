import type { Page } from '@playwright/test';
import { organisation } from '#organisation/organisation.ts';
import { appFile, holdApp, isReady, savedForm } from './before-app.ts';
import { BANK_DEBIT, donorAt, LARGEST_PRICE } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { japaneseKeyboard } from './japanese-keyboard.ts';

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

test('what the donor chose and left empty before the app had loaded is answered afterwards', async ({
  page,
  donor,
}) => {
  const release = await holdApp(page);
  await page.goto('/form/member');
  await expect(donor.main).toHaveAttribute('data-state', 'opening');
  await donor.choose('price', 'other');
  await donor.choose('paymentMethod', BANK_DEBIT);
  await donor.control('street').focus();
  await donor.fill({ city: '千代田区千代田' });
  await donor.tick('expatriate');
  await donor.confirmInput();
  await donor.control('email').focus();
  await donor.control('phone').pressSequentially('0');
  release();
  await isReady(page);
  await expect(donor.control('priceOther')).toBeVisible();
  await expect(donor.control('country')).toBeVisible();
  await expect(donor.control('cardNum')).toHaveCount(0);
  await expect(donor.errorFor('email')).toContainText('必須項目です');
  await expect(donor.errorFor('phone')).toHaveCount(0);
  // what stands in sight stays there, and overseas it has not been left
  await expect(donor.control('city')).toHaveValue('千代田区千代田');
  await expect(donor.errorFor('street')).toHaveCount(0);
  await expect(donor.control('phone')).toBeFocused();
  await expect
    .poll(() => savedForm(page))
    .toMatchObject({ price: 'other', expatriate: true, paymentMethod: BANK_DEBIT });
});

test('typing through a slow start loses and reorders nothing', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: (4 * 1024 * 1024) / 8,
    uploadThroughput: (4 * 1024 * 1024) / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/form/member', { waitUntil: 'commit' });
  const city = page.locator('[name="city"]');
  await city.focus();
  let typed = '';
  let isStarted = false;
  for (let index = 0; index < 400; index++) {
    const key = String.fromCharCode(97 + (index % 26));
    await page.keyboard.press(key);
    typed += key;
    isStarted = await page.evaluate(() => performance.getEntriesByName('signup-ready').length > 0);
    if (isStarted && index > 20) break;
  }
  expect(isStarted).toBe(true);
  await page.keyboard.type('end');
  await expect(city).toHaveValue(`${typed}end`);
  await expect.poll(() => savedForm(page)).toMatchObject({ city: `${typed}end` });
});

test('a composition that is open when the app arrives goes on', async ({ page }) => {
  // each page opens with an untouched form
  await page.addInitScript(() => sessionStorage.clear());
  const keyboard = await japaneseKeyboard(page);
  for (const [name, [first, second, third, last], shown] of [
    ['lastName', ['や', 'やま', 'やまだ', '山田'], '山田'],
    ['cardNum', ['４', '４１', '４１１', '４１１１'], '4111'],
  ] as const) {
    const release = await holdApp(page);
    await page.goto('/form/member');
    const control = page.locator(`[name="${name}"]`);
    await control.focus();
    await control.evaluate((input) =>
      input.addEventListener('compositionend', () => input.setAttribute('data-ended', '')),
    );
    await keyboard.compose(first, second);
    release();
    await page.waitForFunction(() => window.dataLayer !== undefined);
    await expect(control).not.toHaveAttribute('data-ended');
    await expect(control).toHaveValue(second);
    await keyboard.compose(third, last);
    await expect(control).toHaveValue(last);
    await keyboard.touchCandidate(last);
    await isReady(page);
    await expect(control).toHaveValue(shown);
    await expect(page.locator('[name="furigana"]')).toHaveValue(name === 'lastName' ? 'やまだ' : '');
    await expect(control).toBeFocused();
  }
});

/** Every control on screen, from the top, with what it holds. */
const shownValues = (page: Page) =>
  page
    .locator('form :is(input, select)')
    .evaluateAll((controls: HTMLInputElement[]) =>
      controls
        .filter((control) => getComputedStyle(control).visibility === 'visible')
        .map(({ name, type, value, checked }) => [name, type, value, checked]),
    );

test.describe('the right screen is shown without a flash of another one', () => {
  test('an untouched form is taken over as it is, and a draft is there before the app', async ({
    page,
    donor,
  }) => {
    await donor.open();
    const releaseUntouched = await holdApp(page);
    await page.reload();
    const places = () =>
      page
        .locator('main input, main select, main button, h1, h2, footer')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));
    const before = await places();
    await page.locator('form').evaluate((form) => form.setAttribute('data-mine', ''));
    releaseUntouched();
    await isReady(page);
    await expect(page.locator('form')).toHaveAttribute('data-mine', '');
    expect(await places()).toEqual(before);
    expect(await layoutShift(page)).toBe(0);

    await donor.fillHome();
    await donor.choose('price', LARGEST_PRICE);
    await donor.tick('receipt');
    await donor.choose('paymentMethod', BANK_DEBIT);
    const release = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(donor.control('zip')).toHaveValue('100 - 0001');
    await expect(donor.main).toHaveJSProperty('inert', true);
    await expect(page.locator('#section-payment')).toBeHidden();
    await expect(page.locator('.input-form-pledge')).toBeHidden();
    await expect(donor.control('phone')).toBeVisible();
    const early = await shownValues(page);
    release();
    await isReady(page);
    await expect(page.locator('#section-payment')).toBeVisible();
    await expect(page.locator('.input-form-pledge')).toBeVisible();
    expect((await shownValues(page)).slice(0, early.length)).toEqual(early);
    expect(await layoutShift(page)).toBe(0);

    await donor.choose('price', 'other');
    const releaseOther = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('header')).toBeVisible();
    await expect(donor.main).toBeHidden();
    releaseOther();
    await expect(donor.control('priceOther')).toBeVisible();

    await page.route(`${appFile}*`, (route) => route.abort());
    for (const draft of [null, 'unreadable']) {
      if (draft) await page.evaluate((text) => sessionStorage.setItem('signup.v2', text), draft);
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('もう一度読み込んでください');
      await expect(donor.main).toBeHidden();
    }
    await page.unroute(`${appFile}*`);
    await page.mouse.click(1, 1);
    await isReady(page);
  });

  test('confirm and callback: no form before the chart has decided', async ({ page }) => {
    for (const path of ['/form/member/confirm', '/form/member/callback']) {
      const release = await holdApp(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(donorAt(page).main).toContainText('読み込んでいます');
      await expect(page.locator('form')).toHaveCount(0);
      release();
      await donorAt(page).isAt('input');
    }
  });
});

test.describe('where it is still the year before', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test("the calendar is Japan's, in a page built last year and in a tab left open over the new year", async ({
    page,
    donor,
  }) => {
    const year = new Date().getFullYear() + 1;
    await page.clock.setFixedTime(new Date(`${year}-12-31T14:59:00Z`));
    const release = await holdApp(page);
    await page.goto('/form/member');
    await page.locator('form').evaluate((form) => form.setAttribute('data-prerendered', ''));
    release();
    await donor.isAt('input');
    await expect(page.locator('form[data-prerendered]')).toHaveCount(1);
    await donor.fillHome();
    const firstYears = async () => [
      await donor.control('expirationYear').locator('option').nth(1).textContent(),
      await donor.control('birthYear').locator('option').nth(1).getAttribute('value'),
    ];
    expect(await firstYears()).toEqual([`${year}年`, `${year - 10}`]);

    await page.clock.setFixedTime(new Date(`${year}-12-31T15:00:00Z`));
    await expect.poll(firstYears).toEqual([`${year + 1}年`, `${year - 9}`]);
    await donor.payByCard();
    await donor.confirmInput();
    await expect(donor.main).toContainText(`${year + 1}年2月または3月`);
    await page.clock.setFixedTime(new Date(`${year + 1}-01-31T15:00:00Z`));
    await expect(donor.main).toContainText(`${year + 1}年3月または4月`);
  });
});

test('the app starts in browsers that do not report the first paint', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/form/member');
  await page.clock.runFor(1000);
  await donorAt(page).isAt('input.form');
  await page.clock.runFor(10_000);
  await expect(page.getByRole('alert').filter({ hasText: '読み込' })).toHaveCount(0);
});

test.describe('without a script', () => {
  test.skip(
    ({ browserName }) => browserName === 'firefox',
    'WebDriver BiDi stops scripts, and what stands in for them is not shown',
  );
  test.use({ javaScriptEnabled: false });

  test('the page shows the form and says where to ask', async ({ page }) => {
    await page.goto('/form/member');
    await expect(page.locator('.noscript')).toContainText('JavaScript');
    await expect(page.locator('.noscript').getByRole('link')).toHaveAttribute(
      'href',
      organisation.links.contact,
    );
    await expect(page.locator('[name="lastName"]')).toBeVisible();
    await expect(page).toHaveTitle(/申し込み/);
  });
});
