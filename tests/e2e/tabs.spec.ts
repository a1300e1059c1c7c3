import { countriesMissing } from '../../src/signup/messages.ts';
import { donorAt, TEST_CARD } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm, openTyped, reviewedByBank, typedForm, typedFormByBank } from './seeded.ts';

test('a confirm screen that is copied and sent in both tabs at once is one registration', async ({
  context,
  page,
  sandbox,
}) => {
  await openConfirm(page);
  await donorAt(page).isAt('confirm.reviewing');
  const storage = await page.evaluate(() => ({ ...sessionStorage }));
  const copy = await context.newPage();
  await copy.goto('/contact/');
  await copy.evaluate((entries) => Object.assign(sessionStorage, entries), storage);
  await copy.goto('/form/member/confirm');
  await sandbox.setScenario('memberRegisterBank', { delayMs: 300 });
  await Promise.all([page, copy].map((tab) => donorAt(tab).agreeAndSubmit()));
  await Promise.all([page, copy].map((tab) => donorAt(tab).isComplete()));
  expect(await sandbox.registrations()).toHaveLength(1);
});

test('where the API host cannot tell a repeat, a confirm screen that is open in two tabs says so', async ({
  page,
}) => {
  const application = { key: 'name', maskedCardNumber: null, isCopied: true };
  await openConfirm(page, { ...reviewedByBank, application });
  await expect(page.getByRole('region', { name: '二重登録にご注意ください' })).toContainText(
    '同じお申し込みが、別のタブでも開かれています。',
  );
});

test('a form that has loaded needs no other file of ours, by bank debit or by card', async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  for (const form of [typedFormByBank, typedForm]) {
    await openTyped(page, form);
    await page.route('**/form/**', (route) => route.abort());
    await donor.fill({ phone: '' });
    if (form === typedForm) await donor.fill(TEST_CARD);
    await donor.confirmInput();
    await donor.isAt('input.form.correcting');
    await donor.fill({ phone: typedForm.phone });
    await donor.confirmInput();
    await donor.isAt('confirm');
    await donor.agreeAndSubmit();
    if (form === typedForm) {
      await page.waitForURL(`${sandbox.gateway}/**`);
      // the page that the bank opens is a page of its own
      await page.unroute('**/form/**');
      await donor.answerBank('認証する');
    }
    await donor.isComplete();
    await page.unroute('**/form/**');
  }
  expect(await sandbox.registrations()).toHaveLength(2);
});

test('a list of countries that could not be loaded is loaded where its field is used', async ({ page }) => {
  test.skip(test.info().project.name === 'firefox', 'Firefox asks for a failed module only after a reload');
  const donor = donorAt(page);
  const countries = '**/late/countries-*.js';
  await page.route(countries, (route) => route.abort());
  await openTyped(page, { ...typedForm, expatriate: true });
  await expect(donor.main.getByText(countriesMissing)).toBeVisible();
  await page.unroute(countries);
  await donor.control('country').focus();
  await expect(donor.control('country').locator('option').nth(100)).toBeAttached();
  await expect(donor.main.getByText(countriesMissing)).toHaveCount(0);
});
