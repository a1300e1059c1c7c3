import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';

test('seven digits fill prefecture and city, asked for once for each code, not again on focus', {
  tag: ['@§4.27', '@§4.28', '@§4.29', '@§7.6', '@§7.7', '@§7.8', '@§7.9', '@§9.9'],
}, async ({ page, sandbox }) => {
  const donor = donorAt(page);
  await sandbox.setScenario('postalCode', {
    body: { data: { prefName: '京都府', cityName: '京都市', townName: '架空町' } },
  });
  const lookups = async () =>
    (await sandbox.requests()).filter(({ path, method }) => method === 'POST' && path.includes('postalCode'));
  await donor.open();
  await donor.control('zip').pressSequentially('999000');
  expect(await lookups()).toEqual([]);
  await donor.control('zip').press('1');
  await expect(donor.control('prefecture')).toHaveValue('京都府');
  await expect(donor.control('city')).toHaveValue('京都市架空町');
  await expect(donor.control('street')).toHaveValue('');
  await donor.control('zip').blur();
  await donor.control('zip').focus();
  await donor.control('zip').fill('999-000');
  await donor.control('zip').fill('999-0001');
  await donor.control('phone').focus();
  await expect
    .poll(async () => (await lookups()).map(({ body }) => body))
    .toEqual([{ postalCode: '9990001' }]);
  // another code, then the first again; calls come in order, so after the last one all have been made
  for (const zip of ['999-0002', '999-0001']) await donor.fill({ zip });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await donor.fill({ zip: '999-0003' });
  await expect
    .poll(async () => (await lookups()).map(({ body }) => body))
    .toEqual(['9990003', '9990002', '9990001'].map((postalCode) => ({ postalCode })));
});

test('the access token is fetched when the page opens and again every 14 minutes', {
  tag: ['@§4.15', '@§4.16', '@§9.1'],
}, async ({ page, sandbox }) => {
  await page.clock.install();
  await donorAt(page).open();
  const fetches = async () =>
    (await sandbox.requests()).filter(({ path }) => path === '/app/token.php').length;
  const token = () => page.evaluate(() => sessionStorage.getItem('accessToken'));
  const tokens: (string | null)[] = [null];
  for (const count of [1, 2, 3]) {
    await expect.poll(token).not.toBe(tokens.at(-1));
    tokens.push(await token());
    expect(await fetches()).toBe(count);
    // half a minute less, since the clock also runs by itself
    await page.clock.runFor(14 * 60_000 - 30_000);
    // any message about a page that does not load
    await expect(page.getByRole('alert').filter({ hasText: '読み込' })).toHaveCount(0);
    expect(await fetches()).toBe(count);
    await page.clock.runFor(31_000);
  }
});

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
