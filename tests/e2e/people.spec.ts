import { countriesMissing } from '../../src/signup/messages.ts';
import { donorAt, TEST_CARD } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm, openTyped, typedForm, typedFormByBank } from './seeded.ts';

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

test('once the form answers, none of our own files is asked for: by bank debit to the end, by card to the bank, and on from there', async ({
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

test('the list of countries cannot be loaded: the donor is told, and has it by the ways that they are told of', async ({
  page,
}) => {
  const donor = donorAt(page);
  const countries = '**/late/countries-*.js';
  const offered = donor.control('country').locator('option');
  for (const again of [() => page.reload(), () => donor.control('country').focus()]) {
    await page.route(countries, (route) => route.abort());
    await openTyped(page, { ...typedForm, expatriate: true });
    await expect(donor.main.getByText(countriesMissing)).toBeVisible();
    await page.unroute(countries);
    await again();
    await expect(offered.nth(100)).toBeAttached();
    await expect(donor.main.getByText(countriesMissing)).toHaveCount(0);
    // whose modules that have failed wait for a reload
    if (test.info().project.name === 'firefox') break;
  }
});
