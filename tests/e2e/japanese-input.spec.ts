import type { Page } from '@playwright/test';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { autofill, japaneseKeyboard, paste } from './japanese-keyboard.ts';

/** A donor at the name fields, with a Japanese keyboard. */
async function writer(page: Page) {
  const keyboard = await japaneseKeyboard(page);
  const control = (name: string) => page.locator(`[name="${name}"]`);
  const into = (name: string) => control(name).focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const times = (count: number, key: string) => press(...Array<string>(count).fill(key));

  /** Types a name key by key, converts it and settles it. */
  const type = async (name: string, ...texts: string[]) => {
    await into(name);
    await keyboard.compose(...texts);
    await keyboard.settle();
  };
  const typeYamada = () => type('lastName', 'y', 'や', 'やｍ', 'やま', 'やまd', 'やまだ', '山田');
  const typeHanako = () => type('firstName', 'はn', 'はな', 'はなｋ', 'はなこ', '花子');
  return { page, keyboard, control, into, press, times, type, typeYamada, typeHanako };
}
type Writer = Awaited<ReturnType<typeof writer>>;

type Scenario = [
  title: string,
  furigana: string,
  names: { lastName?: string; firstName?: string },
  act: (by: Writer) => Promise<void>,
];

const scenarios: Scenario[] = [
  [
    'reconverted in its second half only',
    'やまもと',
    { lastName: '山元' },
    async ({ keyboard, type }) => {
      await type('lastName', 'やま', '山');
      await type('lastName', 'もと', '本');
      await keyboard.reconvert(1, 1, '本', 'もと', '元');
      await keyboard.settle();
    },
  ],
  [
    'autofilled, deleted and typed',
    'すずき　はなこ',
    { lastName: '鈴木', firstName: '花子' },
    async ({ page, control, into, times, type, typeHanako }) => {
      await autofill(page, { lastName: '山田', firstName: '美咲' });
      await into('lastName');
      await times(2, 'Backspace');
      await type('lastName', 'すずき', '鈴木');
      await expect(control('furigana')).toHaveValue('すずき');
      await into('firstName');
      await times(2, 'Backspace');
      await typeHanako();
    },
  ],
  [
    'in both fields, the first then typed anew',
    'すずき　はなこ',
    { lastName: '鈴木', firstName: '花子' },
    async ({ control, into, press, type, typeYamada, typeHanako }) => {
      await typeYamada();
      await typeHanako();
      await into('lastName');
      await press('Control+A', 'Delete');
      await expect(control('furigana')).toHaveValue('はなこ');
      await type('lastName', 'すずき', '鈴木');
    },
  ],
  [
    'taken from a phone’s candidates, which are never composed',
    'やまだ　はなこ',
    { lastName: '山田', firstName: '花子' },
    async ({ keyboard, into }) => {
      await into('lastName');
      await keyboard.compose('や', 'やま', 'やまた', 'やまだ');
      await keyboard.touchCandidate('山田');
      await into('firstName');
      await keyboard.compose('は', 'はな', 'はなこ');
      await keyboard.touchCandidate('花子');
    },
  ],
  [
    'undone',
    'やまだ',
    { lastName: '山田' },
    async ({ press, type, typeYamada }) => {
      await typeYamada();
      await type('lastName', 'た', '太');
      await press('Control+Z');
    },
  ],
  [
    'pasted after the furigana was composed by hand',
    'やまた',
    { lastName: '山多' },
    async ({ page, keyboard, into, press, typeYamada }) => {
      await typeYamada();
      await into('furigana');
      await press('Control+A');
      await keyboard.compose('や', 'やまt', 'やまた');
      await keyboard.settle();
      await into('lastName');
      await press('Control+A');
      await paste(page, '山多');
    },
  ],
];

test.describe('the furigana of a name', () => {
  for (const [title, furigana, names, act] of scenarios) {
    test(title, { tag: title.startsWith('in both fields') ? '@§4.26' : [] }, async ({ clearedForm }) => {
      const by = await writer(clearedForm);
      await act(by);
      for (const [name, value] of Object.entries(names)) await expect(by.control(name)).toHaveValue(value);
      await expect(by.control('furigana')).toHaveValue(furigana);
    });
  }
});

test.describe('a name that the furigana cannot follow', () => {
  const question = /お名前が変わりました。ふりがなが合っているか、ご確認ください。/;

  test('brings a question once it is left, and any answer takes it away', async ({ clearedForm }) => {
    const by = await writer(clearedForm);
    const asked = clearedForm.getByRole('status').filter({ hasText: question });
    await by.typeYamada();
    await by.control('furigana').fill('やまた');
    await by.into('lastName');
    await by.press('Control+A', 'Delete');
    await by.type('lastName', 'すずき', '鈴木');
    await expect(asked).toHaveCount(0);
    await by.into('furigana');
    await expect(asked).toBeVisible();
    await by.control('furigana').fill('すずき');
    await expect(asked).toHaveCount(0);
    await by.typeHanako();
    await by.into('furigana');
    await expect(asked).toHaveCount(0);
  });
});

test('Enter that ends a composition moves nothing, in any field', async ({ clearedForm }) => {
  const { keyboard, control, into } = await writer(clearedForm);
  for (const name of ['lastName', 'furigana', 'email', 'zip', 'city', 'street', 'phone', 'cardNum']) {
    await into(name);
    await keyboard.compose('１', '１２');
    await keyboard.settle();
    await expect(control(name)).toBeFocused();
  }
  await expect(clearedForm.locator('main')).toHaveAttribute('data-state', 'input.form.filling');
  await expect(clearedForm.getByRole('region', { name: /入力内容をご確認ください/ })).toHaveCount(0);
});

test('an address that comes while the city is composed completes it once it is settled, or leaves what it was settled as', async ({
  page,
}) => {
  const { keyboard, control, into } = await writer(page);
  // The app takes over once nothing is composed, and would ask for the address only then.
  await donorAt(page).open();
  for (const [zip, prefecture, composed, settled, city] of [
    ['1000001', '東京都', '千代田区', '千代田区', '千代田区千代田'],
    ['0600001', '北海道', '札幌市中央区', '札幌市中央区大通', '札幌市中央区大通'],
  ] as const) {
    const answer = await hold(page, '**/postalCode.php');
    await control('zip').fill(zip);
    await control('city').fill('');
    await into('city');
    await keyboard.compose('ち', composed);
    answer();
    await expect(control('prefecture')).toHaveValue(prefecture);
    await expect(control('city')).toHaveValue(composed);
    await keyboard.settle(settled);
    await expect(control('city')).toHaveValue(city);
  }
});
