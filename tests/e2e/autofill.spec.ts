import type { Page } from '@playwright/test';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { autofill } from './japanese-keyboard.ts';

const profile = { lastName: '山田', firstName: '花子', email: 'hanako@example.jp' };
const contact = { phone: '+81 90-1234-5678', birthYear: '1980', birthMonth: '2', birthDay: '29' };
const address = { prefecture: '大阪府', city: '大阪市北区', street: '梅田1-2-3' };

/** Fills fields while the next lookup is answered, and waits until the page has seen the answer. */
async function autofillAndLookUp(page: Page, values: Record<string, string>) {
  const answered = page.waitForResponse('**/postalCode.php');
  await autofill(page, values);
  await (await answered).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
}

test('address and card in one go lead straight to the confirm screen', async ({ page, sandbox }) => {
  const donor = donorAt(page);
  await donor.open();
  const nextYear = String(new Date().getFullYear() + 1);
  await autofillAndLookUp(page, { ...profile, zip: '1500001', ...address, ...contact });
  await autofill(page, {
    cardNum: '4111 1111 1111 1111',
    expirationMonth: '04',
    expirationYear: nextYear,
    securityCode: '123',
  });
  await donor.fill({ furigana: 'やまだ はなこ' });
  await donor.confirmInput();
  await donor.isAt('confirm');
  await donor.agreeAndSubmit();
  await donor.answerBank('認証する');
  await donor.isComplete();
  const [registration] = await sandbox.registrations();
  expect(registration?.payload).toMatchObject({
    ...profile,
    ...address,
    zip: '150-0001',
    phone: '09012345678',
    birthDate: '1980-2-29',
    cardExpiryMonth: '04',
    cardExpiryYear: nextYear,
  });
});

test.describe('what autofill gave', () => {
  const expectAddress = async (page: Page, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values))
      await expect(page.locator(`[name="${name}"]`)).toHaveValue(value);
  };

  test('stays when the lookup answers later or has answered before', async ({ clearedForm: page }) => {
    await autofillAndLookUp(page, { zip: '060-0002' });
    await expectAddress(page, { prefecture: '北海道', city: '札幌市中央区北二条西' });
    await autofillAndLookUp(page, { zip: '530-0001', ...address });
    await expectAddress(page, address);
    // This code was looked up before, so its answer comes before the next field is filled.
    await autofill(page, { zip: '060-0002', ...address });
    await expectAddress(page, { zip: '060 - 0002', ...address });
  });

  for (const browser of ['Chrome', 'Safari'] as const)
    test(`shows no error until its field is left: by ${browser}`, async ({ clearedForm: page }) => {
      await autofill(page, { ...profile, email: 'hanako＠example', phone: '090-1234' }, browser);
      await expect(page.locator('[data-error-for]')).toHaveCount(0);
      await page.locator('[name="phone"]').focus();
      await page.locator('[name="phone"]').blur();
      await expect(page.locator('[data-error-for="phone"]')).toBeVisible();
      // the rows have rendered: they show only what the chart has got
      await expectAddress(page, { lastName: '山田', firstName: '花子', phone: '0901234' });
    });
});
