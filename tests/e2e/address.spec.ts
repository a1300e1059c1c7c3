import { expect, tabTest as test } from './fixtures.ts';
import { openTyped, typedFormByBank } from './seeded.ts';

// That one press takes the offered address or keeps the donor's own, the generated paths show.
test('a reload keeps the offered address; the donor’s own may stay', async ({ page, donor }) => {
  await openTyped(page, { ...typedFormByBank, city: '港区芝' });
  await donor.fill({ zip: '1500001' });
  await expect(donor.main).toContainText('この郵便番号の住所は、東京都渋谷区神宮前です。');
  await page.reload();
  await page.getByRole('button', { name: '入力した住所のままにする' }).click();
  await expect(donor.control('city')).toBeFocused();
  await expect(donor.control('city')).toHaveValue('港区芝');
});

test('one press removes prefecture and city from the street', async ({ page, donor }) => {
  await openTyped(page, { ...typedFormByBank, street: '東京都千代田区千代田1-1 皇居マンション101' });
  await page.getByRole('button', { name: '「1-1 皇居マンション101」だけにする' }).click();
  await expect(donor.control('street')).toHaveValue('1-1 皇居マンション101');
  await expect(donor.control('street')).toBeFocused();
  await expect(page.getByRole('button', { name: /だけにする/ })).toHaveCount(0);
});
