import { expect, formTest as test } from './fixtures.ts';

test.beforeEach(async ({ page, donor }) => {
  await donor.tick('expatriate');
  await expect(page.locator('[name="country"] option')).not.toHaveCount(1);
});

test('a country is found by a part of its name, or by the list’s own type-ahead', async ({ page, donor }) => {
  const search = page.getByRole('searchbox', { name: /国名で探す/ });
  const list = donor.control('country');
  await list.focus();
  await page.keyboard.type('germ');
  await expect(list).toHaveValue('Germany');
  await search.fill('アメリカ合');
  await expect(list).toHaveValue('United States of America');
  await expect(page.getByText(/を選びました/)).toBeVisible();

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
  await search.fill('korea');
  const found = /2件見つかりました.*いま選ばれているのは Nigeria \/ ナイジェリア です/;
  await expect(page.getByText(found)).toBeVisible();
  await expect(list).toHaveValue('Nigeria');

  await list.selectOption('');
  await search.fill('xyz');
  await expect(page.getByText(/見つかりません/)).toBeVisible();
  await expect(list.locator('option').nth(190)).toBeAttached();
});

test('overseas alone, a phone number of another length gets a way to ask', async ({ page, donor }) => {
  const wayOn = page.locator('.input-form a[href="/contact/"]').and(page.getByText(/お問い合わせください/));
  const check = async (phone: string, offers: number) => {
    await donor.fill({ phone });
    await donor.control('email').focus();
    await expect(wayOn).toHaveCount(offers);
  };
  await check('', 0);
  await check('61234567', 1);
  await check('6123456789', 0);
  await donor.control('expatriate').uncheck({ force: true });
  await check('61234567', 0);
  await expect(donor.errorFor('phone')).toBeVisible();
});
