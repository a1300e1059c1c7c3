import { countriesMissing } from '../../src/signup/messages.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm, openTyped, typedForm } from './seeded.ts';

test('a confirm screen that is sent in two tabs is registered and posted once', async ({
  context,
  page,
  donor,
  sandbox,
}) => {
  test.skip(
    test.info().project.name === 'firefox',
    'Playwright hears no request’s body through WebDriver BiDi, and so cannot pass one on',
  );
  await openConfirm(page);
  await donor.isAt('confirm.reviewing');
  const storage = await page.evaluate(() => ({ ...sessionStorage }));
  const openCopy = async () => {
    const copy = await context.newPage();
    await copy.goto('/contact/');
    await copy.evaluate((entries) => Object.assign(sessionStorage, entries), storage);
    await copy.goto('/form/member/confirm');
    await donorAt(copy).isAt('confirm.reviewing');
    return copy;
  };
  const [sending, waiting] = [await openCopy(), await openCopy()];
  // The host has registered what the copy sends, and its answer does not come.
  await sending.route('**/memberRegisterBank.php', (route) => void route.fetch());
  await donorAt(sending).agreeAndSubmit();
  await expect.poll(() => sandbox.registrations()).toHaveLength(1);
  await donor.agreeAndSubmit();
  await donor.isComplete();
  for (const copy of [sending, waiting]) await donorAt(copy).isAt('complete.remembered');
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
