import { organisation } from '#organisation/organisation.ts';
import { donorAt } from './donor.ts';
import { comeBackFromBank } from './every-state.ts';
import { expect, test } from './fixtures.ts';

// The sanitiser parses messages in a document of its own, where Chromium reports what it will not run.
test.use({ expectedFaults: /inline event handler/ });

test('each message of a refused call stands above the form, as HTML, with a link to the contact page', {
  tag: ['@§1.7', '@§2.32', '@§2.33', '@§2.34', '@§4.10', '@§4.13', '@§4.14', '@§7.12', '@§7.14', '@§8.2'],
}, async ({ page, sandbox }) => {
  const donor = donorAt(page);
  const messages = [
    '<strong>残高</strong>が足りません。<img src=x onerror="window.hacked=1">',
    '二つ目のお知らせ',
  ];
  await sandbox.setScenario('memberVerifyCard', { body: { success: false, messages } });
  const arrival = page.waitForRequest(/\/callback\?p=/);
  await comeBackFromBank({ page });
  await donor.isAt('input.form.failed');
  await expect(page).toHaveURL(`${sandbox.url}/form/member`);
  const help = '解決しない場合は、お問い合わせください（新しいタブで開きます）。';
  await expect(donor.errors).toHaveText([`残高が足りません。${help}`, `二つ目のお知らせ${help}`]);
  await expect(donor.errors.first().locator('strong')).toHaveText('残高');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  for (const item of await donor.errors.all()) {
    const contact = item.getByRole('link', { name: 'お問い合わせください' });
    await expect(contact).toHaveAttribute('href', organisation.links.contact);
  }
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
  expect(await topOf('[data-errors]')).toBeLessThan(await topOf('main form'));
  await expect(donor.control('lastName')).toHaveValue('山田');
  await page.reload();
  await donor.isAt('input.form.failed');
  await expect(donor.errors).toHaveText([`残高が足りません。${help}`, `二つ目のお知らせ${help}`]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);

  /** As long as a page lives, every script in it can read the address that it was opened with. */
  const openedWith = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
  expect(await openedWith()).not.toContain('p=');
  await page.goto((await arrival).url());
  await expect(donor.errors).toContainText('不正なアクセスです。');
  await donor.isAt('input.form.failed');
  expect(await openedWith()).not.toContain('p=');
  const calls = (await sandbox.requests()).filter(
    ({ path, method }) => method === 'POST' && path === '/app/memberVerifyCard.php',
  );
  expect(calls).toHaveLength(1);
});
