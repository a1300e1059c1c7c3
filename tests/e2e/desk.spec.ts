import { methods } from '../../src/signup/payment-methods.ts';
import { completeDonorOverseas, withoutCard } from '../complete-donor.ts';
import { BANK_DEBIT, CARD, donorAt, USUAL_YEN } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { atBank, openConfirm, reviewedByBank, reviewedByCard, seedSession, sessionWith } from './seeded.ts';

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

test('no amount on offer wraps, in windows with or without a scrollbar', async ({ page }) => {
  await page.goto('/form/member');
  for (const width of [640, 680, 736, 992, 1009, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    const wrapped = await page.locator('.choices-amounts .choice').evaluateAll((choices) =>
      choices.flatMap((choice) => {
        const label = document.createRange();
        label.selectNodeContents(choice.querySelector('.choice-label') ?? choice);
        const isOneLine = new Set(Array.from(label.getClientRects(), ({ top }) => top)).size === 1;
        return isOneLine && choice.scrollWidth <= choice.clientWidth ? [] : [choice.textContent];
      }),
    );
    expect(wrapped, `${width}px`).toEqual([]);
  }
});

test('a wide window shows the summary beside the button that sends it', async ({ page }) => {
  await openConfirm(page);
  const [summary, sending] = [
    await page.getByRole('region', { name: '基本情報' }).boundingBox(),
    await page.getByRole('region', { name: 'お申し込みの送信' }).boundingBox(),
  ];
  expect((summary?.x ?? 0) + (summary?.width ?? 0)).toBeLessThan(sending?.x ?? 0);
  expect(sending?.y ?? Number.NaN).toBeLessThan(summary?.y ?? 0);
});

test('what is beside the form stays in sight if all of it does, and else not at all', async ({ page }) => {
  const sticks: string[] = [];
  const notWhole: string[] = [];
  const look = async (screen: string, panel: string) => {
    for (const width of [1024, 1440])
      for (const height of [480, 600, 672, 768, 900, 1056, 1200]) {
        await page.setViewportSize({ width, height });
        const { isSticky, room } = await page.locator(panel).evaluate((element: HTMLElement) => {
          const { position, insetBlockStart } = getComputedStyle(element);
          const room = innerHeight - Number.parseFloat(insetBlockStart) - element.offsetHeight;
          return { isSticky: position === 'sticky', room };
        });
        if (isSticky) sticks.push(screen);
        if (isSticky && room < 0) notWhole.push(`${screen} at ${width} × ${height}`);
      }
  };
  for (const [screen, session] of Object.entries({
    bank: reviewedByBank,
    card: reviewedByCard(),
    'bank overseas': sessionWith({ ...withoutCard(completeDonorOverseas), paymentMethod: BANK_DEBIT }),
    'after a try': { ...reviewedByCard(), registration: atBank },
  })) {
    await seedSession(page, session);
    await page.goto('/form/member/confirm');
    await donorAt(page).isAt('confirm');
    await look(`confirm, ${screen}`, '.confirm-send');
    await page.getByRole('link', { name: '入力画面に戻る' }).click();
    await donorAt(page).isAt('input');
    await look(`input, ${screen}`, '.input-form-pledge > .panel');
  }
  expect(notWhole).toEqual([]);
  expect([...new Set(sticks)]).toEqual(
    expect.arrayContaining(['confirm, bank', 'confirm, card', 'input, bank', 'input, card']),
  );
});
