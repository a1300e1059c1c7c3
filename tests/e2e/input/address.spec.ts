import { expect, formTest as test } from '../support/fixtures.ts';

// The generated paths show that one press takes the offered address or keeps the donor's own.
test('one press declines an offered address or shortens the street, and leads to that field', async ({
  page,
  donor,
}) => {
  await donor.fill({ zip: '1000001' });
  await expect(page.getByText('住所を入力しました：')).toBeVisible();
  await donor.fill({ prefecture: '東京都', city: '港区芝', zip: '0600001' });
  await expect(donor.main).toContainText('この郵便番号の住所は、北海道札幌市中央区北一条西です。');
  await page.getByRole('button', { name: '入力した住所のままにする' }).click();
  await expect(donor.control('city')).toBeFocused();
  await donor.has({ city: '港区芝' });

  await donor.fill({ street: '東京都港区芝1-1 皇居マンション101' });
  await page.getByRole('button', { name: '「1-1 皇居マンション101」だけにする' }).click();
  await expect(donor.control('street')).toBeFocused();
  await donor.has({ street: '1-1 皇居マンション101' });
  await expect(page.getByRole('button', { name: /だけにする/ })).toHaveCount(0);
});
