import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';

// What screens say is tested in tests/views.

test('the current one of three numbered steps stands out', { tag: '@§2.5' }, async ({
  clearedForm: page,
}) => {
  const steps = page.locator('main ol > li').evaluateAll((items) => {
    const looks = items.map((item) => getComputedStyle(item, '::before').backgroundColor);
    return items.map((item, index) => ({
      name: item.textContent,
      isNumbered: getComputedStyle(item, '::before').content.startsWith('counter'),
      standsOut: looks.filter((look) => look === looks[index]).length === 1,
    }));
  });
  expect(await steps).toEqual(
    ['入力', '確認', '完了'].map((name) => ({ name, isNumbered: true, standsOut: name === '入力' })),
  );
});

test('the header has its picture on phones only', { tag: '@§2.12' }, async ({ clearedForm: page }) => {
  for (const [width, isShown] of [
    [390, true],
    [768, false],
    [1280, false],
  ] as const) {
    await page.setViewportSize({ width, height: 720 });
    await expect(page.locator('header .title-picture svg')).toBeVisible({ visible: isShown });
  }
});

test('the card notice is modal, and closes by link, background and Escape to the form as it was', {
  tag: ['@§2.21', '@§2.22', '@§2.25', '@§2.26', '@§2.27', '@§4.31'],
}, async ({ clearedForm: page }) => {
  const donor = donorAt(page);
  await donor.fill({ lastName: '山田', cardNum: '4111', phone: '090-1234-5678' });
  const notice = page.getByRole('dialog');
  const left: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && left.push(request.url()));
  const opener = page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' });
  const scrolls = async () => {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.move(5, 300);
    await page.mouse.wheel(0, before > 200 ? -150 : 150);
    // two frames: the browser scrolls before it draws the second
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    // an error that appears meanwhile also moves the page, by its height
    return Math.abs((await page.evaluate(() => scrollY)) - before) > 100;
  };
  for (const close of [
    () => notice.getByRole('link', { name: '閉じる' }).click(),
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Escape'),
  ]) {
    await opener.click();
    await donor.isAt('input.cardNotice');
    await expect(notice.getByRole('heading', { level: 2 })).toBeFocused();
    expect(await notice.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    expect(await scrolls()).toBe(false);
    await close();
    await expect(notice).toBeHidden();
    await expect(opener).toBeFocused();
    await donor.isAt('input.form.filling');
    await expect(donor.control('lastName')).toHaveValue('山田');
    await expect(donor.control('cardNum')).toHaveValue('4111');
    // opening the notes left this field
    await expect(donor.control('phone')).toHaveValue('09012345678');
    await expect.poll(scrolls).toBe(true);
  }
  expect(left).toEqual([]);
});
