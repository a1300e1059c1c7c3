import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ clearedForm: page }) => {
  await donorAt(page).tick('expatriate');
  await expect(page.locator('[name="country"] option')).not.toHaveCount(1);
});

test('a country is found by its name, by a part of it, or by the list’s own type-ahead', async ({
  clearedForm: page,
}) => {
  const search = page.getByRole('searchbox', { name: /国名で探す/ });
  const list = page.locator('[name="country"]');
  await list.focus();
  await page.keyboard.type('germ');
  await expect(list).toHaveValue('Germany');
  for (const [wanted, country] of [
    ['アメリカ合', 'United States of America'],
    ['usa', 'United States of America'],
    ['ﾌﾞﾗｼﾞﾙ', 'Brazil'],
    ['CURAÇ', 'Curaçao'],
  ] as const) {
    await search.fill(wanted);
    await expect(list).toHaveValue(country);
    await expect(page.getByText(/を選びました/)).toBeVisible();
  }

  await list.selectOption('');
  await search.fill('nige');
  await expect(list).toHaveValue('');
  await expect(list.locator('option')).toHaveText([/選択/, /^Niger \/ /, /^Nigeria \/ /]);
  await expect(page.getByText(/2件見つかりました/)).toBeVisible();
  await search.press('Enter');
  await expect(list).toHaveValue('Niger');
  await expect(search).toBeFocused();
  await list.selectOption('Nigeria');
  await expect(search).toHaveValue('');
  await expect(list).toHaveValue('Nigeria');
  await search.fill('nige');
  await expect(page.getByText(/2件見つかりました/)).toBeVisible();
  await search.fill('korea');
  await expect(
    page.getByText(/2件見つかりました.*いま選ばれているのは Nigeria \/ ナイジェリア です/),
  ).toBeVisible();
  await expect(list).toHaveValue('Nigeria');

  await list.selectOption('');
  await search.fill('xyz');
  await expect(page.getByText(/見つかりません/)).toBeVisible();
  await expect.poll(() => list.locator('option').count()).toBeGreaterThan(190);
});

test('a phone number that is too short or long overseas gets a way to ask; at home it does not', async ({
  clearedForm: page,
}) => {
  const donor = donorAt(page);
  const wayOn = page.locator('.input-form a[href="/contact/"]').and(page.getByText(/お問い合わせください/));
  for (const [phone, offers] of [
    ['', 0],
    ['61234567', 1],
    ['6123456789', 0],
  ] as const) {
    await donor.fill({ phone });
    await donor.control('email').focus();
    await expect(wayOn).toHaveCount(offers);
  }
  await donor.control('expatriate').uncheck({ force: true });
  await donor.fill({ phone: '61234567' });
  await donor.control('email').focus();
  await expect(donor.errorFor('phone')).toBeVisible();
  await expect(wayOn).toHaveCount(0);
});
