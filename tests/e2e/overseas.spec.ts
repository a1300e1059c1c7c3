import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { japaneseKeyboard } from './japanese-keyboard.ts';

test.beforeEach(async ({ clearedForm: page }) => {
  await donorAt(page).tick('expatriate');
  await expect(page.locator('[name="country"] option')).not.toHaveCount(1);
});

test('the address has its overseas shape, and every label both languages', async ({ clearedForm: page }) => {
  const donor = donorAt(page);
  await donor.choose('price', 'other');
  for (const name of ['zip', 'receipt', 'annualReport']) await expect(donor.control(name)).toHaveCount(0);
  const controls = page.locator('main form :is(input, select)[name]:not([type="radio"]):visible');
  const labels = await controls.evaluateAll((all) =>
    all.map((control) =>
      control instanceof HTMLInputElement || control instanceof HTMLSelectElement
        ? (control.labels?.[0]?.textContent ?? '')
        : '',
    ),
  );
  const legends = await page.locator('main form legend').allTextContents();
  const birthDateParts = ['年', '月', '日'];
  const monolingual = [...labels, ...legends].filter(
    (label) => !/[ぁ-んァ-ヶ一-龠].*[A-Za-z]{3}/u.test(label) && !birthDateParts.includes(label),
  );
  expect(monolingual).toEqual([]);
  await expect(page.locator('label[for="field-city"] [lang="en"]')).toHaveText('City');
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

  await list.selectOption('');
  await search.fill('xyz');
  await expect(page.getByText(/見つかりません/)).toBeVisible();
  await expect.poll(() => list.locator('option').count()).toBeGreaterThan(190);
});

test('Enter that ends a composition chooses no country', async ({ clearedForm: page }) => {
  const keyboard = await japaneseKeyboard(page);
  await page.getByRole('searchbox', { name: /国名で探す/ }).focus();
  await keyboard.compose('お', 'おー', 'おーす', 'オース');
  await keyboard.settle();
  await expect(page.getByText(/2件見つかりました/)).toBeVisible();
  await expect(page.locator('[name="country"]')).toHaveValue('');
});

test('state, postal code and phone are taken in the form of any country, and what is refused says what to type', async ({
  clearedForm: page,
}) => {
  const donor = donorAt(page);
  const message =
    '国番号を付けず、現地でかけるときの番号を10桁か11桁の数字で入力してください（Enter 10 or 11 digits, as dialled inside your country, without the country code: 2025550123）';
  await expect(page.locator('#hint-phone')).toContainText(message);
  for (const [prefecture, zipExpatriate, phone, kept] of [
    ['NY', '10118', '(212) 736-3100', '2127363100'],
    ['서울특별시', '04524', '０１０－１２３４－５６７８', '01012345678'],
    ['Dubai', 'なし', '971 4 366 8888', '97143668888'],
  ] as const) {
    await donor.fill({ prefecture, zipExpatriate, phone });
    await donor.control('phone').blur();
    await expect(donor.control('phone')).toHaveValue(kept);
    await expect(page.locator('[data-error-for]')).toHaveCount(0);
  }
  for (const phone of ['+1 202 555 0123', '6123 4567']) {
    await donor.fill({ phone });
    await donor.control('phone').blur();
    await expect(donor.errorFor('phone')).toHaveText(message);
  }
});
