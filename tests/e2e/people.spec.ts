import { networkFailed, screensMissing } from '../../src/signup/messages.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm, openTyped, typedFormByBank } from './seeded.ts';

test('two tabs know nothing of each other, and a new one begins anew', async ({ context, page, sandbox }) => {
  const first = donorAt(page);
  await openConfirm(page);
  const other = donorAt(await context.newPage());
  await other.open();
  await expect(other.control('lastName')).toHaveValue('');
  await other.fill({ lastName: '別の人' });
  await first.agreeAndSubmit();
  await first.isComplete();
  await expect(other.control('lastName')).toHaveValue('別の人');
  expect(await sandbox.registrations()).toHaveLength(1);
});

test('offline, nothing is sent; back online, the same button sends it', async ({
  context,
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await openConfirm(page);
  await donor.isAt('confirm');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  // asked for ahead of time, too: neither failure may stand in the way of the next try
  const preload = page.waitForEvent('requestfailed', (request) => request.url().includes('/captcha/'));
  await donor.agreeAndSubmit();
  await preload;
  await expect(donor.errors).toHaveCount(1);
  await expect(donor.errors).toContainText('お申し込みは送信されていません');
  await donor.isAt('confirm.reviewing');
  expect(await sandbox.registrations()).toEqual([]);
  await context.setOffline(false);
  await donor.submitButton.click();
  await donor.isComplete();
  expect(await sandbox.registrations()).toHaveLength(1);
});

test('the rules, then the captcha cannot be loaded: the donor is told, and the next try loads them', {
  tag: '@core',
}, async ({ page }) => {
  const donor = donorAt(page);
  const rules = '**/assets/schema-*.js';
  const captcha = '**/captcha/api.js*';
  for (const file of [rules, captcha]) await page.route(file, (route) => route.abort());
  await openTyped(page, typedFormByBank);
  await donor.confirmInput();
  await expect(donor.main.getByRole('alert')).toHaveText(networkFailed);
  await page.unroute(rules);
  const { phone } = typedFormByBank;
  await donor.fill({ phone: '' });
  await donor.confirmInput();
  await donor.isAt('input.form.correcting');
  await expect(donor.main.getByRole('alert')).toHaveText('');
  await donor.fill({ phone });
  await donor.confirmInput();
  await donor.isAt('confirm');
  await donor.agreeAndSubmit();
  await expect(donor.errors).toContainText('お申し込みは送信されていません');
  await page.unroute(captcha);
  await donor.submitButton.click();
  await donor.isComplete();
});

test('the confirm screen cannot be loaded: the donor is told, and can ask again', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  await page.route('**/assets/later-screens-*.js', (route) => route.abort());
  await openConfirm(page);
  await expect(page.getByRole('alert')).toContainText(screensMissing);
  await page.getByRole('button', { name: 'もう一度読み込む' }).click();
  await expect(page.getByRole('alert')).toContainText(screensMissing);
  await page.unroute('**/assets/later-screens-*.js');
  await page.getByRole('button', { name: 'もう一度読み込む' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await donor.agreeAndSubmit();
  await donor.isComplete();
  expect(await sandbox.registrations()).toHaveLength(1);
});
