import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { openConfirm } from '../support/seeded.ts';

const screen = { width: 390, height: 664 };
test.use({ viewport: screen, isMobile: true, hasTouch: true });

/** The elements that a donor cannot read, since they are out of sight or covered. */
const notRead = (page: Page, selectors: string[]): Promise<string[]> =>
  page.evaluate(
    (all) =>
      all.filter((selector) => {
        const element = document.querySelector(selector);
        const { visualViewport: seen } = window;
        if (!element || !seen) return true;
        const { left, top, bottom, width, height } = element.getBoundingClientRect();
        const middle = top + height / 2;
        // browsers scroll the line into view in which the donor types, not the whole field
        const end = element instanceof HTMLInputElement ? middle : bottom;
        if (top < seen.offsetTop || end > seen.offsetTop + seen.height) return true;
        const above = document.elementFromPoint(left + width / 2, middle);
        return !above || !(element.contains(above) || above.contains(element));
      }),
    selectors,
  );

test.skip(
  ({ browserName }) => browserName === 'firefox',
  'Only Firefox for Android brings a field to sight when the window gets lower',
);
test('with the keyboard open, a donor who changes one thing or corrects errors sees field and error', async ({
  page,
  donor,
  browserName,
}) => {
  /** A keyboard that makes the window lower. */
  const lowering = (isOpen: boolean) =>
    page.setViewportSize({ ...screen, height: isOpen ? 330 : screen.height });
  /** One that covers the window and makes the visual viewport lower, as zooming to 200 % does here. */
  const covering = async (isOpen: boolean) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setPageScaleFactor', { pageScaleFactor: isOpen ? 2 : 1 });
  };
  const seesField = (name: string) =>
    test.step(name, async () => {
      await donor.leave(name, '1');
      await expect(donor.errorFor(name)).toBeVisible();
      // What has just come takes no press for a moment, and Playwright scrolls while it waits.
      await donor.control(name).tap({ trial: true });
      // Only Chromium's DevTools can zoom.
      for (const open of browserName === 'chromium' ? [lowering, covering] : [lowering]) {
        await page.evaluate(() => scrollTo(0, 0));
        await donor.control(name).tap();
        await open(true);
        await page.keyboard.type('2');
        const needed = [`[name="${name}"]`, `[data-error-for="${name}"]`];
        await expect.poll(() => notRead(page, needed)).toEqual([]);
        await open(false);
        await donor.control('phone').tap();
      }
    });
  await openConfirm(page);
  await page.getByRole('link', { name: /^変更する\s?（メールアドレス）$/ }).tap();
  await donor.isAt('input.form');
  await seesField('email');
  await lowering(true);
  await page.getByRole('button', { name: '入力内容を確認する' }).tap();
  await donor.isAt('input.form.correcting');
  await expect(page.getByRole('region', { name: /ご確認ください/ })).toBeFocused();
  await lowering(false);
  await seesField('zip');
});
