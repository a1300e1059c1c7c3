import { expect, test } from '../support/fixtures.ts';

test('the sandbox’s console shows what comes in, and lets a call fail as chosen', async ({
  page,
  sandbox,
}) => {
  const apply = async () => sandbox.answer('memberRegisterBank', await sandbox.bankSignup());
  const lookUp = async () => (await sandbox.post('postalCode', { postalCode: '1000001' })).status;
  const registered = page.locator('#registrations details');
  await apply();
  await page.goto(sandbox.api);
  await registered.getByText('山田 花子').click();
  await expect(registered).toContainText('"email": "hanako.yamada@example.jp"');
  await apply();
  await expect(registered).toHaveCount(2);
  await expect(registered.last()).toHaveAttribute('open');

  await page.getByLabel('postalCode のシナリオ').selectOption('HTTP 429');
  await expect(page.getByText('あと1回')).toBeVisible();
  expect([await lookUp(), await lookUp()]).toEqual([429, 200]);
  await page.getByLabel('解除するまで').check();
  await page.getByLabel('postalCode のシナリオ').selectOption('HTTP 500');
  await expect.poll(lookUp).toBe(500);
  await page.getByRole('button', { name: '解除', exact: true }).click();
  await expect.poll(lookUp).toBe(200);
});
