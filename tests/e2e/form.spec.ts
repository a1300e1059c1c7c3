import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';

test('an empty form shows every required field its error, and none before', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await expect(page.locator('[data-error-for]')).toHaveCount(0);
  await donor.confirmInput();
  await donor.isAt('input.form.correcting');
  const required = [
    'lastName',
    'firstName',
    'furigana',
    'email',
    'zip',
    'prefecture',
    'city',
    'street',
    'phone',
  ];
  for (const name of [...required, 'cardNum', 'expirationMonth', 'expirationYear', 'securityCode']) {
    await expect(donor.errorFor(name)).toContainText('必須項目です');
  }
});

test.describe('a field that is left', () => {
  for (const [name, value, message] of [
    ['email', 'hanako@example', '正しいメールアドレスを入力してください'],
    ['zip', '123', '123-4567の形式で入力してください'],
    ['phone', '0901234', '09012345678の形式で入力してください'],
    ['cardNum', '4111', '14〜16桁の数字を入力してください'],
    ['securityCode', '12', '3桁以上の数字を入力してください'],
    ['lastName', '', '必須項目です'],
  ] as const) {
    test(`says what is wrong: ${name} “${value}”`, async ({ page }) => {
      const donor = donorAt(page);
      await donor.open();
      await donor.control(name).focus();
      await donor.control(name).fill(value);
      await donor.control(name).blur();
      await expect(donor.errorFor(name)).toContainText(message);
    });
  }

  test('says so for a free amount under 1,000 yen and a bank debit under 2,000 yen', async ({ page }) => {
    const donor = donorAt(page);
    await donor.open();
    await donor.choose('price', 'other');
    await donor.fill({ priceOther: '999' });
    await donor.control('priceOther').blur();
    await expect(donor.errorFor('priceOther')).toContainText('1000以上で入力してください');
    await donor.payByBank('1000');
    await donor.confirmInput();
    await expect(donor.errorFor('price')).toContainText('口座引落は2000以上で入力してください');
  });

  test('folds what was typed in other shapes', async ({ page }) => {
    const donor = donorAt(page);
    await donor.open();
    await donor.fill({ phone: '０９０−１２３４‐５６７８', email: 'hanako＠example.jp' });
    await donor.control('email').blur();
    await expect(donor.control('phone')).toHaveValue('09012345678');
    await expect(donor.control('email')).toHaveValue('hanako@example.jp');
    await expect(donor.errorFor('phone')).toHaveCount(0);
  });
});

test('a bubble goes when it is clicked and comes back when the error changes', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await donor.fill({ email: 'x' });
  await donor.control('email').blur();
  await donor.errorFor('email').click();
  await expect(donor.errorFor('email')).toHaveCount(0);
  await donor.fill({ email: '' });
  await donor.control('email').blur();
  await expect(donor.errorFor('email')).toContainText('必須項目です');
});

test('Enter in a field does not submit', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await donor.control('email').press('Enter');
  await donor.control('lastName').press('Enter');
  await expect(donor.main).toHaveAttribute('data-state', 'input.form.filling');
  await expect(page.locator('[data-error-for="phone"]')).toHaveCount(0);
});

test('a postal code is looked up once and fills the address', async ({ page, sandbox }) => {
  const donor = donorAt(page);
  await donor.open();
  for (const zip of ['1000001', '150-0001', '１００－０００１']) await donor.control('zip').fill(zip);
  await donor.control('zip').blur();
  await expect(donor.control('prefecture')).toHaveValue('東京都');
  await expect(donor.control('city')).toHaveValue('千代田区千代田');
  const lookups = (await sandbox.requests()).filter(
    ({ path, method }) => method === 'POST' && path.includes('postalCode'),
  );
  expect(lookups.filter(({ body }) => JSON.stringify(body).includes('1000001'))).toHaveLength(1);
});

test('a lookup that fails never stands in the way', async ({ page, sandbox }) => {
  const donor = donorAt(page);
  await sandbox.setScenario('postalCode', { status: 500 });
  await donor.open();
  await donor.fill({ zip: '1000001', city: '千代田区', street: '1-1' });
  await expect(donor.control('city')).toHaveValue('千代田区');
  await expect(donor.errors).toHaveCount(0);
});

test('the days follow year and month; years and expiry years are as specified', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  const values = (name: string) =>
    donor
      .control(name)
      .locator('option')
      .evaluateAll((options) =>
        options.map((option) => (option instanceof HTMLOptionElement ? option.value : '')).filter(Boolean),
      );
  const year = new Date().getFullYear();
  expect(await values('birthDay')).toHaveLength(31);
  await donor.fill({ birthYear: '2001', birthMonth: '2' });
  expect(await values('birthDay')).toHaveLength(28);
  await donor.fill({ birthYear: '2000' });
  expect(await values('birthDay')).toHaveLength(29);
  await donor.fill({ birthMonth: '1', birthDay: '31' });
  await donor.fill({ birthMonth: '4' });
  expect(await values('birthDay')).toHaveLength(30);
  await expect(page.getByRole('group', { name: '生年月日' }).getByRole('status')).toHaveText(
    '選んだ月にない日だったため、日を空欄に戻しました。日を選び直してください。',
  );
  await donor.fill({ birthDay: '30' });
  await expect(page.getByText('日を空欄に戻しました')).toHaveCount(0);
  const years = (await values('birthYear')).map(Number);
  expect(years).toHaveLength(100);
  expect(Math.max(...years)).toBe(year - 10);
  expect((await values('expirationYear')).map(Number)).toEqual(
    Array.from({ length: 10 }, (_, index) => year + index),
  );
  expect(await values('expirationMonth')).toEqual(
    Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0')),
  );
});

test('the card notice opens over the form and closes by link, background and Escape', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  const notice = page.getByRole('dialog', { name: 'クレジットカードご利用時の注意事項' });
  const opener = page.getByText('クレジットカードご利用時の注意事項').first();
  const close = [
    () => notice.getByText('閉じる').last().click(),
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Escape'),
  ];
  for (const closeIt of close) {
    await opener.click();
    await donor.isAt('input.cardNotice');
    await expect(notice).toBeVisible();
    await closeIt();
    await expect(notice).toBeHidden();
    await donor.isAt('input.form.filling');
  }
});

test('the page shows its steps, header and footer', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await expect(page.locator('[aria-current="step"]')).toContainText('入力');
  await expect(page.locator('header')).toContainText('15,000');
  const footer = page.locator('footer');
  for (const href of ['/forsupporter/', '/contact/', '/privacypolicy/', '/kiyaku/', '/dhpolicy/', '/sct/']) {
    await expect(footer.locator(`a[href="${href}"]`)).toBeVisible();
  }
  await expect(footer.locator('a[href="/contact/"]')).toHaveAttribute('target', '_blank');
});

test('page views are counted, with no word of what was typed', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await donor.fillHome();
  await donor.payByBank();
  await page.evaluate(() => window.scrollTo(0, 2000));
  await donor.confirmInput();
  await donor.isAt('confirm');
  await expect(page.locator('[aria-current="step"]')).toContainText('確認');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => window.dataLayer)).toEqual([
    { event: 'page_view', page_kind: 'input', page_path: '/form/member' },
    { event: 'page_view', page_kind: 'confirm', page_path: '/form/member/confirm' },
  ]);
});

test('the campaign of the cookies and a captcha token travel with the application', async ({
  page,
  sandbox,
  context,
}) => {
  const donor = donorAt(page);
  await context.addCookies([
    { name: 'utmSource', value: 'newsletter', url: sandbox.url },
    { name: 'utmMedium', value: encodeURIComponent('メール'), url: sandbox.url },
  ]);
  await donor.open();
  await donor.fillHome();
  await donor.payByBank();
  await donor.confirmInput();
  await donor.agreeAndSubmit();
  await donor.isComplete();
  const [registration] = await sandbox.registrations();
  expect(registration?.payload).toMatchObject({
    utmSource: 'newsletter',
    utmMedium: 'メール',
    utmCampaign: '',
    recaptchaToken: expect.stringMatching(/.+/),
  });
});

test('the access token is fetched on load and again every 14 minutes', async ({ page, sandbox }) => {
  await page.clock.install();
  const donor = donorAt(page);
  await donor.open();
  const fetches = async () =>
    (await sandbox.requests()).filter(({ path }) => path.includes('token.php')).length;
  await expect.poll(fetches).toBe(1);
  await page.clock.runFor(14 * 60_000 - 5000);
  expect(await fetches()).toBe(1);
  await page.clock.runFor(6000);
  await expect.poll(fetches).toBe(2);
});

test('a tab that got no access token asks for one as soon as it is looked at again', async ({
  page,
  sandbox,
}) => {
  await page.clock.install();
  await sandbox.setScenario('token', { status: 500 });
  await donorAt(page).open();
  const fetches = async () =>
    (await sandbox.requests()).filter(({ path }) => path.includes('token.php')).length;
  await expect.poll(fetches).toBeGreaterThan(0);
  // no pause ends by itself from here on
  await page.clock.pauseAt(Date.now() + 5000);
  const before = await fetches();
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(await fetches()).toBe(before + 1);
  }).toPass();
});

test('each payment method shows what belongs to it', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await expect(page.getByText(/海外への郵送/)).toBeHidden();
  await expect(donor.control('cardNum')).toBeVisible();
  await donor.payByBank();
  await expect(donor.control('cardNum')).toBeHidden();
  await expect(donor.main).toContainText('2,000円');
  await donor.fillHome();
  await donor.confirmInput();
  await donor.isAt('confirm');
  await expect(donor.main).toContainText('10日以内');
});

test('the card notice says what a donor must know', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await page.getByText('クレジットカードご利用時の注意事項').first().click();
  const notice = page.getByRole('dialog');
  for (const words of [
    /Visa/i,
    /Master/i,
    /JCB/,
    /American Express/i,
    'デビット',
    '日本国内',
    '翌月',
    '2014年4月1日',
    '手数料のご負担はありません',
  ]) {
    await expect(notice).toContainText(words);
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toContain('hidden');
});

test('the confirm screen shows what was given and leaves out what was not', async ({ page }) => {
  const donor = donorAt(page);
  await donor.open();
  await donor.fillHome();
  await donor.payByBank();
  await donor.confirmInput();
  await donor.isAt('confirm');
  await expect(donor.main).not.toContainText('生年月日');
  await expect(donor.main).not.toContainText('性別');
  await expect(donor.main).toContainText('必要');
  await expect(donor.main).toContainText('はい');
  await page.getByRole('link', { name: '入力画面に戻る' }).click();
  await donor.fill({ birthYear: '1980' });
  await donor.choose('gender', '女性');
  await donor.control('mailMagazine').uncheck({ force: true });
  await donor.tick('annualReport');
  await donor.confirmInput();
  await donor.isAt('confirm');
  await expect(donor.main).toContainText('1980年');
  await expect(donor.main).toContainText('女性');
  await expect(donor.main).toContainText('いいえ');
  await expect(donor.main).toContainText('不要');
});

test('card notes that cannot be loaded leave the form in working order', async ({ page }) => {
  const donor = donorAt(page);
  await page.route('**/assets/later-screens*.js', (route) => route.abort());
  await donor.open();
  await page.getByText('クレジットカードご利用時の注意事項').first().click();
  await expect(async () => {
    await donor.fill({ lastName: '' });
    await donor.fill({ lastName: '山田' });
    expect(await page.evaluate(() => sessionStorage.getItem('signup.v2'))).toContain('山田');
  }).toPass();
});
