import { expect, type Page } from '@playwright/test';

/** The key code of every key that the input method handles. */
const takenByInputMethod = 229;

/**
 * A Japanese keyboard through Chromium's input method interface, so that the page gets the events of real typing:
 * `keydown` with code 229, composition events and `input`.
 */
export async function japaneseKeyboard(page: Page) {
  const browser = await page.context().newCDPSession(page);

  const show = (text: string) =>
    browser.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const keyDown = (key: string) =>
    browser.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key,
      windowsVirtualKeyCode: takenByInputMethod,
      nativeVirtualKeyCode: takenByInputMethod,
    });
  const keyUp = (key: string) => browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  const focused = () => page.evaluate(() => document.activeElement?.id);

  let shown = '';
  return {
    /** Shows one text after the other in the composition, one for each key. */
    async compose(...texts: string[]) {
      for (const text of texts) {
        await keyDown('Process');
        await show(text);
        await keyUp('Process');
      }
      shown = texts.at(-1) ?? '';
    },
    /** Enter ends the composition and must not move the focus. */
    async settle() {
      const before = await focused();
      await keyDown('Enter');
      await page.keyboard.insertText(shown);
      await keyUp('Enter');
      expect(await focused()).toBe(before);
    },
    /** As in Safari: the composition ends with `text`, and the event of the key that ended it comes afterwards. */
    async endBeforeKey(key: 'Enter' | 'Escape', text: string) {
      await (text === '' ? show('') : page.keyboard.insertText(text));
      await keyDown(key);
      await keyUp(key);
    },
    /** Ends the composition as a touch does on a phone's keyboard, without a key event. */
    touchCandidate: () => page.keyboard.insertText(shown),
  };
}

/** Pastes into the focused field. Needs the permission `clipboard-write`. */
export async function paste(page: Page, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
}

/**
 * Fills fields as Chrome's autofill does: at once, in the given order, without moving the focus. Each field gets key
 * events without a key, then `input`, `change` and `blur`. Safari's autofill sends no key events and no `blur`.
 */
export async function autofill(
  page: Page,
  values: Record<string, string>,
  by: 'Chrome' | 'Safari' = 'Chrome',
) {
  await page.evaluate(
    ([given, isChrome]) => {
      const bubbles = true;
      const key = { bubbles, key: 'Unidentified' };
      for (const [name, value] of Object.entries(given)) {
        const control = document.querySelector(`[name="${name}"]`);
        if (!control) throw new Error(`No field ${name}`);
        if (isChrome) control.dispatchEvent(new KeyboardEvent('keydown', key));
        // React replaces the element's own setter, to distinguish its own changes from the browser's.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles }));
        if (!isChrome) continue;
        control.dispatchEvent(new KeyboardEvent('keyup', key));
        control.dispatchEvent(new FocusEvent('blur'));
      }
    },
    [values, by === 'Chrome'] as const,
  );
}
