import { organisation } from '#organisation/organisation.ts';
import type { SavedSession } from '../../src/signup/saved-session.ts';
import { donorAt } from './donor.ts';
import { comeBackFromBank, type Stage } from './every-state.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm, reviewedByBank, reviewedByCard } from './seeded.ts';

// The sanitiser parses messages in a document of its own, where Chromium reports what it will not run.
test.use({ expectedFaults: /inline event handler/ });

const submit =
  (session: () => SavedSession) =>
  async ({ page }: Stage) => {
    await openConfirm(page, session());
    await donorAt(page).agreeAndSubmit();
  };

test('each message of a refused call stands above the form, as HTML, with a link to the contact page', {
  tag: ['@§1.7', '@§2.32', '@§2.33', '@§2.34', '@§4.13', '@§4.14', '@§7.12', '@§7.14', '@§7.16', '@§8.2'],
}, async ({ page, sandbox }) => {
  const donor = donorAt(page);
  for (const [call, ask] of [
    ['memberRegisterBank', submit(() => reviewedByBank)],
    ['memberRegisterCard', submit(reviewedByCard)],
    ['memberVerifyCard', comeBackFromBank],
  ] as const) {
    await sandbox.setScenario(call, {
      body: {
        success: false,
        messages: [
          `<strong>残高</strong>が足りません。${call}<img src=x onerror="window.hacked=1">`,
          '二つ目のお知らせ',
        ],
      },
    });
    await ask({ page, sandbox });

    await donor.isAt('input.form.failed');
    await expect(page).toHaveURL(`${sandbox.url}/form/member`);
    const help = '解決しない場合は、お問い合わせください（新しいタブで開きます）。';
    await expect(donor.errors).toHaveText([`残高が足りません。${call}${help}`, `二つ目のお知らせ${help}`]);
    await expect(donor.errors.first().locator('strong')).toHaveText('残高');
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    for (const item of await donor.errors.all()) {
      const contact = item.getByRole('link', { name: 'お問い合わせください' });
      await expect(contact).toBeVisible();
      await expect(contact).toHaveAttribute('href', organisation.links.contact);
    }
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
    expect(await topOf('[data-errors]')).toBeLessThan(await topOf('main form'));
    await expect(donor.control('lastName')).toHaveValue('山田');
  }
});

test('the bank’s answer is settled once, even if settling is refused', { tag: '@§4.10' }, async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await sandbox.setScenario('memberVerifyCard', { body: { success: false, messages: ['いいえ'] } });
  const arrival = page.waitForRequest(/\/callback\?p=/);
  await comeBackFromBank({ page });
  /** As long as a page lives, every script in it can read the address that it was opened with. */
  const openedWith = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
  await expect(donor.errors).toContainText('いいえ');
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
