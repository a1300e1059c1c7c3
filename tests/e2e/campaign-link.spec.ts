import { holdApp, isReady } from './before-app.ts';
import { BANK_DEBIT, donorAt, LARGEST_PRICE, USUAL_PRICE } from './donor.ts';
import { expect, test } from './fixtures.ts';

test('a link chooses amount and payment method; a draft overrides it, and nothing of it is sent', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await donor.open('/form?utm_campaign=spring&price=4321&payment=bank');
  await expect(donor.control('priceOther')).toHaveValue('4321');
  await expect
    .poll(() => page.evaluate(() => window.dataLayer))
    .toEqual([{ event: 'page_view', page_kind: 'input', page_path: '/form/member' }]);
  await expect(page.locator(`[name="paymentMethod"][value="${BANK_DEBIT}"]`)).toBeChecked();

  for (const price of [USUAL_PRICE, LARGEST_PRICE]) {
    await donor.choose('price', price);
    await page.reload();
    await isReady(page);
    await expect(page.locator(`[name="price"][value="${price}"]`)).toBeChecked();
  }

  await donor.fillHome();
  await donor.confirmInput();
  await donor.isAt('confirm');
  expect(new URL(page.url()).search).toBe('');
  await donor.agreeAndSubmit();
  await donor.isComplete();
  const [registration] = await sandbox.registrations();
  expect(registration?.payload).toMatchObject({ price: LARGEST_PRICE, paymentAmount: Number(LARGEST_PRICE) });
  expect(JSON.stringify(await sandbox.requests())).not.toMatch(/4321|payment=/);
});

test('an amount that the donor chose before the app had loaded overrides the link’s', async ({ page }) => {
  const donor = donorAt(page);
  const release = await holdApp(page);
  await page.goto(`/form/member?price=${LARGEST_PRICE}`);
  await donor.choose('price', '5000');
  release();
  await isReady(page);
  await expect(page.locator('[name="price"][value="5000"]')).toBeChecked();
});
