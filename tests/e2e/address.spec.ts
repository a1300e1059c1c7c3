import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openTyped, typedFormByBank } from './seeded.ts';

const offer = 'この郵便番号の住所は、東京都渋谷区神宮前です。';

test('a typed address stays where the postal code has another one; one press takes that', async ({
  page,
}) => {
  const donor = donorAt(page);
  await openTyped(page, { ...typedFormByBank, city: '港区芝' });
  await donor.fill({ zip: '1500001' });
  await expect(donor.main).toContainText(offer);
  await expect(donor.control('city')).toHaveValue('港区芝');
  await page.reload();
  await expect(donor.main).toContainText(offer);
  await donor.confirmInput();
  await donor.isAt('confirm');
  await expect(donor.main).toContainText('〒150-0001の住所は、東京都渋谷区神宮前です。');
  await page.getByRole('link', { name: /変更する.*ご住所/ }).click();
  await page.getByRole('button', { name: 'この住所にする' }).click();
  await expect(donor.control('city')).toHaveValue('渋谷区神宮前');
  await expect(donor.main).not.toContainText(offer);
  await donor.fill({ city: '港区芝' });
  await page.getByRole('button', { name: '入力した住所のままにする' }).click();
  await expect(donor.main).not.toContainText(offer);
  await expect(donor.control('city')).toHaveValue('港区芝');
  await expect(donor.control('city')).toBeFocused();
  // without the city, only the prefecture disagrees
  await donor.fill({ prefecture: '大阪府', city: '' });
  await donor.fill({ prefecture: '東京都' });
  await expect(donor.control('city')).toHaveValue('渋谷区神宮前');
});

test('one press removes prefecture and city from the street', async ({ page }) => {
  const donor = donorAt(page);
  await openTyped(page, { ...typedFormByBank, street: '東京都千代田区千代田1-1 皇居マンション101' });
  await page.getByRole('button', { name: '「1-1 皇居マンション101」だけにする' }).click();
  await expect(donor.control('street')).toHaveValue('1-1 皇居マンション101');
  await expect(donor.control('street')).toBeFocused();
  await expect(page.getByRole('button', { name: /だけにする/ })).toHaveCount(0);
});
