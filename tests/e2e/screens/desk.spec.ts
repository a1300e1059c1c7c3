import { completeDonorOverseas, withoutCard } from '../../complete-donor.ts';
import { BANK_DEBIT } from '../support/donor.ts';
import { expect, formTest, test } from '../support/fixtures.ts';
import { atBank, openConfirm, reviewedByCard, sessionWith } from '../support/seeded.ts';

test.use({ viewport: { width: 1024, height: 768 } });

const overseasByBank = { ...withoutCard(completeDonorOverseas), paymentMethod: BANK_DEBIT } as const;

formTest('the pledge stands beside the fields, and errors do not move it', async ({ page, donor }) => {
  const pledge = page.getByRole('region', { name: 'お申し込み内容' });
  const isBesideFields = async () => {
    const [field, beside] = [await donor.control('email').boundingBox(), await pledge.boundingBox()];
    return (field?.x ?? Number.NaN) + (field?.width ?? 0) < (beside?.x ?? 0);
  };
  await expect.poll(isBesideFields).toBe(true);
  await donor.control('cardNum').focus();
  await expect(pledge).toBeInViewport({ ratio: 1 });
  const placeOnTop = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    return pledge.boundingBox();
  };
  const place = await placeOnTop();
  await donor.confirmInput();
  await donor.isAt('input.form.correcting');
  expect(await placeOnTop()).toEqual(place);
  // at twice the size it is below the fields, as on a phone
  await page.setViewportSize({ width: 512, height: 384 });
  await expect.poll(isBesideFields).toBe(false);
});

formTest('no amount on offer wraps, in windows with or without a scrollbar', async ({ page }) => {
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

test('what is beside the form or the summary stays in sight only if all of it does', async ({
  page,
  donor,
}) => {
  /** Whether the panel stays in sight in a window of this height. */
  const stays = async (panel: string, height: number) => {
    await page.setViewportSize({ width: 1024, height });
    const { isSticky, room } = await page.locator(panel).evaluate((element: HTMLElement) => {
      const { position, insetBlockStart } = getComputedStyle(element);
      const room = innerHeight - Number.parseFloat(insetBlockStart) - element.offsetHeight;
      return { isSticky: position === 'sticky', room };
    });
    if (isSticky) expect(room, `${panel} in ${height} px`).toBeGreaterThanOrEqual(0);
    return isSticky;
  };
  const staying: boolean[][] = [];
  for (const session of [
    { ...reviewedByCard(), registration: atBank },
    sessionWith(overseasByBank),
    reviewedByCard(),
  ]) {
    await openConfirm(page, session);
    await donor.isAt('confirm');
    const summary = await page.getByRole('region', { name: '基本情報' }).boundingBox();
    const sending = await page.getByRole('region', { name: 'お申し込みの送信' }).boundingBox();
    expect((summary?.x ?? 0) + (summary?.width ?? 0)).toBeLessThan(sending?.x ?? 0);
    expect(sending?.y ?? Number.NaN).toBeLessThan((summary?.y ?? 0) + (summary?.height ?? 0));
    // The higher of two windows is the lowest in which a usual panel stays.
    await stays('.confirm-send', 672);
    const isConfirmStaying = await stays('.confirm-send', 1056);
    await page.getByRole('link', { name: '入力画面に戻る' }).click();
    await donor.isAt('input');
    await stays('.input-form-pledge > .panel', 480);
    staying.push([isConfirmStaying, await stays('.input-form-pledge > .panel', 672)]);
  }
  expect(staying.at(-1)).toEqual([true, true]);
});
