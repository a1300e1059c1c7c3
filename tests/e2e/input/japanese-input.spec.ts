import { expect, formTest, test } from '../support/fixtures.ts';
import { japaneseKeyboard } from '../support/japanese-keyboard.ts';
import { hold, savedSession } from '../support/page.ts';

// tests/keyboard replays what real keyboards did, without a page.
formTest(
  'the furigana follows both names, and one that it cannot follow is questioned',
  {
    tag: '@§4.26',
  },
  async ({ page, donor }) => {
    const keyboard = await japaneseKeyboard(page);
    const [lastName, furigana] = [donor.control('lastName'), donor.control('furigana')];
    const type = async (name: string, ...texts: string[]) => {
      await donor.control(name).selectText();
      await keyboard.compose(...texts);
      await keyboard.settle();
    };
    const question = page.getByText('お名前が変わりました。ふりがなが合っているか');
    await type('lastName', 'y', 'や', 'やｍ', 'やま', 'やまd', 'やまだ', '山田');
    await type('firstName', 'はn', 'はな', 'はなｋ', 'はなこ', '花子');
    await expect(furigana).toHaveValue('やまだ　はなこ');

    await furigana.fill('やまだはな ');
    await lastName.focus();
    // the blank goes once the page has seen that the fields were left
    await expect(furigana).toHaveValue('やまだはな');
    await lastName.fill('');
    await type('lastName', 'すずき', '鈴木');
    await expect(question).toHaveCount(0);
    await furigana.focus();
    await expect(question).toBeVisible();
    await furigana.fill('すずきはな');
    await expect(question).toHaveCount(0);
  },
);

formTest('the end of a composition counts although no `input` event reported it', async ({ page, donor }) => {
  await donor.control('street').evaluate((input: HTMLInputElement) => {
    const fire = (type: string) => input.dispatchEvent(new CompositionEvent(type, { bubbles: true }));
    fire('compositionstart');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '霞が関');
    fire('compositionend');
  });
  await expect.poll(() => savedSession(page)).toMatchObject({ form: { street: '霞が関' } });
});

formTest(
  'Enter moves and submits nothing in any field, whether it ends a composition or not',
  {
    tag: '@§2.31',
  },
  async ({ page, donor }) => {
    const keyboard = await japaneseKeyboard(page);
    // one field of each kind
    for (const name of ['lastName', 'zip', 'cardNum']) {
      await donor.control(name).focus();
      await keyboard.compose('１', '１２');
      await keyboard.settle();
      await donor.control(name).press('Enter');
      await expect(donor.control(name)).toBeFocused();
    }
    await expect(donor.main).toHaveAttribute('data-state', 'input.form.filling');
  },
);

test('a looked-up address waits for the end of a composition in the city', async ({ page, donor }) => {
  await donor.open();
  const keyboard = await japaneseKeyboard(page);
  const answer = await hold(page, '**/postalCode.php');
  await donor.fill({ zip: '1000001' });
  await donor.control('city').focus();
  await keyboard.compose('ち', '千代田区');
  answer();
  await expect(donor.control('prefecture')).toHaveValue('東京都');
  await expect(donor.control('city')).toHaveValue('千代田区');
  await keyboard.settle();
  await expect(donor.control('city')).toHaveValue('千代田区千代田');
});

formTest(
  'a key whose event follows the composition that it ended, as in Safari, does nothing else',
  async ({ page, donor }) => {
    const keyboard = await japaneseKeyboard(page);
    await donor.confirmInput();
    await test.step('Escape closes no error', async () => {
      await donor.control('email').focus();
      await keyboard.compose('あ');
      await keyboard.endBeforeKey('Escape', '');
      await donor.has({ email: '' });
      await expect(donor.errorFor('email')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(donor.errorFor('email')).toBeHidden();
    });
    await test.step('Enter chooses no country', async () => {
      await donor.tick('expatriate');
      await page.getByRole('searchbox').focus();
      await keyboard.compose('い', 'いん');
      await keyboard.endBeforeKey('Enter', 'イン');
      await expect(page.getByText(/件見つかりました/)).toBeVisible();
      await donor.has({ country: '' });
      await page.keyboard.press('Enter');
      await donor.has({ country: 'India' });
    });
  },
);
