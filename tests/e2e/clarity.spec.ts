import { donorAt, overseasDonor } from './donor.ts';
import { reach } from './every-state.ts';
import { expect, test } from './fixtures.ts';
import { keptCard, seedSession, sessionWith, typedForm, typedFormByBank } from './seeded.ts';

test.use({ viewport: { width: 360, height: 740 } });

const change = (name: string) => new RegExp(`^変更する\\s?（${name}）$`);

test('each 変更する leads to its field, and one press from there back to confirm', async ({ page }) => {
  const donor = donorAt(page);
  await seedSession(page, sessionWith({ ...typedForm, birthYear: '1980' }, { card: keptCard('token') }));
  await page.goto('/form/member/confirm');
  for (const [name, field] of [
    ['毎月のご支援金額', 'price'],
    ['メールアドレス', 'email'],
    ['ご住所', 'zip'],
    ['生年月日', 'birthYear'],
    ['お支払い方法', 'paymentMethod'],
  ] as const) {
    await page.getByRole('link', { name: change(name) }).click();
    await donor.isAt('input');
    await expect(page.locator(':focus')).toHaveAttribute('name', field);
    await expect(page.locator(':focus')).toBeInViewport();
    // without scrolling: the button has come along
    await expect(page.getByRole('button', { name: '入力内容を確認する' })).toBeInViewport({ ratio: 1 });
    await donor.confirmInput();
    await donor.isAt('confirm.reviewing');
  }
});

test('the button is not in the way of a donor who fills in the form', async ({ page }) => {
  await donorAt(page).open();
  await expect(page.getByRole('button', { name: '入力内容を確認する' })).not.toBeInViewport();
});

test('amount, rhythm, first debit and how to stop are stated where the donor decides', async ({ page }) => {
  const donor = donorAt(page);
  await seedSession(page, sessionWith(typedForm, { card: keptCard('token') }));
  await donor.open();
  await expect(donor.main).toContainText('翌月または翌々月');
  await expect(donor.main).toContainText('月末までにご連絡いただくと、翌月からのご請求を停止します');
  await donor.confirmInput();
  await donor.isAt('confirm');
  const sending = page.getByRole('region', { name: 'お申し込みの送信' });
  for (const words of [
    '毎月3,000円',
    '翌月または翌々月',
    'ご支援を停止するときは、お問い合わせ',
    '月末までにご連絡いただくと、翌月からのご請求を停止します',
    'カード会社の認証画面に移動します',
  ])
    await expect(sending).toContainText(words);
});

test('a bank donor reads of the paper form, and of no bank page', async ({ page }) => {
  await seedSession(page, sessionWith(typedFormByBank));
  await page.goto('/form/member/confirm');
  const sending = page.getByRole('region', { name: 'お申し込みの送信' });
  await expect(sending).toContainText('10日以内');
  // what the specification says of cards alone
  await expect(sending).not.toContainText(/認証画面|月末|翌月/);
});

test('a donor abroad reads that bank debit needs a form that is not mailed there, and may go on', async ({
  page,
}) => {
  const donor = donorAt(page);
  await seedSession(page, sessionWith({ ...typedForm, ...overseasDonor, expatriate: true }));
  await donor.open();
  const methods = page.getByRole('group', { name: /お支払い方法/ });
  await expect(methods).toHaveAccessibleDescription(/海外へは口座引落の申込用紙をお送りできません/);
  await donor.payByBank();
  const warning = /海外へは郵便物をお送りしておりません。.*クレジットカードをお選びください/;
  const payment = page.getByRole('region', { name: 'お支払い方法' });
  await expect(payment).toContainText(warning);
  await expect(payment).not.toContainText('申込用紙を郵送します');
  await donor.confirmInput();
  await donor.isAt('confirm');
  const sending = page.getByRole('region', { name: 'お申し込みの送信' });
  await expect(sending).toContainText(warning);
  await expect(sending).not.toContainText('申込用紙を郵送します');
});

test('parts of a birth date are shown as a date only where they are one', async ({ page }) => {
  for (const [birthYear, birthMonth, birthDay, shown] of [
    ['1980', '2', '29', '1980年2月29日'],
    ['1980', '2', '', '1980年2月'],
    ['', '2', '29', '2月29日'],
    ['1980', '', '29', '1980年（月が選ばれていません）'],
    ['', '', '29', '（月が選ばれていません）'],
  ] as const) {
    await seedSession(
      page,
      sessionWith({ ...typedForm, birthYear, birthMonth, birthDay }, { card: keptCard('token') }),
    );
    await page.goto('/form/member/confirm');
    await expect(page.locator('.summary-row', { hasText: '生年月日' }).locator('dd').first()).toHaveText(
      shown,
    );
  }
});

test('back from the bank the donor reads what has happened, also when the network is away', async ({
  page,
  sandbox,
}) => {
  await reach('callback.verifying', { page, sandbox });
  await expect(donorAt(page).main).toContainText('認証画面から戻りました');
  await reach('callback.notSent', { page, sandbox });
  await expect(donorAt(page).errors).toContainText('決済の確認を送信できませんでした');
  await expect(donorAt(page).main).not.toContainText('お申し込みは送信されていません');
});

test('the form says that it keeps what was typed', async ({ page }) => {
  await donorAt(page).open();
  await expect(donorAt(page).main).toContainText('入力内容はこのタブに保存されています');
});

test('on paper the summary stands alone, and says that it is no receipt', async ({ page }) => {
  await seedSession(page, sessionWith(typedForm, { card: keptCard('token') }));
  await page.goto('/form/member/confirm');
  await donorAt(page).isAt('confirm');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('まだ完了していません');
  await expect(donorAt(page).main).toContainText('山田 花子');
  for (const hidden of ['.summary-change', '.steps', '.site-footer', '.button'])
    await expect(page.locator(hidden).first()).toBeHidden();
});
