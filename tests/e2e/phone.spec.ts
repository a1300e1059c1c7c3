import type { Page } from '@playwright/test';
import { reach, type Stage } from './every-state.ts';
import { expect, test } from './fixtures.ts';
import { japaneseKeyboard } from './japanese-keyboard.ts';
import { openConfirm } from './seeded.ts';

const screen = { width: 390, height: 664 };
test.use({ viewport: screen, isMobile: true, hasTouch: true });

/** A phone's keyboards; each opens and closes. */
const keyboards = {
  'makes the window lower': (page: Page) => async (isOpen: boolean) =>
    page.setViewportSize({ ...screen, height: isOpen ? 330 : screen.height }),
  /** Covers the window and makes the visual viewport lower, as zooming to 200 % does here. */
  'covers the window': (page: Page) => async (isOpen: boolean) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setPageScaleFactor', { pageScaleFactor: isOpen ? 2 : 1 });
  },
};

/** The elements that a donor cannot read, since they are out of sight or covered. */
const notRead = (page: Page, selectors: string[]): Promise<string[]> =>
  page.evaluate(
    (all) =>
      all.filter((selector) => {
        const element = document.querySelector(selector);
        const { visualViewport: seen } = window;
        if (!element || !seen) return true;
        const { left, top, bottom, width, height } = element.getBoundingClientRect();
        const middle = top + height / 2;
        // browsers scroll the line into view in which the donor types, not the whole field
        const end = element instanceof HTMLInputElement ? middle : bottom;
        if (top < seen.offsetTop || end > seen.offsetTop + seen.height) return true;
        const above = document.elementFromPoint(left + width / 2, middle);
        return !above || !(element.contains(above) || above.contains(element));
      }),
    selectors,
  );

async function comeToChangeTheMail({ page }: Stage): Promise<void> {
  await openConfirm(page);
  await page.getByRole('link', { name: /^変更する\s?（メールアドレス）$/ }).tap();
}

test.describe('with the keyboard open', () => {
  test.skip(
    ({ browserName }) => browserName === 'firefox',
    'Only Firefox for Android brings a field to sight when the window gets lower',
  );
  for (const [who, arrive, name] of [
    ['mends what the list of errors says', (stage: Stage) => reach('input.form.correcting', stage), 'zip'],
    ['came to change one thing', comeToChangeTheMail, 'email'],
  ] as const)
    test(`who ${who} sees field and error`, async ({ page, donor, sandbox, browserName }) => {
      await arrive({ page, sandbox });
      await donor.isAt('input.form');
      await donor.fill({ [name]: '1' });
      await donor.control(name).blur();
      await expect(donor.errorFor(name)).toBeVisible();
      for (const [how, keyboardOf] of Object.entries(keyboards))
        await test.step(`a keyboard that ${how}`, async (step) => {
          step.skip(how === 'covers the window' && browserName !== 'chromium', 'needs DevTools');
          const open = keyboardOf(page);
          await page.evaluate(() => scrollTo(0, 0));
          await donor.control(name).tap();
          await open(true);
          await page.keyboard.type('2');
          const needed = [`[name="${name}"]`, `[data-error-for="${name}"]`];
          await expect.poll(() => notRead(page, needed)).toEqual([]);
          await open(false);
          await donor.control('phone').tap();
        });
      await keyboards['makes the window lower'](page)(true);
      await page.getByRole('button', { name: '入力内容を確認する' }).tap();
      await donor.isAt('input.form.correcting');
      await expect(page.getByRole('region', { name: /ご確認ください/ })).toBeFocused();
    });
});

test.describe('a key whose event comes after the composition that it ended, as in Safari', () => {
  test('Escape closes no error', async ({ page, donor, sandbox }) => {
    await reach('input.form.correcting', { page, sandbox });
    const keyboard = await japaneseKeyboard(page);
    await donor.control('email').tap();
    await keyboard.compose('あ');
    await keyboard.endBeforeKey('Escape', '');
    await donor.has({ email: '' });
    await expect(donor.errorFor('email')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(donor.errorFor('email')).toBeHidden();
  });

  test('Enter chooses no country', async ({ page, donor }) => {
    const keyboard = await japaneseKeyboard(page);
    await donor.open();
    await donor.tick('expatriate');
    await page.getByRole('searchbox').tap();
    await keyboard.compose('い', 'いん');
    await keyboard.endBeforeKey('Enter', 'イン');
    await expect(page.getByText(/件見つかりました/)).toBeVisible();
    await donor.has({ country: '' });
    await page.keyboard.press('Enter');
    await donor.has({ country: 'India' });
  });
});
