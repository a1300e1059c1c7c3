import { organisation } from '#organisation/organisation.ts';
import { BANK_DEBIT, donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';

const largest = `${Math.max(...organisation.amounts)}`;

test('a link chooses amount and way of paying, outlives the redirect, is not sent, and gives way to a draft', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await donor.open('/form?utm_campaign=spring&price=4321&payment=bank');
  await expect(donor.control('priceOther')).toHaveValue('4321');
  await expect(page.locator(`[name="paymentMethod"][value="${BANK_DEBIT}"]`)).toBeChecked();

  await donor.choose('price', largest);
  await page.reload();
  await expect(page.locator(`[name="price"][value="${largest}"]`)).toBeChecked();

  await donor.fillHome();
  await donor.confirmInput();
  await donor.isAt('confirm');
  expect(new URL(page.url()).search).toBe('');
  await donor.agreeAndSubmit();
  await donor.isComplete();
  const [registration] = await sandbox.registrations();
  expect(registration?.payload).toMatchObject({ price: largest, paymentAmount: Number(largest) });
  expect(JSON.stringify(await sandbox.requests())).not.toMatch(/4321|payment=/);
});

test('what was typed before the app is there stays beside what a link chooses', async ({ page }) => {
  const donor = donorAt(page);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/form/member?price=${largest}`);
  await donor.control('lastName').fill('山田');
  letThrough();
  await expect(page.locator(`[name="price"][value="${largest}"]`)).toBeChecked();
  await expect(donor.control('lastName')).toHaveValue('山田');
});
