import { emptyForm } from '../../../src/signup/form.ts';
import { untouchedSession } from '../../../src/signup/session/saved-session.ts';
import { BANK_DEBIT, CARD, LARGEST_PRICE, USUAL_PRICE } from '../support/donor.ts';
import { expect, test } from '../support/fixtures.ts';
import { savedSession } from '../support/page.ts';
import { seedSession } from '../support/seeded.ts';

test('the newest link counts until the donor has chosen', async ({ page, donor }) => {
  await seedSession(page, { ...untouchedSession, form: { ...emptyForm, price: LARGEST_PRICE } });
  await donor.open('/form?utm_campaign=spring&price=4321&payment=bank');
  await expect(donor.control('priceOther')).toHaveValue('4321');
  await expect(donor.option('paymentMethod', BANK_DEBIT)).toBeChecked();
  await expect
    .poll(() => page.evaluate(() => window.dataLayer))
    .toEqual([{ event: 'page_view', page_kind: 'input', page_path: '/form/member' }]);
  // a link is not the donor's choice: another one may replace it
  expect(await savedSession(page)).toMatchObject({ isTouched: false });

  // now the form holds what an empty one does
  await donor.choose('price', USUAL_PRICE);
  await donor.choose('paymentMethod', CARD);
  await page.reload();
  await donor.isAt('input');
  await expect(donor.option('price', USUAL_PRICE)).toBeChecked();
  await expect(donor.option('paymentMethod', CARD)).toBeChecked();
});

test('another application follows the link until its amount is pressed', async ({ page, donor }) => {
  const lastTry = {
    status: 'finished',
    at: Date.now(),
    amount: 3000,
    paymentMethod: BANK_DEBIT,
    expatriate: false,
  } as const;
  await seedSession(page, { ...untouchedSession, lastTry });
  await page.goto('/form/member?price=4321');
  await page.getByRole('button', { name: '別のお申し込みを始める' }).click();
  await expect(donor.control('priceOther')).toHaveValue('4321');
  // pressing the selected choice counts as choosing it
  await donor.option('price', 'other').click();
  await donor.open(`/form?price=${LARGEST_PRICE}`);
  await expect(donor.control('priceOther')).toHaveValue('4321');
});
