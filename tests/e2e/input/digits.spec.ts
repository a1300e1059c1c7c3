import type { Locator, Page } from '@playwright/test';
import { unusualSecurityCode, wasCut } from '../../../src/signup/messages.ts';
import { expect, formTest as test } from '../support/fixtures.ts';
import { japaneseKeyboard, paste } from '../support/japanese-keyboard.ts';
import { listen } from '../support/page.ts';

const number = '4111 1111 1111 1111';

test('a field takes no digit too many, and says so after a paste that is too long', {
  tag: ['@§3.38', '@§5.9', '@§5.12', '@§5.15', '@§9.9', '@§9.14', '@§9.15'],
}, async ({ page, donor }) => {
  for (const [name, digits, pasted, kept, limit] of [
    ['cardNum', '41111111111111112', '4111 1111 1111 1111 9999', number, 16],
    ['securityCode', '12345', '12345', '1234', 4],
    ['zip', '15000012', '150-0001-2', '150 - 0001', 7],
  ] as const) {
    const field = donor.control(name);
    const note = page.getByText(wasCut(limit));
    await field.fill(digits.slice(0, -2));
    await field.pressSequentially(digits.slice(-2));
    await expect(field).toHaveValue(kept);
    await expect(note).toBeVisible();
    await field.fill('');
    await expect(note).toHaveCount(0);
    await paste(page, pasted);
    await expect(field).toHaveValue(kept);
    await expect(note).toBeVisible();
  }
  await expect(donor.control('securityCode')).toHaveAttribute('maxlength', '4');
});

/** The text of a field with the caret in it: `150|0001`. */
const caretIn = (field: Locator): Promise<string> =>
  field.evaluate((input: HTMLInputElement) => {
    const caret = input.selectionEnd ?? 0;
    return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`;
  });

/** Puts a text into a field with the caret as {@link caretIn} shows it. */
async function startAt(field: Locator, shown: string) {
  await field.fill(shown.replace('|', ''));
  await field.evaluate(
    (input: HTMLInputElement, caret) => input.setSelectionRange(caret, caret),
    shown.indexOf('|'),
  );
}

const key = (name: string) => (page: Page) => page.keyboard.press(name);
const composed =
  (text: string, end: 'settle' | 'touchCandidate' = 'settle') =>
  async (page: Page) => {
    const keyboard = await japaneseKeyboard(page);
    await keyboard.compose(text);
    await keyboard[end]();
  };
const pasted = (text: string) => (page: Page) => paste(page, text);
/** As a keyboard that offers the clipboard's text: without a `paste` event. */
const inserted = (text: string) => (page: Page) => page.keyboard.insertText(text);
/** As a phone's keyboard deletes: without a key event that names the key. */
const deleteOnPhone = (page: Page) => page.evaluate(() => document.execCommand('delete'));

/** How each kind of edit reaches the form; `digits-entry.test.ts` has the table of what it makes of them. */
const edits: [
  title: string,
  name: string,
  from: string,
  act: (page: Page) => Promise<unknown>,
  to: string,
][] = [
  ['a phone’s delete behind the hyphen', 'zip', '150 - |0001', deleteOnPhone, '15|0 - 001'],
  ['a digit composed in the middle', 'zip', '1|00 - 001', composed('５'), '15|0 - 0001'],
  ['pasted into the middle', 'zip', '1|01', pasted('50-00'), '150 - 00|01'],
  ['composed on a phone', 'cardNum', '|', composed('4111ー1111ー1111ー1111', 'touchCandidate'), `${number}|`],
  ['offered by the keyboard', 'cardNum', '|', inserted('3782 822463 10005'), '3782 822463 10005|'],
  ['a letter in the middle changes nothing', 'cardNum', '4111| 1111', key('a'), '4111| 1111'],
  ['a hyphen in the middle stays while it is typed', 'phone', '090|12345678', key('-'), '090-|12345678'],
  ['a composed digit in the middle', 'phone', '090|1234567', composed('８'), '090８|1234567'],
];

test('the caret stays where it is expected, also without the window', async ({ page, donor }) => {
  for (const [title, name, from, act, to] of edits)
    await test.step(title, async () => {
      await startAt(donor.control(name), from);
      await act(page);
      await expect.poll(() => caretIn(donor.control(name))).toBe(to);
    });
  await startAt(donor.control('phone'), '090-|1234');
  await donor.control('phone').evaluate((field) => {
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
  expect(await caretIn(donor.control('phone'))).toBe('090-|1234');
  await expect(donor.errorFor('phone')).toHaveCount(0);
});

test('undo brings back no digits that were never there', async ({ page, donor }) => {
  const field = donor.control('cardNum');
  await field.focus();
  await page.keyboard.type('4111155');
  for (const keys of ['Backspace', 'Control+Z', 'Control+Shift+Z']) await page.keyboard.press(keys);
  await expect(field).toHaveValue('4111 15');
  // somebody else may use the computer next
  await donor.clearForm();
  await field.focus();
  await page.keyboard.press('Control+Z');
  await expect(field).toHaveValue('');
});

// tests/views and card-brand.test.ts have the other brands.
test('the form names the card’s brand once, and only as advice', async ({ page, donor }) => {
  const [number, code] = [donor.control('cardNum'), donor.control('securityCode')];
  const heard = await listen(page);
  await number.focus();
  await page.keyboard.type('4111');
  await expect(code).toHaveAccessibleDescription(/Visaは、カード裏面の3桁/);
  await number.fill('3782 822463 10005');
  await expect(code).toHaveAccessibleDescription(/American Expressは、カード表面の4桁の数字です。/);
  await expect.poll(heard).toEqual(['Visa', 'American Express']);
  const doubt = page.getByText(unusualSecurityCode('American Express', 4));
  await code.fill('123');
  await expect(doubt).toHaveCount(0);
  await number.focus();
  await expect(doubt).toBeVisible();
  await expect(donor.bubbles).toHaveCount(0);
});
