import { expect, formTest as test } from '../support/fixtures.ts';

test('a country is found by a part of its name, or by the list’s own type-ahead', async ({ page, donor }) => {
  const search = page.getByRole('searchbox', { name: /国名で探す/ });
  const list = donor.control('country');
  await donor.tick('expatriate');
  await expect(list.locator('option')).not.toHaveCount(1);
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
  const found = /2件見つかりました.*現在の選択は Nigeria \/ ナイジェリア です/;
  await expect(page.getByText(found)).toBeVisible();
  await expect(list).toHaveValue('Nigeria');
  await search.fill('xyz');
  await expect(page.getByText(/見つかりません/)).toBeVisible();
  await expect(list.locator('option').nth(190)).toBeAttached();
});
