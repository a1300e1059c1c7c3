import { appFile } from '../support/before-app.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ expectedFaults: /integrity/ });

test('a changed app does not run', async ({ page }) => {
  await page.route(`${appFile}*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()};window.tampered=1` });
  });
  for (const path of ['/form/member', '/form/member/confirm']) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('インターネット接続をご確認');
    await page.mouse.click(1, 1);
    await page.waitForSelector('[data-late="missing"]');
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  }
  await page.unrouteAll({ behavior: 'wait' });
});
