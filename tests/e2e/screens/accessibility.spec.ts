import { TEST_CARD } from '../support/donor.ts';
import { expect, test } from '../support/fixtures.ts';
import { hold, listen } from '../support/page.ts';
import { openConfirm, openTyped, reviewedByCard, typedForm } from '../support/seeded.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('by keyboard alone, the focus is always visible', async ({ page, donor }) => {
  /** From here to the field `last`, or to the end of the form. */
  const hiddenStops = async (last?: string) => {
    const hidden: string[] = [];
    for (let isOver = false; !isOver; ) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate((name) => {
        const element = document.activeElement ?? document.body;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { left, top, width, height } = element.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        const faults = [
          (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) && 'no ring',
          !(above?.contains(element) || element.contains(above)) && 'covered',
        ].flatMap((fault) => (fault ? `${fault}: ${element.outerHTML}` : []));
        return { faults, isOver: !element.closest('main') || element.getAttribute('name') === name };
      }, last);
      hidden.push(...stop.faults);
      isOver = stop.isOver;
    }
    return hidden;
  };
  await test.step('to mend errors', async () => {
    await donor.open();
    await donor.confirmInput();
    await donor.isAt('input.form.correcting');
    expect(await hiddenStops()).toEqual([]);
  });
  await test.step('to change the name', async () => {
    await openConfirm(page, reviewedByCard());
    await page.getByRole('link', { name: /^変更する\s?（お名前）$/ }).click();
    await donor.isAt('input');
    expect(await hiddenStops('city')).toEqual([]);
  });
});

test('a screen reader follows each screen: its headline, its errors, and what it waits for', {
  tag: ['@§2.4', '@§2.58'],
}, async ({ page, donor, sandbox }) => {
  const headline = page.getByRole('heading', { level: 1 });
  await openTyped(page);
  // screen readers announce only a region that was there before its words, which `listen` cannot check
  await expect(page.locator('.waiting:empty')).not.toHaveCSS('display', 'none');
  const heard = await listen(page);
  const begins = async () => {
    await expect(headline).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  };
  const hears = (words: string) => expect.poll(heard).toContainEqual(expect.stringContaining(words));

  await test.step('the card is checked', async () => {
    const tokenise = await hold(page, `${sandbox.gateway}/token`);
    await donor.fill(TEST_CARD);
    await donor.confirmInput();
    await hears('カード情報を確認しています');
    await expect(page.getByRole('button', { name: 'カード情報を確認しています' })).toBeFocused();
    tokenise();
  });
  await test.step('to confirm and back', async () => {
    await donor.isAt('confirm');
    await begins();
    await expect(page).toHaveTitle(/^お申し込み内容の確認（まだ完了していません）｜/);
    await page.getByRole('link', { name: '入力画面に戻る' }).click();
    await donor.isAt('input');
    await begins();
  });
  await test.step('the application is sent, and the bank’s page opens', async () => {
    const redirectUrl = `${sandbox.gateway}/3ds/nowhere`;
    await page.route(redirectUrl, (route) => route.fulfill({ status: 204 }));
    const register = await hold(page, '**/memberRegisterCard.php');
    await sandbox.setScenario('memberRegisterCard', {
      body: { success: true, redirectUrl, registerToken: 'register' },
    });
    await donor.apply();
    await hears('お申し込みを送信しています');
    await expect(page.getByRole('button', { name: '送信中...' })).toBeFocused();
    register();
    await hears('カード会社の認証画面に移動しています');
    await begins();
  });
  await test.step('back to the form, which says what has become of the application', async () => {
    await page.goBack();
    await donor.isAt('input.form.failed');
    await expect(page.getByRole('region', { name: 'ご確認ください' })).toBeFocused();
    await expect(page).toHaveTitle(/^エラー：/);
  });
  await test.step('signed up, and another application', async () => {
    await page.route('**/complete.php', (route) => route.fulfill({ status: 204 }));
    await openConfirm(page);
    await donor.agreeAndSubmit();
    await donor.isAt('complete.leaving');
    await begins();
    await page.reload();
    await page.getByRole('button', { name: '別のお申し込みを始める' }).click();
    await donor.isAt('input');
    await begins();
  });
});

test('a screen reader hears that the form was cleared, each time', async ({ page, donor }) => {
  await openTyped(page);
  const heard = await listen(page);
  const opener = page.getByRole('button', { name: '入力内容を消去する' });
  const keeper = page.getByRole('button', { name: 'やめる' });
  await opener.click();
  await expect(keeper).toBeFocused();
  await expect(opener).toBeHidden();
  await keeper.click();
  await expect(opener).toBeFocused();
  const cleared = expect.stringContaining('入力内容を消去しました');
  for (const times of [1, 2]) {
    await donor.clearForm();
    await expect.poll(heard).toEqual(Array(times).fill(cleared));
    await expect(keeper).toBeHidden();
  }
  await expect(page.getByRole('form', { name: 'お申し込みフォーム' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'ご支援内容' })).toBeInViewport();
  await expect(donor.control('lastName')).toHaveValue('');
});

test('with forced colours, outlines, choices and errors stay distinct', async ({ page, donor }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await donor.open();
  await donor.confirmInput();
  await donor.isAt('input.form.correcting');
  const outlines = await page
    .locator('.control, .choice, .button:not(.button-link), .bubble')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
        return borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth);
      }),
    );
  expect(outlines.length).toBeGreaterThan(25);
  expect(Math.min(...outlines)).toBeGreaterThanOrEqual(1);
  const border = (name: string) =>
    donor.control(name).evaluate((element) => getComputedStyle(element).borderTopWidth);
  expect(await border('email')).not.toBe(await border('birthYear'));
  const colours = await page
    .locator('.steps li')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item, '::before').backgroundColor));
  expect(colours[0]).not.toBe(colours[1]);
});

test('with reduced motion, only the waiting sign moves, slowly', async ({ page, donor, sandbox }) => {
  const durations = () =>
    page.evaluate(() => document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)));
  await openTyped(page);
  // many bubbles at once are not animated
  await donor.fill({ ...TEST_CARD, email: 'hanako' });
  await donor.control('email').blur();
  const bubble = donor.errorFor('email');
  await expect(bubble).toHaveCSS('animation-name', 'bubble-in');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(bubble).toHaveCSS('animation-name', 'none');

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await donor.fill({ email: typedForm.email });
  await hold(page, `${sandbox.gateway}/token`);
  await donor.confirmInput();
  await expect.poll(durations).toEqual([1000]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(durations).toEqual([6000]);
});
