import { holdApp, isReady } from './before-app.ts';
import { BANK_DEBIT, CARD, donorAt, LARGEST_PRICE, USUAL_PRICE } from './donor.ts';
import { expect, test } from './fixtures.ts';

test('the newest link counts until the donor has chosen, and again for another application', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  const chosen = (name: string, value: string) => page.locator(`[name="${name}"][value="${value}"]`);
  await donor.open(`/form?price=${LARGEST_PRICE}`);
  await expect(chosen('price', LARGEST_PRICE)).toBeChecked();
  await donor.open('/form?utm_campaign=spring&price=4321&payment=bank');
  await expect(donor.control('priceOther')).toHaveValue('4321');
  await expect
    .poll(() => page.evaluate(() => window.dataLayer))
    .toEqual([{ event: 'page_view', page_kind: 'input', page_path: '/form/member' }]);
  await expect(chosen('paymentMethod', BANK_DEBIT)).toBeChecked();

  // now the form holds what an empty one does
  await donor.choose('price', USUAL_PRICE);
  await donor.choose('paymentMethod', CARD);
  await page.reload();
  await isReady(page);
  await expect(chosen('price', USUAL_PRICE)).toBeChecked();
  await expect(chosen('paymentMethod', CARD)).toBeChecked();

  await donor.payByBank(LARGEST_PRICE);
  await donor.fillHome();
  await donor.confirmInput();
  await donor.isAt('confirm');
  expect(new URL(page.url()).search).toBe('');
  await donor.agreeAndSubmit();
  await donor.isComplete();
  const [registration] = await sandbox.registrations();
  expect(registration?.payload).toMatchObject({ price: LARGEST_PRICE, paymentAmount: Number(LARGEST_PRICE) });

  await page.goto('/form/member?price=4321');
  await page.getByRole('button', { name: '別のお申し込みを始める' }).click();
  await expect(donor.control('priceOther')).toHaveValue('4321');
  expect(JSON.stringify(await sandbox.requests())).not.toMatch(/4321|payment=/);

  // who presses what is chosen already has chosen it
  await chosen('price', 'other').click();
  await donor.open(`/form?price=${LARGEST_PRICE}`);
  await expect(donor.control('priceOther')).toHaveValue('4321');
});

test('an amount that the donor chose before the app had loaded overrides the link’s', async ({ page }) => {
  const donor = donorAt(page);
  const release = await holdApp(page);
  await page.goto(`/form/member?price=${LARGEST_PRICE}`);
  await donor.choose('price', 'other');
  await donor.choose('price', USUAL_PRICE);
  release();
  await isReady(page);
  await expect(page.locator(`[name="price"][value="${USUAL_PRICE}"]`)).toBeChecked();
});
