import { methods } from '../../src/signup/payment-methods.ts';
import { CARD, donorAt, USUAL_YEN } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm } from './seeded.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('a wide window shows the pledge beside the fields; it follows each choice, and errors do not move it', async ({
  page,
}) => {
  await page.goto('/form/member');
  const donor = donorAt(page);
  await donor.isAt('input.form.filling');
  const pledge = page.getByRole('region', { name: 'お申し込みの内容' });
  const leftOf = async (one: string) => {
    const [field, beside] = [await page.locator(one).boundingBox(), await pledge.boundingBox()];
    return (field?.x ?? Number.NaN) + (field?.width ?? 0) < (beside?.x ?? 0);
  };
  await expect.poll(() => leftOf('[name="email"]')).toBe(true);
  await donor.control('cardNum').focus();
  await expect(pledge).toBeInViewport({ ratio: 1 });
  await expect(pledge).toContainText(`毎月${USUAL_YEN}のご寄付を申し込みますお支払い方法：クレジットカード`);
  await donor.choose('price', 'other');
  await expect(pledge).toContainText('毎月のご寄付金額をご入力くださいお支払い方法');
  await donor.fill({ priceOther: '12345' });
  await donor.choose('paymentMethod', '引落（銀行・郵便）');
  await expect(pledge).toContainText('毎月12,345円のご寄付を申し込みますお支払い方法：引落（銀行・郵便）');
  await expect(pledge).not.toContainText(`${methods[CARD].terms.firstDebit?.when}`);
  await page.evaluate(() => scrollTo(0, 0));
  const place = await pledge.boundingBox();
  await donor.confirmInput();
  await donor.isAt('input.form.correcting');
  await page.evaluate(() => scrollTo(0, 0));
  expect(await pledge.boundingBox()).toEqual(place);
  // at twice the size it is below the fields, as on a phone
  await page.setViewportSize({ width: 512, height: 384 });
  await expect.poll(() => leftOf('[name="email"]')).toBe(false);
});

test('a wide window shows the summary beside the button that sends it', async ({ page }) => {
  await openConfirm(page);
  const [summary, sending] = [
    await page.getByRole('region', { name: '基本情報' }).boundingBox(),
    await page.getByRole('region', { name: 'お申し込みの送信' }).boundingBox(),
  ];
  expect((summary?.x ?? 0) + (summary?.width ?? 0)).toBeLessThan(sending?.x ?? 0);
  expect(sending?.y ?? Number.NaN).toBeLessThan(summary?.y ?? 0);
  await expect(page.locator('.confirm-send')).toHaveCSS('position', 'sticky');
  // where not all of it fits, it must not stay in place: its button would be out of sight
  await page.setViewportSize({ width: 1024, height: 500 });
  await expect(page.locator('.confirm-send')).toHaveCSS('position', 'static');
});
