import { donorAt, homeDonor } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { openTyped, typedFormByBank } from './seeded.ts';

test('a reload of the input screen keeps everything but the card', {
  tag: ['@core', '@§3.1', '@§3.21'],
}, async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await donor.fillHome();
  await donor.payByCard();
  await page.reload();
  await donor.isAt('input');
  for (const [name, value] of Object.entries(homeDonor)) await expect(donor.control(name)).toHaveValue(value);
  await expect(donor.control('zip')).toHaveValue('100 - 0001');
  await expect(donor.control('city')).toHaveValue('千代田区千代田');
  await expect(donor.control('cardNum')).toHaveValue('');
  await expect(donor.control('securityCode')).toHaveValue('');
});

test('back, forward and reload keep each screen, and the card is not asked for twice', {
  tag: ['@core', '@§2.43'],
}, async ({ page }) => {
  const donor = donorAt(page);
  await openTyped(page);
  await donor.payByCard();
  await donor.confirmInput();
  await donor.isAt('confirm');
  await page.goBack();
  await donor.isAt('input');
  await expect(page).toHaveURL(/\/form\/member$/);
  await expect(page.getByText(/\*+\s?1111/)).toBeVisible();
  await page.goForward();
  await donor.isAt('confirm');
  await page.reload();
  await donor.isAt('confirm');
  await expect(donor.main).toContainText(/\*+\s?1111/);
  await page.getByRole('link', { name: '入力画面に戻る' }).click();
  await donor.isAt('input');
  await donor.confirmInput();
  await donor.isAt('confirm');
  await page.goBack();
  await donor.isAt('input');
  // what has changed is confirmed anew
  await donor.choose('price', '5000');
  await page.goForward();
  await donor.isAt('input');
  await page.getByRole('button', { name: 'カードを変更する' }).click();
  await expect(donor.control('cardNum')).toBeFocused();
});

test('back while a submit is under way does not leave the confirm screen', { tag: '@core' }, async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  const answer = await hold(page, '**/memberRegisterBank.php');
  await openTyped(page, typedFormByBank);
  await donor.confirmInput();
  await donor.agreeAndSubmit();
  await donor.isAt('confirm.submitting.registering');
  await page.evaluate(
    () =>
      new Promise<void>((arrived) => {
        addEventListener('popstate', () => arrived(), { once: true });
        history.back();
      }),
  );
  await expect(page).toHaveURL(/\/form\/member\/confirm$/);
  await donor.isAt('confirm.submitting.registering');
  answer();
  await donor.isComplete();
  expect(await sandbox.registrations()).toHaveLength(1);
});

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
