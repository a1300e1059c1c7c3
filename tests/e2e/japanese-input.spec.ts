import type { Page } from '@playwright/test';
import { savedForm } from './before-app.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { japaneseKeyboard } from './japanese-keyboard.ts';

/** A donor with a Japanese keyboard. */
async function writer(page: Page) {
  const keyboard = await japaneseKeyboard(page);
  const control = (name: string) => page.locator(`[name="${name}"]`);
  /** Types a text key by key, converts it and settles it. */
  const type = async (name: string, ...texts: string[]) => {
    await control(name).focus();
    await keyboard.compose(...texts);
    await keyboard.settle();
  };
  const typeYamada = () => type('lastName', 'y', 'や', 'やｍ', 'やま', 'やまd', 'やまだ', '山田');
  const typeHanako = () => type('firstName', 'はn', 'はな', 'はなｋ', 'はなこ', '花子');
  return { keyboard, control, type, typeYamada, typeHanako };
}

test('the furigana follows both names, and one that is typed anew', { tag: '@§4.26' }, async ({
  clearedForm: page,
}) => {
  const { control, type, typeYamada, typeHanako } = await writer(page);
  await typeYamada();
  await typeHanako();
  await control('lastName').press('Control+A');
  await page.keyboard.press('Delete');
  await expect(control('furigana')).toHaveValue('はなこ');
  await type('lastName', 'すずき', '鈴木');
  await expect(control('furigana')).toHaveValue('すずき　はなこ');
});

test('the end of a composition is heard that no `input` event has told the page', async ({
  clearedForm: page,
}) => {
  const { control } = await writer(page);
  await control('street').evaluate((input: HTMLInputElement) => {
    const tell = (type: string) => input.dispatchEvent(new CompositionEvent(type, { bubbles: true }));
    tell('compositionstart');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '霞が関');
    tell('compositionend');
  });
  await expect.poll(() => savedForm(page)).toMatchObject({ street: '霞が関' });
});

test('a name that the furigana cannot follow brings a question once it is left; any answer takes it away', async ({
  clearedForm: page,
}) => {
  const { control, type, typeYamada, typeHanako } = await writer(page);
  const question = page
    .locator('[aria-live]')
    .filter({ hasText: 'お名前が変わりました。ふりがなが合っているか' });
  await typeYamada();
  await control('furigana').fill('やまた');
  await control('lastName').press('Control+A');
  await page.keyboard.press('Delete');
  await type('lastName', 'すずき', '鈴木');
  await expect(question).toHaveCount(0);
  await control('furigana').focus();
  await expect(question).toBeVisible();
  await control('furigana').fill('すずき');
  await expect(question).toHaveCount(0);
  await typeHanako();
  await control('furigana').focus();
  await expect(question).toHaveCount(0);
});

test('Enter moves and submits nothing in any field, whether it ends a composition or not', {
  tag: '@§2.31',
}, async ({ clearedForm }) => {
  const { keyboard, control } = await writer(clearedForm);
  for (const name of ['lastName', 'furigana', 'email', 'zip', 'city', 'street', 'phone', 'cardNum']) {
    await control(name).focus();
    await keyboard.compose('１', '１２');
    await keyboard.settle();
    await control(name).press('Enter');
    await expect(control(name)).toBeFocused();
  }
  await expect(clearedForm.locator('main')).toHaveAttribute('data-state', 'input.form.filling');
  await expect(clearedForm.getByRole('region', { name: /入力内容をご確認ください/ })).toHaveCount(0);
});

test('a looked-up address waits for the end of a composition in the city', async ({ page }) => {
  const { keyboard, control } = await writer(page);
  // The app takes over once nothing is composed, and would ask for the address only then.
  await donorAt(page).open();
  for (const [zip, prefecture, composed, settled, city] of [
    ['1000001', '東京都', '千代田区', '千代田区', '千代田区千代田'],
    ['0600001', '北海道', '札幌市中央区', '札幌市中央区大通', '札幌市中央区大通'],
  ] as const) {
    const answer = await hold(page, '**/postalCode.php');
    await control('zip').fill(zip);
    await control('city').fill('');
    await control('city').focus();
    await keyboard.compose('ち', composed);
    answer();
    await expect(control('prefecture')).toHaveValue(prefecture);
    await expect(control('city')).toHaveValue(composed);
    await keyboard.settle(settled);
    await expect(control('city')).toHaveValue(city);
  }
});
