import { expect, formTest, test } from '../support/fixtures.ts';
import { openTyped, typedForm } from '../support/seeded.ts';

// What screens say is tested in tests/views.

formTest('the current one of three numbered steps stands out', { tag: '@§2.5' }, async ({ page }) => {
  const steps = await page.locator('main ol > li').evaluateAll((items) =>
    items.map((item) => {
      const { content, backgroundColor } = getComputedStyle(item, '::before');
      return { name: item.textContent, isNumbered: content.startsWith('counter'), backgroundColor };
    }),
  );
  expect(steps.map(({ name, isNumbered }) => isNumbered && name)).toEqual(['入力', '確認', '完了']);
  const [current, next, last] = steps.map(({ backgroundColor }) => backgroundColor);
  expect([next, next]).toEqual([last, expect.not.stringContaining(current ?? '')]);
});

formTest('the header has its picture on phones only', { tag: '@§2.12' }, async ({ page }) => {
  const picture = page.locator('header .title-picture svg');
  await page.setViewportSize({ width: 390, height: 720 });
  await expect(picture).toBeVisible();
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await expect(picture).toBeHidden();
  }
});

test('the card notice is modal, fits the window, and each way of closing it leads to the form as it was', {
  tag: ['@§2.21', '@§2.22', '@§2.25', '@§2.26', '@§2.27', '@§4.31'],
}, async ({ page, donor }) => {
  // with a message, which must not take the focus again
  await openTyped(page, typedForm, {
    lastTry: { status: 'unanswered' },
    unanswered: [{ call: 'memberRegisterCard', key: 'key' }],
  });
  await donor.fill({ cardNum: '4111', phone: '090-1234-5678' });
  const notice = page.getByRole('dialog');
  const opener = page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' });
  const closeLink = notice.getByRole('link', { name: '閉じる' });
  const scrolls = async () => {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.move(5, 300);
    await page.mouse.wheel(0, before > 200 ? -150 : 150);
    // two frames: the browser scrolls before it paints the second
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    // an error that appears meanwhile also moves the page, by its height
    return Math.abs((await page.evaluate(() => scrollY)) - before) > 100;
  };
  const onBackground = () => page.mouse.move(5, 5);
  const onNotice = () => notice.getByRole('heading', { level: 2 }).hover();
  for (const close of [
    async () => {
      expect(await scrolls()).toBe(false);
      for (const [begin, end] of [
        [onNotice, onBackground],
        [onBackground, onNotice],
      ] as const) {
        await begin();
        await page.mouse.down();
        await end();
        await page.mouse.up();
      }
      await closeLink.click();
    },
    async () => {
      // what has just come takes no press for a moment
      await closeLink.click({ trial: true });
      await page.mouse.click(5, 5);
    },
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
  ]) {
    await opener.click();
    await donor.isAt('input.cardNotice');
    await expect(notice.getByRole('heading', { level: 2 })).toBeFocused();
    const look = (dialog: Element) => {
      const { top, bottom } = dialog.getBoundingClientRect();
      return [dialog.matches(':modal'), top, innerHeight - bottom];
    };
    expect(await notice.evaluate(look)).toEqual([true, 16, 16]);
    await close();
    await expect(notice).toBeHidden();
    await expect(opener).toBeFocused();
    await donor.isAt('input.form.outcomeUnknown');
  }
  await expect.poll(scrolls).toBe(true);
  // opening the notes left the phone field
  await donor.has({ lastName: typedForm.lastName, cardNum: '4111', phone: '09012345678' });
  // Its step in the history goes too, a moment later. Before the form comes the page on which the session was put into the tab.
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.isOverlay))).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL(/\/contact\/$/);
});
