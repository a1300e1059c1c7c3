import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { openTyped } from './seeded.ts';

test('a tab that got no access token asks for one as soon as it is looked at again', async ({
  page,
  sandbox,
}) => {
  await page.clock.install();
  await sandbox.setScenario('token', { status: 500 });
  await donorAt(page).open();
  const fetches = async () =>
    (await sandbox.requests()).filter(({ path }) => path.includes('token.php')).length;
  await expect.poll(fetches).toBeGreaterThan(0);
  // no pause ends by itself from here on
  await page.clock.pauseAt(Date.now() + 5000);
  const before = await fetches();
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(await fetches()).toBeGreaterThan(before);
  }).toPass();
});

test('card notes that cannot be loaded say so, leave the form in working order, and are there at the next press', async ({
  page,
}) => {
  const donor = donorAt(page);
  await page.route('**/assets/later-screens*.js', (route) => route.abort());
  await donor.open();
  const open = page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' });
  await open.click();
  await expect(
    page.getByRole('alert').filter({ hasText: '注意事項を読み込めませんでした' }),
  ).toBeInViewport();
  await expect(async () => {
    await donor.fill({ lastName: '' });
    await donor.fill({ lastName: '山田' });
    expect(await page.evaluate(() => sessionStorage.getItem('signup.v2'))).toContain('山田');
  }).toPass();
  await page.unroute('**/assets/later-screens*.js');
  await open.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: '注意事項' })).toHaveCount(0);
});

test.describe('clearing the draft', () => {
  const ask = '入力内容を消去する';
  const clear = { name: '消去する', exact: true };

  test('waits until the card has been checked, like the rest of the form', async ({ page }) => {
    const donor = donorAt(page);
    await openTyped(page);
    const answer = await hold(page, '**/js/mp-token.js');
    await donor.fill({ cardNum: '4111111111111111', securityCode: '123' });
    await page.getByRole('button', { name: ask }).click();
    await donor.confirmInput();
    await donor.isAt('input.checkingCard');
    await page.getByRole('button', clear).click({ force: true });
    answer();
    await donor.isAt('confirm');
    await expect(page.getByText('************1111')).toBeVisible();
  });

  test('leaves nothing to be said of what was being checked', async ({ page }) => {
    const donor = donorAt(page);
    const answer = await hold(page, '**/assets/schema-*.js');
    await donor.open();
    await donor.fill({ lastName: '山田' });
    await donor.confirmInput();
    await page.getByRole('button', { name: ask }).click();
    await page.getByRole('button', clear).click();
    answer();
    await expect(page.getByText('入力内容を消去しました。')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await donor.isAt('input.form.filling');
    await expect(page.locator('[data-error-for]')).toHaveCount(0);
  });
});

test('a mistyped mail address is asked about once what was pressed to leave it has been pressed', async ({
  clearedForm: page,
}) => {
  const donor = donorAt(page);
  await donor.fill({ email: 'hanako@gmial.com' });
  const box = donor.control('mailMagazine');
  const before = await box.isChecked();
  await page.getByText('活動報告メールを受け取る').click({ delay: 100 });
  await expect(donor.main).toContainText('もしかして');
  expect(await box.isChecked()).toBe(!before);
});
