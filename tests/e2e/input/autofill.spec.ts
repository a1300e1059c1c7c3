import type { Page } from '@playwright/test';
import { expect, formTest as test } from '../support/fixtures.ts';
import { autofill } from '../support/japanese-keyboard.ts';
import { savedSession } from '../support/page.ts';

const profile = { lastName: '山田', firstName: '花子', email: 'hanako＠example' };
const address = { prefecture: '大阪府', city: '大阪市北区', street: '梅田1-2-3' };

/** Fills fields while the next lookup is answered, and waits until the page has seen the answer. */
async function autofillAndLookUp(page: Page, values: Record<string, string>) {
  const answered = page.waitForResponse('**/postalCode.php');
  await autofill(page, values);
  await (await answered).finished();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
}

test.describe('what autofill gave', () => {
  test('stays when the lookup answers later or has answered before', async ({ page, donor }) => {
    await autofillAndLookUp(page, { zip: '060-0002' });
    await donor.has({ prefecture: '北海道', city: '札幌市中央区北二条西' });
    await autofillAndLookUp(page, { zip: '530-0001', ...address });
    await donor.has(address);
    // This code was looked up before, so its answer comes before the next field is filled.
    await autofill(page, { zip: '060-0002', ...address });
    await donor.has({ zip: '060 - 0002', ...address });
  });

  for (const browser of ['Chrome', 'Safari'] as const)
    test(`shows no error until its field is left: by ${browser}`, async ({ page, donor }) => {
      const card = { cardNum: '4111111111111111', securityCode: '123', expirationMonth: '04' };
      const birth = { birthYear: '1980', birthMonth: '2', birthDay: '29' };
      await autofill(page, { ...profile, phone: '090-1234', ...birth, ...card }, browser);
      await expect(donor.bubbles).toHaveCount(0);
      await donor.control('phone').focus();
      await donor.control('phone').blur();
      await expect(donor.errorFor('phone')).toBeVisible();
      // rows show what the chart has, so these wait until both have it
      await donor.has({ ...profile, phone: '0901234', cardNum: '4111 1111 1111 1111' });
      const form = { ...profile, ...birth, expirationMonth: '04' };
      await expect.poll(() => savedSession(page)).toMatchObject({ form });
    });
});
