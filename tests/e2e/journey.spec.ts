import { createClient } from '../sandbox/client.ts';
import { BANK_DEBIT, CARD, donorAt, homeDonor, overseasDonor, TEST_CARD } from './donor.ts';
import { expect, test } from './fixtures.ts';
import { openConfirm, reviewedByCard } from './seeded.ts';

test('a donor at home signs up by bank debit', { tag: '@core' }, async ({ page, sandbox }) => {
  const donor = donorAt(page);
  await donor.open();
  await donor.fillHome();
  await donor.fill({ birthYear: '1980', birthMonth: '2', birthDay: '29' });
  await donor.choose('gender', 'その他');
  await donor.tick('receipt');
  await donor.payByBank('5000');
  await donor.confirmInput();

  await donor.isAt('confirm');
  await expect(page).toHaveURL(/\/form\/member\/confirm$/);
  for (const text of ['山田 花子', homeDonor.furigana, homeDonor.email, '5,000円', BANK_DEBIT, 'その他']) {
    await expect(donor.main).toContainText(text);
  }
  await expect(donor.submitButton).toBeDisabled();
  await donor.tick('understood');
  await expect(donor.submitButton).toBeDisabled();
  await donor.agreeAndSubmit();
  await donor.isComplete();
  await expect(page.locator('body')).toContainText('山田');

  const [registration, ...others] = await sandbox.registrations();
  expect(others).toEqual([]);
  expect(registration).toMatchObject({ method: 'bank', status: 'complete' });
  expect(registration?.payload).toMatchObject({
    ...homeDonor,
    price: '5000',
    paymentAmount: 5000,
    zip: '100-0001',
    prefecture: '東京都',
    state: '東京都',
    city: '千代田区千代田',
    birthDate: '1980-2-29',
    gender: 'その他',
    receipt: true,
    annualReport: false,
    mailMagazine: true,
    expatriate: false,
    paymentMethod: BANK_DEBIT,
  });
});

test('a donor overseas signs up by card', {
  tag: ['@core', '@§3.9', '@§3.11', '@§3.12', '@§3.14', '@§3.26', '@§3.27', '@§3.28'],
}, async ({ page, sandbox }) => {
  const donor = donorAt(page);
  await donor.open();
  await donor.fillOverseas();
  await donor.choose('price', 'other');
  await donor.fill({ priceOther: '１２３４５', birthYear: '1980', birthDay: '3' });
  await donor.payByCard();
  await donor.confirmInput();

  await donor.isAt('confirm');
  await expect(donor.main).toContainText('12,345円');
  await expect(donor.main).toContainText(/\*+\s?1111/);
  await donor.agreeAndSubmit();
  await donor.answerBank('認証する');
  await donor.isComplete();

  const [registration] = await sandbox.registrations();
  expect(registration).toMatchObject({ method: 'card', status: 'complete' });
  expect(registration?.payload).toMatchObject({
    ...overseasDonor,
    zip: overseasDonor.zipExpatriate,
    state: 'NY',
    birthYear: '1980',
    birthDay: '3',
    paymentAmount: 12345,
    cardExpiryMonth: '12',
    paymentMethod: CARD,
    callbackUrl: `${sandbox.url}/form/member/callback`,
  });
  expect(registration?.payload).not.toHaveProperty('gender');
  expect(registration?.payload).not.toHaveProperty('birthDate');
  expect(JSON.stringify(await sandbox.requests())).not.toContain(TEST_CARD.cardNum);
});

test('a card donor whom the bank does not confirm, or who cancels there, is back at the form and can try again', {
  tag: '@core',
}, async ({ page, sandbox }) => {
  const donor = donorAt(page);
  const card = await createClient({ site: sandbox.url, ...sandbox }).cardToken();
  await openConfirm(page, reviewedByCard(card));
  await donor.agreeAndSubmit();
  for (const [button, tryAgain] of [
    ['認証に失敗する', () => donor.applyByCard()],
    ['キャンセル', () => donor.signUpByCard()],
  ] as const) {
    await donor.answerBank(button);

    await donor.isAt('input.form.failed');
    await expect(page).toHaveURL(/\/form\/member$/);
    await expect(donor.errors).not.toHaveCount(0);
    await expect(donor.control('lastName')).toHaveValue(homeDonor.lastName);
    await expect(donor.control('cardNum')).toHaveValue('');
    await tryAgain();
  }
  expect((await sandbox.registrations()).map(({ status }) => status)).toEqual([
    'complete',
    'failed',
    'failed',
  ]);
});

test.describe('messages with markup', () => {
  // the sanitiser parses them in a document of its own, where Chromium reports handlers that it will not run
  test.use({ expectedFaults: /inline event handler/ });

  test('messages of the server stand in the list at the top, sanitised, each with a way to ask', {
    tag: '@core',
  }, async ({ page, sandbox }) => {
    const donor = donorAt(page);
    await sandbox.setScenario('memberRegisterBank', {
      body: {
        success: false,
        messages: [
          '<a href="/contact/" onclick="alert(1)">窓口</a>へ<img src=x onerror="window.hacked=1">',
          '二つ目',
        ],
      },
    });
    await openConfirm(page);
    await donor.agreeAndSubmit();

    await donor.isAt('input.form.failed');
    await expect(donor.errors).toHaveCount(2);
    await expect(donor.errors.first()).toContainText('窓口へ');
    await expect(donor.errors.first().locator('a').first()).not.toHaveAttribute('onclick');
    await expect(page.getByRole('link', { name: /窓口.*新しいタブで開きます/ })).toHaveAttribute(
      'target',
      '_blank',
    );
    await expect(donor.errors.locator('img')).toHaveCount(0);
    for (const item of await donor.errors.all())
      await expect(item.locator('a[href="/contact/"]').last()).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    await expect(donor.control('email')).toHaveValue(homeDonor.email);
  });
});

test('the callback refuses what is no answer of the bank', { tag: ['@§4.11', '@§4.12', '@§8.1'] }, async ({
  page,
  sandbox,
}) => {
  const donor = donorAt(page);
  // what the bank has told another browser is worth nothing in this one
  const shared = btoa(JSON.stringify({ accessId: 'access', event: '3DSecure', csrfToken: 'csrf' }));
  for (const query of ['', '?p=nonsense', `?p=${shared}`]) {
    await page.goto(`/form/member/callback${query}`);
    await donor.isAt('input.form.failed');
    await expect(donor.errors, query).toContainText('不正なアクセスです。');
    await expect(page).toHaveURL(/\/form\/member$/);
  }
  expect((await sandbox.requests()).some(({ path }) => path.includes('memberVerifyCard'))).toBe(false);
});
