import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';

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
