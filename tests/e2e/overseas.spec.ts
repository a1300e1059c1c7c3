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
  await expect(donor.control('zip')).toHaveCount(0);
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

test.describe('a country is found', () => {
  for (const [wanted, country] of [
    ['アメリカ合', 'United States of America'],
    ['米国', 'United States of America'],
    ['usa', 'United States of America'],
    ['英国', 'United Kingdom'],
    ['どいつ', 'Germany'],
    ['ﾌﾞﾗｼﾞﾙ', 'Brazil'],
    ['south kor', 'South Korea'],
    ['韓国', 'South Korea'],
    ['ivory', "Cote d'Ivoire"],
    ['CURAÇ', 'Curaçao'],
  ] as const) {
    test(`by “${wanted}”`, async ({ clearedForm: page }) => {
      await page.getByRole('searchbox', { name: /国名で探す/ }).fill(wanted);
      await expect(page.locator('[name="country"]')).toHaveValue(country);
      await expect(page.getByText(/を選びました/)).toBeVisible();
    });
  }

  test('among several, by Enter or from the shorter list', async ({ clearedForm: page }) => {
    const search = page.getByRole('searchbox', { name: /国名で探す/ });
    const list = page.locator('[name="country"]');
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
  });

  test('by composing, where Enter ends the composition and chooses nothing', async ({
    clearedForm: page,
  }) => {
    const keyboard = await japaneseKeyboard(page);
    await page.getByRole('searchbox', { name: /国名で探す/ }).focus();
    await keyboard.compose('お', 'おー', 'おーす', 'オース');
    await keyboard.settle();
    await expect(page.getByText(/2件見つかりました/)).toBeVisible();
    await expect(page.locator('[name="country"]')).toHaveValue('');
  });

  test('by the list’s own type-ahead', async ({ clearedForm: page }) => {
    await page.locator('[name="country"]').focus();
    await page.keyboard.type('germ');
    await expect(page.locator('[name="country"]')).toHaveValue('Germany');
  });

  test('or not, and then the whole list stays', async ({ clearedForm: page }) => {
    await page.getByRole('searchbox', { name: /国名で探す/ }).fill('xyz');
    await expect(page.getByText(/見つかりません/)).toBeVisible();
    await expect.poll(() => page.locator('[name="country"] option').count()).toBeGreaterThan(190);
  });
});

test('state, postal code and phone are taken in the form of any country', async ({ clearedForm: page }) => {
  const donor = donorAt(page);
  for (const [prefecture, zipExpatriate, phone, kept] of [
    ['NY', '10118', '(212) 736-3100', '2127363100'],
    ['Île-de-France', '75001', '01 42 60 30 30', '0142603030'],
    ['Greater London', 'SW1A 1AA', '020 7946 0958', '02079460958'],
    ['서울특별시', '04524', '０１０－１２３４－５６７８', '01012345678'],
    ['Dubai', 'なし', '971 4 366 8888', '97143668888'],
  ] as const) {
    await donor.fill({ prefecture, zipExpatriate, phone });
    await donor.control('phone').blur();
    await expect(donor.control('phone')).toHaveValue(kept);
    await expect(page.locator('[data-error-for]')).toHaveCount(0);
  }
});

test('a phone number that the server would refuse is refused beside its field, with what to type instead', async ({
  clearedForm: page,
}) => {
  const donor = donorAt(page);
  await expect(page.locator('#hint-phone')).toContainText('without the country code');
  for (const [phone, message] of [
    [
      '+1 202 555 0123',
      '国番号（+1など）を除いた現地の番号を、10桁か11桁の数字で入力してください（例：2025550123）',
    ],
    ['call me', '国番号（+1など）を除いた現地の番号を、10桁か11桁の数字で入力してください（例：2025550123）'],
    [
      '6123 4567',
      '10桁か11桁の数字で入力してください。桁数が足りないときは、前に国番号を数字だけで付けてください（例：6561234567）',
    ],
  ] as const) {
    await donor.fill({ phone });
    await donor.control('phone').blur();
    await expect(donor.errorFor('phone')).toHaveText(message);
  }
});

test('ticking there and back loses neither address', async ({ clearedForm: page }) => {
  const donor = donorAt(page);
  await donor.fill({ city: 'New York', prefecture: 'NY', country: 'United States of America' });
  await donor.control('expatriate').uncheck({ force: true });
  await expect(donor.control('prefecture')).toHaveValue('');
  await donor.fill({ prefecture: '東京都', city: '千代田区' });
  await donor.tick('expatriate');
  await expect(donor.control('prefecture')).toHaveValue('NY');
  await expect(donor.control('city')).toHaveValue('New York');
  await expect(donor.control('country')).toHaveValue('United States of America');
});
