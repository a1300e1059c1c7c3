import { isReady } from '../support/before-app.ts';
import { expect, test } from '../support/fixtures.ts';

test('the page is painted before the app arrives, which is one file until a donor begins', async ({
  page,
  browserName,
}) => {
  const html = await (await page.goto('/form/member'))?.text();
  expect(html).not.toMatch(/<link[^>]+rel="?(?:stylesheet|modulepreload)/);
  expect(html).not.toMatch(/<script[^>]+src=/);
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, '')));
  await isReady(page);
  expect((await loaded()).filter((name) => name.endsWith('.js'))).toEqual([expect.stringMatching(/^index-/)]);
  // other sites' scripts are requested only once a donor has begun
  const prefetches = page.locator('link[rel="prefetch"]');
  await expect(prefetches).toHaveCount(0);
  await page.locator('[name="lastName"]').focus();
  await expect(prefetches).toHaveCount(browserName === 'chromium' ? 2 : 0);
});
