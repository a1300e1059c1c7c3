import type { Page } from '@playwright/test';
import { BANK_DEBIT, donorAt, overseasDonor, USUAL_YEN } from './donor.ts';
import { comeBackFromBank, reach } from './every-state.ts';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import {
  keptCard,
  openConfirm,
  openTyped,
  reviewedByBank,
  sessionWith,
  typedForm,
  typedFormByBank,
} from './seeded.ts';

// Times are Japan's wherever the donor is.
test.use({ timezoneId: 'America/Los_Angeles' });

/** The words that can be seen, one for each line; what only a screen reader hears is left out. */
async function linesOf(page: Page, selector: string): Promise<string[]> {
  const text = await page.locator(selector).evaluate((element) => {
    const heard = [...element.querySelectorAll<HTMLElement>('.visually-hidden')];
    for (const { style } of heard) style.display = 'none';
    const { innerText } = element as HTMLElement;
    for (const { style } of heard) style.display = '';
    return innerText;
  });
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The steps as they are drawn: number and name, and which of them stands out. */
const stepsOf = (page: Page) =>
  page.locator('main ol > li').evaluateAll((items) => {
    const looks = items.map((item) => getComputedStyle(item, '::before').backgroundColor);
    return items.map((item, index) => ({
      name: item.textContent,
      number: getComputedStyle(item, '::before').content.startsWith('counter') ? index + 1 : null,
      isCurrent: item.getAttribute('aria-current') === 'step',
      standsOut: looks.filter((look) => look === looks[index]).length === 1,
    }));
  });

const stepsAt = (current: number) =>
  ['入力', '確認', '完了'].map((name, index) => ({
    name,
    number: index + 1,
    isCurrent: index + 1 === current,
    standsOut: index + 1 === current,
  }));

test('three steps in a row, of which the current one stands out, below the title; completion says when and how much', {
  tag: ['@§2.5', '@§2.6', '@§2.7', '@§2.8', '@§2.10'],
}, async ({ page, sandbox }) => {
  const begin = Date.now();
  for (const [state, step, title] of [
    ['input.form.filling', 1, 'マンスリーサポーター申し込み'],
    ['confirm.reviewing', 2, 'お申し込み内容の確認まだ完了していません'],
    ['complete.remembered', 3, 'お申し込みを受け付けました'],
  ] as const) {
    await reach(state, { page, sandbox });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(await stepsOf(page)).toEqual(stepsAt(step));
  }
  const japaneseTime = new Intl.DateTimeFormat('ja-JP', {
    ...({ dateStyle: 'long', timeStyle: 'short' } as const),
    timeZone: 'Asia/Tokyo',
  });
  await expect(page.getByRole('main')).toContainText(
    new RegExp(`(${japaneseTime.format(begin)}|${japaneseTime.format()}).*${USUAL_YEN}`),
  );
});

test.describe('the input screen', () => {
  test('says who asks, how many support, which step it is and what it asks for', {
    tag: [
      '@§1.3',
      '@§2.9',
      '@§2.11',
      '@§2.28',
      '@§2.29',
      '@§2.39',
      '@§3.2',
      '@§3.18',
      '@§9.2',
      '@§9.3',
      '@§9.5',
      '@§9.6',
    ],
  }, async ({ clearedForm: page }) => {
    await expect(page.locator('header')).toContainText(
      '子どもを性搾取から守る活動を、約15,000人の方が毎月のご寄付で支えています。',
    );
    const logo = page.getByRole('banner').getByRole('link', { name: '認定NPO法人 こどもの明日を守る会' });
    await expect(logo.locator('svg')).toBeVisible();
    await expect(page.locator('main')).toContainText('ステップ1／2');
    expect(await page.locator('main form h2').allInnerTexts()).toEqual([
      '支援内容',
      '基本情報',
      'お支払い方法',
      'お申し込みの内容',
    ]);
    const radios = async (name: string) => {
      const labels = page.locator('main label').filter({ has: page.locator(`[name="${name}"]`) });
      return Promise.all(
        (await labels.all()).map(async (label) => {
          const radio = label.getByRole('radio');
          const text = (await label.innerText()).replaceAll(/\s+/g, ' ').trim();
          return `${await radio.inputValue()} ${text}${(await radio.isChecked()) ? ' (checked)' : ''}`;
        }),
      );
    };
    expect(await radios('price')).toEqual([
      '1000 月1,000円',
      '3000 月3,000円 (checked)',
      '5000 月5,000円',
      '10000 月10,000円',
      'other その他の金額',
    ]);
    expect(await radios('paymentMethod')).toEqual([
      'クレジットカード クレジットカード 月1,000円から (checked)',
      '引落（銀行・郵便） 引落（銀行・郵便） 月2,000円から',
    ]);
    await expect(page.getByText('海外へは郵便物をお送りしておりません', { exact: false })).toBeHidden();
  });

  test('shows what belongs to each way of paying, and no more', {
    tag: ['@§2.37', '@§2.38', '@§9.6', '@§9.8'],
  }, async ({ clearedForm: page }) => {
    const donor = donorAt(page);
    const note = page.getByText(
      'お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。',
    );
    const cardFields = ['cardNum', 'expirationMonth', 'expirationYear', 'securityCode'];
    for (const name of cardFields) await expect(donor.control(name)).toBeVisible();
    await expect(note).toBeHidden();
    await donor.choose('paymentMethod', BANK_DEBIT);
    await expect(note).toBeVisible();
    await expect(page.getByText('口座引落は、月2,000円から承ります。')).toBeVisible();
    for (const name of cardFields) await expect(donor.control(name)).toBeHidden();
  });

  test('asks for a Japanese or an overseas address', { tag: ['@§2.35', '@§2.36', '@§2.39'] }, async ({
    clearedForm: page,
  }) => {
    const donor = donorAt(page);
    const address = ['zip', 'prefecture', 'city', 'street', 'country', 'zipExpatriate'];
    const labels = async () => {
      const shown = await page.locator(address.map((name) => `[name="${name}"]`).join()).all();
      return Promise.all(
        shown.map(async (control) => {
          const label = page.locator(`label[for="${await control.getAttribute('id')}"]`);
          const text = (await label.innerText()).replace('必須', '').replaceAll(/\s+/g, ' ').trim();
          return `${await control.getAttribute('name')}: ${text}`;
        }),
      );
    };
    await expect
      .poll(labels)
      .toEqual(['zip: 郵便番号', 'prefecture: 都道府県', 'city: 市区町村', 'street: 番地・建物名']);
    await donor.tick('expatriate');
    await expect
      .poll(labels)
      .toEqual([
        'street: 番地・通り（Street）',
        'city: 市（City）',
        'prefecture: 州・県（State / Prov）',
        'country: 国（Country）',
        'zipExpatriate: 郵便番号（Zip）',
      ]);
    await expect(page.getByText('海外へは郵便物をお送りしておりません。', { exact: false })).toBeVisible();
  });
});

test('the header has its picture on phones only; the footer says where the organisation is, and leads to its eight pages', {
  tag: [
    ...['@§2.12', '@§1.7', '@§1.8', '@§1.23', '@§1.24', '@§2.13', '@§2.14', '@§2.15', '@§2.16'],
    ...['@§2.17', '@§2.18', '@§2.19', '@§2.20'],
  ],
}, async ({ page }) => {
  await donorAt(page).open();
  for (const [width, isShown] of [
    [390, true],
    [768, false],
    [1280, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('header .title-picture svg')).toBeVisible({ visible: isShown });
  }
  const links = await page
    .locator('footer a')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('target')]));
  expect(links).toEqual([
    ['/contact/', '_blank'],
    ['/privacypolicy/', '_blank'],
    ['/forsupporter/', null],
    ['/kiyaku/', null],
    ['/dhpolicy/', null],
    ['/sct/', null],
    ['/safeguarding.pdf', null],
    ['https://www.example.org/en/', null],
  ]);
  expect(await linesOf(page, 'footer')).toEqual([
    'お問い合わせ',
    'プライバシーポリシー',
    '会員情報の変更',
    '会員規約',
    '寄付金等取扱規程',
    '特定商取引法に基づく表記',
    'セーフガーディング方針（PDF）',
    'English',
    '認定NPO法人 こどもの明日を守る会',
    '〒100-0000 東京都千代田区〇〇1-2-3 〇〇ビル4階',
    '被害に遭った方の写真は、ご本人の許可を得たものだけを使用しています。',
  ]);
});

test.describe('the card notice', () => {
  test('says all that it must, in order', {
    tag: [
      ...['@§1.7', '@§1.9', '@§1.10', '@§1.11', '@§1.12', '@§1.13', '@§1.14', '@§1.15', '@§1.16'],
      ...['@§1.17', '@§1.18', '@§1.19', '@§1.20', '@§1.21', '@§2.21', '@§2.22', '@§2.23', '@§2.24', '@§9.17'],
    ],
  }, async ({ clearedForm: page }) => {
    await page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' }).click();
    const notice = page.getByRole('dialog', { name: 'クレジットカードご利用時の注意事項', exact: true });
    await expect(notice).toBeVisible();
    expect(await notice.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    const headline = notice.getByRole('heading', { level: 2 });
    await expect(headline).toHaveText('クレジットカードご利用時の注意事項');
    await expect(headline).toBeFocused();
    await expect(notice.locator('a[href="/contact/"]')).toHaveAttribute('target', '_blank');
    expect(await linesOf(page, 'dialog section')).toEqual([
      'ご利用いただけるカード',
      'Visa、Master Card、JCB、American Express',
      'デビットカード、デビット機能付きのカードはご利用いただけません。',
      '日本国内で発行されたカードに限ります。',
      'カード情報について',
      'カードでのお支払いは、外部の決済代行会社を通じて行います。カード情報が当団体に保存されることはありません。',
      '決済ができなかった場合',
      'ご登録のカードで決済ができなかったときは、別のカードを登録いただくか、ほかのお支払い方法に変更いただきます。',
      'ご支援の停止',
      'ご支援を停止される場合は、当団体までご連絡ください。',
      'その他',
      '初回の引き落としは、通常、お申し込みの翌月または翌々月です。その後は毎月引き落とされます。',
      'カードのご利用明細には「コドモノアスヲマモルカイ」と記載されます。',
      'カードのご利用にあたり、ご支援者さまの手数料のご負担はありません。',
      '税制上の優遇措置',
      '2014年4月1日以降のご寄付は、寄付金控除の対象になります。',
      'ご請求が止まる時期',
      '月末までにご連絡いただくと、翌月からのご請求を停止します。',
      'お問い合わせ先',
      '認定NPO法人 こどもの明日を守る会',
      '電話 03-0000-0000',
      'FAX 03-0000-0001',
      'お問い合わせページ',
    ]);
    await page.keyboard.press('Escape');
  });

  test('closes by link, background and Escape, locks the scrolling behind it, and leaves the form as it was', {
    tag: ['@§2.22', '@§2.25', '@§2.26', '@§2.27', '@§4.31'],
  }, async ({ clearedForm: page }) => {
    const donor = donorAt(page);
    await donor.fill({ lastName: '山田', cardNum: '4111', phone: '090-1234-5678' });
    const notice = page.getByRole('dialog');
    const opener = page.getByRole('button', { name: 'クレジットカードご利用時の注意事項' });
    const scrolls = async () => {
      const before = await page.evaluate(() => scrollY);
      await page.mouse.move(5, 300);
      await page.mouse.wheel(0, before > 200 ? -150 : 150);
      // two frames: the browser scrolls before it draws the second
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      // an error that appears meanwhile moves the page, too, by its own height
      return Math.abs((await page.evaluate(() => scrollY)) - before) > 100;
    };
    for (const close of [
      () => notice.getByRole('link', { name: '閉じる' }).click(),
      () => page.mouse.click(5, 5),
      () => page.keyboard.press('Escape'),
    ]) {
      await opener.click();
      await donor.isAt('input.cardNotice');
      await expect(notice).toBeVisible();
      expect(await scrolls()).toBe(false);
      await close();
      await expect(notice).toBeHidden();
      await expect(opener).toBeFocused();
      await donor.isAt('input.form.filling');
      await expect(donor.control('lastName')).toHaveValue('山田');
      await expect(donor.control('cardNum')).toHaveValue('4111');
      // the field that was left by opening the notes
      await expect(donor.control('phone')).toHaveValue('09012345678');
      await expect.poll(scrolls).toBe(true);
    }
  });
});

test.describe('the confirm screen', () => {
  /** Name and value of each row of the summary that can be seen. */
  const rowsOf = async (page: Page) =>
    Object.fromEntries(
      await Promise.all(
        (await page.locator('main dl > div').filter({ visible: true }).all()).map(async (row) => {
          const value = await row.locator('dd').first().innerText();
          return [await row.locator('dt').innerText(), value.replaceAll('\n', ' ')];
        }),
      ),
    );
  const rows = {
    毎月のご支援金額: '3,000円',
    お名前: '山田 花子',
    ふりがな: 'やまだはなこ',
    メールアドレス: 'hanako.yamada@example.jp',
    活動報告メール: 'はい',
    ご住所: '〒100-0001 東京都千代田区千代田 1-1 皇居マンション101',
    電話番号: '09012345678',
    領収書: '必要',
    年次報告書: '必要',
  };
  const { 領収書: _, 年次報告書: __, ...unmailed } = rows;
  const ofCard = {
    お支払い方法: 'クレジットカード',
    カード番号: '************1111',
    有効期限: `${new Date().getFullYear() + 3}年12月`,
  };

  test('sums up what was typed, and nothing can be typed there', {
    tag: [
      ...['@§2.43', '@§2.44', '@§2.45', '@§2.46', '@§2.47', '@§2.48', '@§2.49', '@§2.50', '@§2.51', '@§2.52'],
      ...['@§2.53', '@§2.54', '@§2.55', '@§2.56', '@§2.57', '@§2.61', '@§2.62'],
    ],
  }, async ({ page }) => {
    const donor = donorAt(page);
    for (const [title, session, expected] of [
      ['bank debit, no option', reviewedByBank, { ...rows, お支払い方法: BANK_DEBIT }],
      [
        'overseas by bank debit, part of a birth date',
        sessionWith({ ...typedFormByBank, ...overseasDonor, expatriate: true, birthYear: '1980' }),
        {
          ...unmailed,
          ご住所: '350 Fifth Avenue, New York, NY, 10118, United States of America',
          生年月日: '1980年',
          お支払い方法: BANK_DEBIT,
        },
      ],
      [
        'card, every option',
        sessionWith(
          {
            ...typedForm,
            price: 'other',
            priceOther: '12345',
            mailMagazine: false,
            receipt: true,
            annualReport: true,
            birthYear: '1980',
            birthMonth: '2',
            birthDay: '29',
            gender: 'その他',
          },
          { card: keptCard('token') },
        ),
        {
          ...{ ...rows, 毎月のご支援金額: '12,345円', 活動報告メール: 'いいえ', 生年月日: '1980年2月29日' },
          ...{ 性別: 'その他', 領収書: '不要', 年次報告書: '不要', ...ofCard },
        },
      ],
    ] as const) {
      await test.step(title, async () => {
        await openConfirm(page, session);
        await donor.isAt('confirm.reviewing');
        await expect(page).toHaveURL(/\/form\/member\/confirm$/);
        await expect.poll(() => rowsOf(page)).toEqual(expected);
        await expect(donor.main).toContainText(`毎月${expected.毎月のご支援金額}のご寄付を申し込みます`);
        const fields = page.locator('main :is(input, select, textarea, [contenteditable])');
        expect(await fields.evaluateAll((all) => all.map((field) => field.getAttribute('name')))).toEqual(
          expected.お支払い方法 === BANK_DEBIT ? ['understood', 'bankFormUnderstood'] : ['understood'],
        );
        // nothing is mailed overseas
        await expect(donor.main).toContainText(
          title.startsWith('overseas') ? '申込用紙は海外へ郵送されない' : /10日以内|カード会社/,
        );
        if (title.startsWith('overseas'))
          await expect(donor.main).not.toContainText(/10日以内|郵送される申込用紙/);
      });
    }
    await expect(donor.submitButton).toBeDisabled();
    await donor.tick('understood');
    await expect(donor.submitButton).toBeEnabled();
    await expect(donor.main).not.toContainText('10日以内');
  });

  test('by bank debit asks for both boxes, says what to do with the paper, and says when it is sending', {
    tag: ['@§2.59', '@§2.60', '@§2.61', '@§2.62', '@§2.63', '@§4.17', '@§9.8'],
  }, async ({ page, sandbox }) => {
    const donor = donorAt(page);
    const answer = await hold(page, '**/memberRegisterBank.php');
    await openConfirm(page);
    await expect(donor.main).toContainText(
      'お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。',
    );
    const button = page.locator('main button');
    await expect(button).toHaveText('送信する');
    for (const [understood, bankFormUnderstood, isEnabled] of [
      [false, false, false],
      [true, false, false],
      [false, true, false],
      [true, true, true],
    ] as const) {
      await donor.control('understood').setChecked(understood, { force: true });
      await donor.control('bankFormUnderstood').setChecked(bankFormUnderstood, { force: true });
      await expect(button).toBeEnabled({ enabled: isEnabled });
    }
    await button.dblclick();
    await expect(button).toHaveText('送信中...');
    await expect(button).toBeDisabled();
    answer();
    await donor.isComplete();
    expect(await sandbox.registrations()).toHaveLength(1);
  });
});

test('every change of route scrolls to the top', { tag: ['@§2.4', '@§2.58'] }, async ({ page, sandbox }) => {
  const donor = donorAt(page);
  const scrollDown = () => page.evaluate(() => scrollTo(0, 400)).then(() => page.evaluate(() => scrollY));
  const isAtTop = () => expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.setViewportSize({ width: 390, height: 500 });
  await openTyped(page, typedFormByBank);
  for (const [move, state, path] of [
    [donor.confirmInput, 'confirm', '/form/member/confirm'],
    [() => page.getByRole('link', { name: '入力画面に戻る' }).click(), 'input', '/form/member'],
    [donor.confirmInput, 'confirm', '/form/member/confirm'],
    [() => page.goBack(), 'input', '/form/member'],
    [() => page.goForward(), 'confirm', '/form/member/confirm'],
  ] as const) {
    await expect.poll(scrollDown).toBeGreaterThan(100);
    await move();
    await donor.isAt(state);
    await expect(page).toHaveURL(`${sandbox.url}${path}`);
    await isAtTop();
  }
  const answer = await hold(page, '**/memberVerifyCard.php');
  await sandbox.setScenario('memberVerifyCard', { body: { success: false, messages: ['いいえ'] } });
  await comeBackFromBank({ page });
  await donor.isAt('callback');
  // otherwise there is nothing to scroll
  await page.evaluate(() => document.body.style.setProperty('min-block-size', '300vh'));
  await expect.poll(scrollDown).toBeGreaterThan(100);
  answer();
  await donor.isAt('input.form.failed');
  await expect(page).toHaveURL(`${sandbox.url}/form/member`);
  await isAtTop();
});

test('the callback asks to wait, is kept from search engines and has no footer', {
  tag: ['@§2.64', '@§2.65', '@§2.66', '@§2.67'],
}, async ({ page, sandbox }) => {
  await donorAt(page).open();
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await expect(page.locator('footer')).toBeVisible();
  await reach('callback.verifying.waiting', { page, sandbox });
  await expect(page).toHaveURL(/\/form\/member\/callback$/);
  await expect(page.getByText('カード決済の処理中です。しばらくお待ちください。')).toBeVisible();
  await expect(donorAt(page).main).toContainText('認証画面から戻りました');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('footer')).toHaveCount(0);
  await reach('confirm.reviewing', { page, sandbox });
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
});
