import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { openTyped } from './seeded.ts';

test('a tab that got no access token asks for one as soon as it is looked at again, or is online', async ({
  page,
  sandbox,
}) => {
  await page.clock.install();
  await sandbox.setScenario('token', { status: 500 });
  await donorAt(page).open();
  const fetches = async () =>
    (await sandbox.requests()).filter(({ path }) => path.includes('token.php')).length;
  await expect.poll(fetches).toBeGreaterThan(0);
  // from here on no delay ends by itself
  await page.clock.pauseAt(Date.now() + 5000);
  for (const sign of ['visibilitychange', 'online']) {
    const before = await fetches();
    await expect(async () => {
      await page.evaluate((type) => document.dispatchEvent(new Event(type, { bubbles: true })), sign);
      expect(await fetches()).toBeGreaterThan(before);
    }).toPass();
  }
});

test.describe('clearing the draft', () => {
  const ask = '入力内容を消去する';
  const clear = { name: '消去する', exact: true };

  test('is not possible while the card is being checked', async ({ page }) => {
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
});

test('a question about the mail address does not move the box that is being pressed', async ({
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
