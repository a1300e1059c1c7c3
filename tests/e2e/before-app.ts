import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../src/services/session-storage.ts';
import { donorAt, homeDonor, LARGEST_PRICE, TEST_CARD } from './donor.ts';
import { expect } from './fixtures.ts';
import { hold } from './hold.ts';

/** The address of the app's file, as a pattern. */
export const appFile = '**/form/assets/index-*.js';

/** Holds the app back, so that a test can act on the prerendered page. Returns a function that releases it. */
export const holdApp = (page: Page) => hold(page, appFile);

/** Waits until the app has hydrated the page. */
export const isReady = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('signup-ready').length > 0);

/** Types, ticks and chooses in a page without the app, and marks its form as the prerendered one. */
export async function fillBeforeApp(page: Page): Promise<void> {
  const donor = donorAt(page);
  await page.locator('form').evaluate((form) => form.setAttribute('data-prerendered', ''));
  await donor.fill({
    ...{
      ...homeDonor,
      securityCode: TEST_CARD.securityCode,
      zip: '1000001',
      prefecture: '東京都',
      city: '千代田区千代田',
    },
    birthYear: '1980',
    birthMonth: '2',
    birthDay: '29',
    expirationMonth: '12',
  });
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
export async function isFilledAfterwards(page: Page): Promise<void> {
  const donor = donorAt(page);
  await expect(donor.control('street')).toBeFocused();
  const selection = () =>
    donor
      .control('street')
      .evaluate((input: HTMLInputElement) => [
        input.selectionStart,
        input.selectionEnd,
        input.selectionDirection,
      ]);
  await expect.poll(selection).toEqual([2, 5, 'backward']);
  const typed = { ...homeDonor, prefecture: '東京都', city: '千代田区千代田', birthDay: '29' };
  for (const [name, value] of Object.entries({ ...typed, ...TEST_CARD, cardNum: '4111 1111 1111 1111' }))
    await expect(donor.control(name)).toHaveValue(value);
  // before the app had come, nothing cut them
  await expect(page.getByText('16桁を超える分は入力されていません')).toBeVisible();
  await expect(page.locator('[data-error-for]')).toHaveCount(0);
  await expect(page.locator(`[name="price"][value="${LARGEST_PRICE}"]`)).toBeChecked();
  await expect(donor.control('receipt')).toBeChecked();
  await expect(donor.control('mailMagazine')).not.toBeChecked();
  await expect
    .poll(() => savedForm(page))
    .toMatchObject({
      ...{
        ...typed,
        zip: '100-0001',
        price: LARGEST_PRICE,
        gender: '女性',
        receipt: true,
        mailMagazine: false,
      },
    });
  // but no card data
  expect(JSON.stringify(await savedForm(page))).not.toContain(TEST_CARD.cardNum);
}

/** The form as the chart has saved it for a reload. */
export const savedForm = (page: Page): Promise<unknown> =>
  page.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '{}').form, SESSION_KEY);
