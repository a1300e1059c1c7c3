import { countriesMissing } from '../../src/signup/messages.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm, openTyped, typedForm } from './seeded.ts';

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

test('a list of countries that could not be loaded is loaded where its field is used', async ({ page }) => {
  test.skip(test.info().project.name === 'firefox', 'Firefox asks for a failed module only after a reload');
  const donor = donorAt(page);
  const countries = '**/late/countries-*.js';
  for (const field of [donor.control('country'), page.getByRole('searchbox')]) {
    await page.route(countries, (route) => route.abort());
    await openTyped(page, { ...typedForm, expatriate: true });
    await expect(donor.main.getByText(countriesMissing)).toBeVisible();
    await page.unroute(countries);
    await field.focus();
    await expect(donor.control('country').locator('option').nth(100)).toBeAttached();
    await expect(donor.main.getByText(countriesMissing)).toHaveCount(0);
  }
});
