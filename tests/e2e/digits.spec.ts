import type { Locator, Page } from '@playwright/test';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { autofill, japaneseKeyboard, paste } from './japanese-keyboard.ts';
import { listen } from './live-regions.ts';

/** A field, what it keeps, and what was typed, pasted, composed, and composed on a phone. */
const digits = [
  [
    'phone',
    '09012345678',
    '090-1234-5678',
    '+81 90-1234-5678',
    '０９０−１２３４‐５６７８',
    '090ー1234ー5678',
  ],
  ['zip', '150 - 0001', '150-0001', '〒150−0001', '１５０ー０００１', '150　0001'],
  [
    'cardNum',
    '4111 1111 1111 1111',
    '4111 1111 1111 1111',
    '４１１１　１１１１　１１１１　１１１１',
    '４１１１−１１１１−１１１１−１１１１',
    '4111ー1111ー1111ー1111',
  ],
] as const;

test('digits in any form are normalised: typed, pasted, composed, and composed on a phone', {
  tag: '@§5.13',
}, async ({ clearedForm: page }) => {
  const keyboard = await japaneseKeyboard(page);
  const ways = [
    (text: string) => page.keyboard.type(text),
    (text: string) => paste(page, text),
    async (text: string, field: Locator) => {
      await keyboard.composeSlowly(...[1, 4, 7].map((length) => text.slice(0, length)), text);
      await expect(field).toHaveValue(text);
      await keyboard.settle();
    },
    async (text: string) => {
      await keyboard.compose(text);
      await keyboard.touchCandidate(text);
    },
  ];
  for (const [name, kept, ...texts] of digits) {
    const field = page.locator(`[name="${name}"]`);
    for (const [way, text] of texts.entries()) {
      await field.fill('');
      await ways[way]?.(text, field);
      await field.blur();
      await expect(field, `${name}: ${text}`).toHaveValue(kept);
    }
    await expect(page.locator(`[data-error-for="${name}"]`)).toHaveCount(0);
  }
  // A keyboard that offers the clipboard's text inserts it without a `paste` event.
  await page.locator('[name="cardNum"]').fill('');
  await keyboard.touchCandidate('3782 822463 10005');
  await expect(page.locator('[name="cardNum"]')).toHaveValue('3782 822463 10005');
});

test('a field takes no digit too many, and says so after a paste that is too long', {
  tag: ['@§3.38', '@§5.9', '@§5.12', '@§5.15', '@§9.9', '@§9.14', '@§9.15'],
}, async ({ clearedForm: page }) => {
  for (const [name, digits, pasted, kept, limit] of [
    ['cardNum', '41111111111111112', '4111 1111 1111 1111 9999', '4111 1111 1111 1111', 16],
    ['securityCode', '12345', '12345', '1234', 4],
    ['zip', '15000012', '150-0001-2', '150 - 0001', 7],
  ] as const) {
    const field = page.locator(`[name="${name}"]`);
    const status = page.locator('.field', { has: field }).locator('[aria-live]').last();
    const isCut = `${limit}桁を超える分は入力されていません。番号をご確認ください。`;
    await field.pressSequentially(digits);
    await expect(field).toHaveValue(kept);
    await expect(status).toContainText(isCut);
    await field.press('ArrowLeft');
    await field.press('9');
    await expect(field).toHaveValue(kept);
    await field.fill('');
    await expect(status).not.toContainText('桁を超える');
    await paste(page, pasted);
    await expect(field).toHaveValue(kept);
    await expect(status).toContainText(isCut);
    await field.press('Backspace');
    await expect(status).not.toContainText('桁を超える');
  }
  await expect(page.locator('[name="securityCode"]')).toHaveAttribute('maxlength', '4');
  await page.locator('[name="zip"]').pressSequentially('22');
  await expect(page.getByText('7桁を超える分')).toBeVisible();
  await page.getByRole('button', { name: '入力内容を消去する' }).click();
  await page.getByRole('button', { name: '消去する', exact: true }).click();
  await expect(page.getByText('桁を超える分')).toHaveCount(0);
});

/** The text of a field with the caret in it: `150|0001`, or `[150]0001` where something is selected. */
async function caretIn(page: Page, name: string): Promise<string> {
  return page.locator(`[name="${name}"]`).evaluate((field) => {
    if (!(field instanceof HTMLInputElement)) return '';
    const { value, selectionStart: start, selectionEnd: end } = field;
    if (start === null || end === null) return value;
    return start === end
      ? `${value.slice(0, start)}|${value.slice(start)}`
      : `${value.slice(0, start)}[${value.slice(start, end)}]${value.slice(end)}`;
  });
}

/** Puts a text into a field with the caret as {@link caretIn} shows it. */
async function startAt(page: Page, name: string, shown: string) {
  const field = page.locator(`[name="${name}"]`);
  await field.fill(shown.replace(/[|[\]]/g, ''));
  const start = shown.search(/[|[]/);
  const end = shown.includes(']') ? shown.indexOf(']') - 1 : start;
  await field.evaluate(
    (element, [from, to]) => {
      if (element instanceof HTMLInputElement) element.setSelectionRange(from ?? 0, to ?? 0);
    },
    [start, end],
  );
  await expect.poll(() => caretIn(page, name)).toBe(shown);
}

/** Deletes as a phone's keyboard does: without a key event that names the key. */
const deleteOnPhone = (page: Page) => page.evaluate(() => document.execCommand('delete'));

const number = '4111 1111 1111 1111';

type Editing = [title: string, name: string, from: string, act: (page: Page) => Promise<unknown>, to: string];

const key = (name: string) => (page: Page) => page.keyboard.press(name);
const composed = (text: string) => async (page: Page) => {
  const keyboard = await japaneseKeyboard(page);
  await keyboard.compose(text);
  await keyboard.settle();
};
const pasted = (text: string) => (page: Page) => paste(page, text);

/** The table in `digits-entry.test.ts` has more. */
const editing: Editing[] = [
  ['a digit too many changes nothing', 'zip', '150 - 0001|', key('9'), '150 - 0001|'],
  ['Backspace behind the hyphen', 'zip', '150 - |0001', key('Backspace'), '15|0 - 001'],
  ['Delete in front of the hyphen', 'zip', '150| - 0001', key('Delete'), '150| - 001'],
  ['Delete of a selection across the hyphen', 'zip', '15[0 - 00]01', key('Delete'), '15|0 - 1'],
  ['a phone’s delete behind the hyphen', 'zip', '150 - |0001', deleteOnPhone, '15|0 - 001'],
  ['a digit composed in the middle', 'zip', '1|00 - 001', composed('５'), '15|0 - 0001'],
  ['pasted into the middle', 'zip', '1|01', pasted('50-00'), '150 - 00|01'],
  ['pasted over itself', 'cardNum', `[${number}]`, pasted(number), `${number}|`],
  ['pasted with its label', 'cardNum', '|', pasted(`カード番号：${number} TARO`), `${number}|`],
  ['a letter in the middle changes nothing', 'cardNum', '4111| 1111', key('a'), '4111| 1111'],
  ['a hyphen in the middle stays while it is typed', 'phone', '090|12345678', key('-'), '090-|12345678'],
  ['a composed digit in the middle', 'phone', '090|1234567', composed('８'), '090８|1234567'],
];

test.describe('the caret stays where it is expected', () => {
  test('in each of these edits', async ({ clearedForm: page }) => {
    for (const [title, name, from, act, to] of editing)
      await test.step(title, async () => {
        await startAt(page, name, from);
        await act(page);
        await expect.poll(() => caretIn(page, name), title).toBe(to);
      });
  });

  // A new page, since the undo history of the shared one holds what other tests have typed.
  test('undo and redo bring back what has been there and nothing else', async ({ page, browserName }) => {
    // other engines have no such permission
    if (browserName === 'chromium') await page.context().grantPermissions(['clipboard-write']);
    await page.goto('/form/member');
    await donorAt(page).isAt('input.form.filling');
    for (const [name, typed, last] of [
      ['cardNum', '411155', '4225'],
      ['zip', '150000', '122 - 0'],
    ] as const) {
      const field = page.locator(`[name="${name}"]`);
      const there = new Set<string>();
      await field.focus();
      for (const key of [...typed, 'ArrowLeft', 'ArrowLeft', '7', 'Backspace', 'Backspace', 'Backspace']) {
        await page.keyboard.press(key);
        there.add(await field.inputValue());
      }
      await field.evaluate((input) => input instanceof HTMLInputElement && input.setSelectionRange(1, 3));
      await paste(page, '22');
      await expect(field).toHaveValue(last);
      there.add(last);
      const brought: string[] = [];
      for (let step = 0; step < 20; step++) {
        await page.keyboard.press(step < 10 ? 'Control+Z' : 'Control+Shift+Z');
        brought.push(await field.inputValue());
      }
      expect([brought[9], brought[19]], name).toEqual(['', last]);
      // As a menu does.
      for (const command of ['undo', 'undo', 'redo', 'redo', 'undo']) {
        await page.evaluate((what) => document.execCommand(what), command);
        brought.push(await field.inputValue());
      }
      expect(
        brought.filter((value) => value !== '' && !there.has(value)),
        name,
      ).toEqual([]);
    }
  });

  test('leaving the window normalises nothing', async ({ clearedForm: page }) => {
    await startAt(page, 'phone', '090-|1234');
    await page.evaluate(() =>
      document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
    );
    expect(await caretIn(page, 'phone')).toBe('090-|1234');
    await expect(page.locator('[data-error-for="phone"]')).toHaveCount(0);
  });
});

test('the form names the card’s brand once, by its first digits, and only as advice', async ({
  clearedForm: page,
}) => {
  const keyboard = await japaneseKeyboard(page);
  const number = page.locator('[name="cardNum"]');
  const code = page.locator('[name="securityCode"]');
  const heard = await listen(page);
  const american = 'American Expressは、カード表面の4桁の数字です。';
  for (const [enter, shown, brand, description] of [
    [() => page.keyboard.type('4111111111111111'), '4111 1111 1111 1111', 'Visa', 'Visaは、カード裏面の3桁'],
    [
      () => autofill(page, { cardNum: '3782 822463 10005' }),
      '3782 822463 10005',
      'American Express',
      american,
    ],
    [
      () => page.keyboard.type('36227206271667'),
      '3622 7206 2716 67',
      'Diners Clubはご利用いただけないようです。Visa・Mastercard・JCB・American Expressのカードをご用意ください。',
      'カード裏面の3桁、American Expressは表面の4桁',
    ],
  ] as const) {
    await number.fill('');
    await number.focus();
    const before = (await heard()).length;
    await enter();
    await keyboard.settle();
    await expect(number).toHaveValue(shown);
    await expect.poll(async () => (await heard()).slice(before)).toEqual([brand]);
    await expect(code).toHaveAccessibleDescription(new RegExp(description));
  }
  await number.blur();
  await expect(page.locator('[data-error-for="cardNum"]')).toHaveCount(0);
  await number.fill('4111111111111111');
  await code.fill('1234');
  await code.blur();
  await expect(page.getByText('Visaのセキュリティコードは、ふつう3桁です。')).toBeVisible();
  await number.fill('378282246310005');
  await code.fill('123');
  const doubt = page.getByText('American Expressのセキュリティコードは、ふつう4桁です。');
  await expect(doubt).toHaveCount(0);
  await code.blur();
  await expect(doubt).toBeVisible();
  await expect(page.locator('[data-error-for="securityCode"]')).toHaveCount(0);
});
