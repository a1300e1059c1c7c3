import { TEST_CARD } from '../support/donor.ts';
import { expect, tabTest as test } from '../support/fixtures.ts';
import { openTyped, typedForm } from '../support/seeded.ts';

test('the card notice is one step back while it is open, and none once it is closed', async ({
  page,
  donor,
}) => {
  const notice = page.getByRole('dialog');
  const opener = page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' });
  // with a message, which must not take the focus again
  await openTyped(page, typedForm, { lastTry: { status: 'unanswered', call: 'registerCard' } });
  await donor.fill(TEST_CARD);
  await opener.click();
  await expect(notice).toBeVisible();
  await page.goBack();
  await expect(notice).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(donor.control('cardNum')).toHaveValue('4111 1111 1111 1111');
  await opener.click();
  await notice.getByText('閉じる').click();
  await donor.confirmInput();
  await donor.isAt('confirm');
  await page.goBack();
  await donor.isAt('input');
  // the page on which the session was put into the tab
  await page.goBack();
  await expect(page).toHaveURL(/\/contact\/$/);
});

test('an address that is not allowed leads to the input screen and keeps its query', {
  tag: ['@§4.12', '@§8.1'],
}, async ({ page, donor, sandbox }) => {
  for (const path of ['/form/', '//form//member/'])
    await test.step(path, async () => {
      await donor.open(`${sandbox.url}${path}?utm_source=a&utm_medium=b`);
      await expect(page).toHaveURL(`${sandbox.url}/form/member?utm_source=a&utm_medium=b`);
    });
  await page.goto(`${sandbox.url}/form//member//callback/?p=secret`);
  await expect(donor.errors).toContainText(['不正なアクセスです。']);
  expect(page.url()).toBe(`${sandbox.url}/form/member`);
});
