import { countriesMissing, openInAnotherTab } from '../../../src/signup/messages.ts';
import { donorAt } from '../support/donor.ts';
import { expect, test } from '../support/fixtures.ts';
import { openConfirm, openCopy, openTyped, reviewedByCard, typedForm } from '../support/seeded.ts';

test('a confirm screen that is sent in two tabs is registered and posted once', async ({
  page,
  donor,
  sandbox,
}) => {
  await openConfirm(page, reviewedByCard(await sandbox.cardToken()));
  await donor.isAt('confirm.reviewing');
  const copy = await openCopy(page);
  await donorAt(copy).isAt('confirm.reviewing');
  await expect(donor.main).not.toContainText(openInAnotherTab);
  // The host has registered what the copy sends, and its answer does not come.
  await copy.route('**/memberRegisterCard.php', (route) => void route.fetch());
  await donorAt(copy).agreeAndSubmit();
  await expect.poll(() => sandbox.registrations()).toHaveLength(1);
  await donor.agreeAndSubmit();
  await donor.approvePayment();
  await donor.isComplete();
  await donorAt(copy).isAt('complete.remembered');
  expect(await sandbox.registrations()).toHaveLength(1);
});

test('countries that could not be loaded are loaded where they are used', async ({ page, donor }) => {
  test.skip(test.info().project.name === 'firefox', 'Firefox asks for a failed module only after a reload');
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
