import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';

test('an address that the chart does not allow now lands on the input screen, and keeps its query', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  for (const path of [
    '/form/member/confirm',
    '/form',
    '/form/',
    '/form/nowhere',
    '/form/%E3%81',
    '//form//member/',
  ]) {
    await donor.open(`${sandbox.url}${path}?utm_source=a&utm_medium=b`);
    await expect(page).toHaveURL(`${sandbox.url}/form/member?utm_source=a&utm_medium=b`);
  }
  await page.goto(`${sandbox.url}/form//member//callback/?p=secret`);
  await expect(donor.errors).toContainText(['不正なアクセスです。']);
  expect(page.url()).toBe(`${sandbox.url}/form/member`);
});
