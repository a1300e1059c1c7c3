import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, type StateValueFrom } from 'xstate';
import { organisation } from '#organisation/organisation.ts';
import { signupMachine } from '../../src/machines/signup.ts';
import type { SignupContext, SignupInput } from '../../src/machines/signup-parts.ts';
import { BANK_DEBIT, CARD, emptyForm, type SignupForm } from '../../src/signup/form.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import { App } from '../../src/views/App.tsx';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  donorsCompletion,
} from '../complete-donor.ts';

afterEach(() => vi.unstubAllEnvs());

type State = StateValueFrom<typeof signupMachine>;

const input: SignupInput = {
  arrival: 'input',
  now: 0,
  callback: null,
  isOpenedByBank: false,
  saved: null,
  allowedRedirectOrigins: [],
  seed: 'seed',
};
const fresh = createActor(signupMachine, { input }).getSnapshot();

function snapshotIn(value: State, context: Partial<SignupContext> = {}) {
  return signupMachine.resolveState({ value, context: { ...fresh.context, ...context } });
}

/** The whole page in one state, as HTML. */
function page(value: State, context: Partial<SignupContext> = {}): string {
  const actor = createActor(signupMachine, { snapshot: snapshotIn(value, context), input });
  return renderToString(<App actor={actor} cardSource={{ read: null }} now={new Date(2026, 5, 1)} />);
}

/** The words on it, one line for each block; what only a screen reader hears is left out. */
function linesOf(html: string): string[] {
  return html
    .replace(/<!-- -->|<span class="visually-hidden">.*?<\/span>|<\/?(?:a|em|span|strong|wbr)\b[^>]*>/g, '')
    .split(/<[^>]+>/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
const words = (html: string): string => linesOf(html).join('\n');

/** The first element of this kind, with what is in it. */
const elementOf = (html: string, name: string): string =>
  new RegExp(`<${name}\\b.*?</${name}>`, 's').exec(html)?.[0] ?? '';

/** What stands after each name in the summary of the confirm screen. */
function summary(form: SignupForm, context: Partial<SignupContext> = {}): Record<string, string> {
  const html = page({ confirm: 'reviewing' }, { form, ...context }).replace(/<!-- -->/g, '');
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(
    rows.map(([, name = '', value = '']) => [name, value.replace(/<br\/>/g, ' ').replace(/<[^>]+>/g, '')]),
  );
}

const card = { cardToken: 'secret-token', maskedCardNumber: '************1111', issuedAt: 0 };
it.each<[State, string, string, readonly string[]]>([
  [{ input: { form: 'filling' } }, '入力', 'マンスリーサポーター申し込み', ['ステップ1／2']],
  [{ confirm: 'reviewing' }, '確認', 'お申し込み内容の確認まだ完了していません', ['ステップ2／2']],
  [{ complete: 'leaving' }, '完了', 'お申し込みを受け付けました', []],
])(
  '%j shows logo and title, and marks the step %s',
  { tags: ['@§2.6', '@§2.7', '@§2.8', '@§2.9', '@§2.10', '@§2.11'] },
  (state, step, title, count) => {
    const html = page(state, { form: completeDonor });
    expect(elementOf(html, 'header')).toMatch(/<a [^>]*href="\/"><svg/);
    expect(linesOf(elementOf(html, 'h1'))).toEqual([title]);
    expect(linesOf(elementOf(html, 'main')).slice(0, 3 + count.length)).toEqual([
      ...count,
      ...['入力', '確認', '完了'],
    ]);
    expect(html.match(/aria-current="step">[^<]*/g)).toEqual([`aria-current="step">${step}`]);
  },
);

it('the footer says where the organisation is, and leads to its eight pages', {
  tags: [
    ...['@§1.7', '@§1.8', '@§1.23', '@§1.24', '@§2.13', '@§2.14', '@§2.15', '@§2.16', '@§2.17', '@§2.18'],
    ...['@§2.19', '@§2.20'],
  ],
}, () => {
  const footer = elementOf(page({ input: { form: 'filling' } }), 'footer');
  const links = [...footer.matchAll(/<a href="(.*?)"(?: target="(.*?)"| hrefLang="en" (lang="en"))?/g)];
  expect(links.map(([, href, target, lang]) => [href, target ?? lang])).toEqual([
    ['/contact/', '_blank'],
    ['/privacypolicy/', '_blank'],
    ['/forsupporter/', undefined],
    ['/kiyaku/', undefined],
    ['/dhpolicy/', undefined],
    ['/sct/', undefined],
    ['/safeguarding.pdf', undefined],
    ['https://www.example.org/en/', 'lang="en"'],
  ]);
  expect(linesOf(footer)).toEqual([
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

it('only the callback is kept from search engines and has no footer', {
  tags: ['@§2.65', '@§2.66', '@§2.67'],
}, () => {
  const noindex = '<meta name="robots" content="noindex"/>';
  const callback = page({ callback: { verifying: 'waiting' } });
  expect(callback).toContain(noindex);
  expect(callback).not.toContain('<footer');
  // the rest of the screen was there before, and this interrupts
  expect(page({ callback: { verifying: 'slow' } })).toMatch(/role="alert"><p>確認に時間がかかっています/);
  expect(words(callback)).toContain(
    'カード決済の処理中です。しばらくお待ちください。\nカード会社の認証画面から戻りました',
  );
  for (const state of [{ input: 'form' }, { confirm: 'reviewing' }, { complete: 'leaving' }] as const) {
    const html = page(state, { form: completeDonor });
    expect(html).not.toContain(noindex);
    expect(html).toContain('<footer');
  }
});

describe('the input screen', () => {
  const inputPage = (form: Partial<SignupForm> = {}) =>
    page({ input: { form: 'filling' } }, { form: { ...emptyForm, ...form } });
  const radios = (name: string) =>
    Array.from(
      inputPage().matchAll(new RegExp(`<label class="choice"><input [^>]* name="${name}".*?</label>`, 'g')),
      ([label]) =>
        [
          / value="(.*?)"/.exec(label)?.[1],
          ...linesOf(label),
          / checked=/.test(label) ? '(checked)' : '',
        ].join(' '),
    );
  const note =
    'お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。';
  const noMail = '海外へは郵便物をお送りしておりません。';

  it('says how many support, and asks for three things', {
    tags: ['@§1.3', '@§2.28', '@§2.29', '@§3.2', '@§3.18', '@§9.2', '@§9.3', '@§9.5', '@§9.6'],
  }, () => {
    expect(linesOf(inputPage())).toContain(
      '子どもを性搾取から守る活動を、約15,000人の方が毎月のご寄付で支えています。',
    );
    expect(Array.from(inputPage().matchAll(/<h2[^>]*>(.*?)<\/h2>/g), ([, text]) => text)).toEqual([
      '支援内容',
      '基本情報',
      'お支払い方法',
      'お申し込みの内容',
    ]);
    expect(radios('price')).toEqual([
      '1000 月1,000円 ',
      '3000 月3,000円 (checked)',
      '5000 月5,000円 ',
      '10000 月10,000円 ',
      'other その他の金額 ',
    ]);
    expect(words(inputPage())).toContain('次の画面で内容をご確認いただくまで、お申し込みは送信されません。');
    expect(words(inputPage({ price: 'other' }))).toContain(
      '1,000円以上（口座引落の場合は2,000円以上）でお決めください。\n円',
    );
    expect(radios('paymentMethod')).toEqual([
      'クレジットカード クレジットカード月1,000円から (checked)',
      '引落（銀行・郵便） 引落（銀行・郵便）月2,000円から ',
    ]);
  });

  it('shows the notes of bank debit and of an overseas address only with them', {
    tags: ['@§2.37', '@§2.39', '@§9.6', '@§9.8'],
  }, () => {
    const byBank = words(inputPage({ paymentMethod: BANK_DEBIT }));
    expect(byBank).toContain(note);
    expect(byBank).toContain('口座引落は、月2,000円から承ります。');
    expect(byBank).not.toContain(noMail);
    expect(words(inputPage({ expatriate: true }))).toContain(noMail);
    expect(words(inputPage())).not.toMatch(/申込用紙を郵送します|お送りしておりません|お送りできません/);
    const both = inputPage({ paymentMethod: BANK_DEBIT, expatriate: true });
    expect(both).toContain('海外へは口座引落の申込用紙をお送りできません');
    expect(both).toContain('口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません');
    expect(both).toContain('<fieldset class="field" aria-describedby="hint-paymentMethod"');
    expect(both).not.toContain('申込用紙を郵送します');
  });

  it('labels each field, and asks for a Japanese or an overseas address', {
    tags: ['@§2.35', '@§2.36'],
  }, () => {
    const labels = (form: Partial<SignupForm>) =>
      [...inputPage(form).matchAll(/<label class="field-label" for="field-(\w+)">(.*?)<\/label>/g)].map(
        ([, name, label = '']) => `${name}: ${words(label)}`,
      );
    const person = [
      'lastName: 姓必須',
      'firstName: 名必須',
      'furigana: ふりがな必須',
      'email: メールアドレス必須',
    ];
    const card = [
      'cardNum: カード番号必須',
      'expirationMonth: 有効期限（月）必須',
      'expirationYear: 有効期限（年）必須',
    ];
    expect(labels({})).toEqual([
      ...person,
      ...['zip: 郵便番号必須', 'prefecture: 都道府県必須', 'city: 市区町村必須', 'street: 番地・建物名必須'],
      ...['phone: 電話番号必須', 'birthYear: 年', 'birthMonth: 月', 'birthDay: 日'],
      ...card,
      'securityCode: セキュリティコード必須',
    ]);
    const required = inputPage().match(/<(?:input|select)[^>]* required="[^>]*>/g) ?? [];
    expect(required.map((tag) => / name="(\w+)"/.exec(tag)?.[1])).toEqual(
      labels({}).flatMap((label) => (label.endsWith('必須') ? label.replace(/:.*/, '') : [])),
    );
    expect(labels({ expatriate: true }).slice(4, 9)).toEqual([
      'street: 番地・通り（Street）必須',
      'city: 市（City）必須',
      'prefecture: 州・県（State / Prov）必須',
      'country: 国（Country）必須',
      'zipExpatriate: 郵便番号（Zip）必須',
    ]);
  });

  it('says beside each field what belongs into it', () => {
    const hints = [...inputPage().matchAll(/<p id="hint-(\w+)"[^>]*>(.*?)<\/p>/g)];
    expect(Object.fromEntries(hints.map(([, name, hint = '']) => [name, words(hint)]))).toEqual({
      furigana: '自動で入りますので、違うときは直してください。',
      email: '例：hanako@example.jp',
      zip: '7桁の数字を入力すると、住所が自動で入ります。',
      city: '例：千代田区霞が関',
      street: '例：1-2-3 〇〇マンション405号室',
      phone: '例：09012345678',
      cardNum: 'カード情報は決済代行会社に直接送信され、当団体では保持しません。',
      securityCode: 'カード裏面の3桁、American Expressは表面の4桁の数字です。',
    });
    const way = '変更したら、このボタンで確認画面に戻れます。';
    expect(words(inputPage())).not.toContain(way);
    expect(words(page({ input: { form: 'filling' } }, { fieldToChange: 'email' }))).toContain(way);
  });

  it('has a notice on cards that says all that it must, in order', {
    tags: [
      ...['@§1.7', '@§1.9', '@§1.10', '@§1.11', '@§1.12', '@§1.13', '@§1.14', '@§1.15', '@§1.16', '@§1.17'],
      ...['@§1.18', '@§1.19', '@§1.20', '@§1.21', '@§2.21', '@§2.23', '@§2.24', '@§9.17'],
    ],
  }, () => {
    const notice = elementOf(page({ input: 'cardNotice' }), 'dialog');
    expect(notice).toContain('<a href="/contact/" target="_blank"');
    expect(linesOf(notice)).toEqual([
      'クレジットカードご利用時の注意事項',
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
      '閉じる',
    ]);
  });
});

it('the error list has an item for each message with a way to ask, and shows only its words until the sanitiser is there', () => {
  const messages = ['二つ', '二つ', '<img src=x onerror="alert(1)"><b>残高</b>不足 <script'];
  const html = page({ input: { form: 'failed' } }, { messages });
  const items = (html.split('data-errors')[1] ?? '').split('</ul>')[0]?.match(/<li>.*?<\/li>/g) ?? [];
  expect(items.map((item) => linesOf(item)[0])).toEqual(['二つ', '二つ', '残高不足']);
  // a list that scrolls can be reached by keyboard
  expect(html).not.toMatch(/<ul[^>]* tabindex/i);
  const many = page({ input: { form: 'failed' } }, { messages: messages.concat(...Array(9).fill('三つ')) });
  expect(many).toMatch(/<ul data-errors="" tabindex="0"/i);
  for (const item of items) {
    expect(item).toContain(`href="${organisation.links.contact}"`);
    expect(item).not.toMatch(/<(img|b|script)/);
  }
});

describe('the summary to confirm', () => {
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
    お支払い方法: BANK_DEBIT,
  };
  const { 領収書: _, 年次報告書: __, ...unmailed } = rows;

  it.each<[string, SignupForm, Record<string, string>]>([
    // a kept card is not shown
    ['bank debit, no option', completeDonorByBank, rows],
    [
      'bank debit overseas, part of a birth date',
      { ...completeDonorOverseas, paymentMethod: BANK_DEBIT, birthYear: '1980' },
      {
        ...unmailed,
        ご住所: '350 Fifth Avenue, New York, NY, 10118, United States of America',
        生年月日: '1980年',
      },
    ],
    [
      'card, nearly every option',
      {
        ...completeDonor,
        price: 'other',
        priceOther: '1234567',
        mailMagazine: false,
        annualReport: true,
        birthYear: '1980',
        birthMonth: '2',
        birthDay: '29',
        gender: 'その他',
      },
      {
        ...rows,
        毎月のご支援金額: '1,234,567円',
        活動報告メール: 'いいえ',
        生年月日: '1980年2月29日',
        性別: 'その他',
        領収書: '必要',
        年次報告書: '不要',
        お支払い方法: 'クレジットカード',
        ...{ カード番号: '************1111', 有効期限: `${completeDonor.expirationYear}年12月` },
      },
    ],
  ])(
    'of %s has each answer, and can only be agreed to',
    {
      tags: [
        ...['@§2.44', '@§2.45', '@§2.46', '@§2.47', '@§2.48', '@§2.49', '@§2.50', '@§2.51', '@§2.52'],
        ...['@§2.53', '@§2.54', '@§2.55', '@§2.56', '@§2.57'],
      ],
    },
    (_title, form, expected) => {
      expect(summary(form, { card })).toEqual(expected);
      const html = page({ confirm: 'reviewing' }, { form, card });
      expect(words(html)).toContain(`毎月${expected.毎月のご支援金額}のご寄付を申し込みます`);
      const controls = html.match(/<(input|select|textarea)[^>]*>|contenteditable/gi) ?? [];
      expect(controls.map((tag) => / name="(\w+)"/.exec(tag)?.[1])).toEqual(
        form.paymentMethod === BANK_DEBIT ? ['understood', 'bankFormUnderstood'] : ['understood'],
      );
    },
  );

  it.each([
    ['1980', '2', '29', '1980年2月29日'],
    ['1980', '2', '', '1980年2月'],
    ['', '2', '29', '2月29日'],
    ['1980', '', '29', '1980年（月が選ばれていません）'],
    ['', '', '29', '（月が選ばれていません）'],
  ])('shows %j, %j, %j as a date only where they are one', (birthYear, birthMonth, birthDay, shown) => {
    expect(summary({ ...completeDonor, birthYear, birthMonth, birthDay })).toMatchObject({ 生年月日: shown });
  });
});

it('the confirm screen doubts an address of another postal code, and a street that repeats the city', () => {
  const lookups = {
    ...fresh.context.lookups,
    filled: { postalCode: '1500001', prefecture: completeDonor.prefecture, city: completeDonor.city },
  };
  const { city } = completeDonor;
  const said = (street: string) =>
    linesOf(page({ confirm: 'reviewing' }, { form: { ...completeDonor, street }, lookups })).filter((line) =>
      line.endsWith('ご確認ください。'),
    );
  const ofCode = '郵便番号と住所が合っているか、ご確認ください。';
  expect(said('1-1')).toEqual([ofCode]);
  expect(said(`${city}1-1`)).toEqual([
    ofCode,
    '番地・建物名に、都道府県や市区町村がもう一度入っています。ご住所をご確認ください。',
  ]);
});

it('the confirm screen tells a bank donor overseas that no form is mailed there', () => {
  const form: SignupForm = { ...completeDonorOverseas, paymentMethod: BANK_DEBIT };
  const said = words(page({ confirm: 'reviewing' }, { form }));
  expect(said).toContain('口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません');
  expect(said).toContain('申込用紙は海外へ郵送されない');
  expect(said).not.toMatch(/申込用紙を郵送します|郵送される申込用紙|10日以内/);
});

it.each([
  [completeDonor, false, false, false],
  [completeDonor, true, false, true],
  [completeDonorByBank, true, false, false],
  [completeDonorByBank, false, true, false],
  [completeDonorByBank, true, true, true],
])(
  'the submit button waits for every box, and only a bank debit has a paper to send back (case %#)',
  { tags: ['@§2.59', '@§2.61', '@§2.62', '@§2.63', '@§9.8'] },
  (form, understood, bankFormUnderstood, isEnabled) => {
    const html = page({ confirm: 'reviewing' }, { form, agreements: { understood, bankFormUnderstood } });
    const [, attributes = '', label = ''] = /<button([^>]*)>(.*?)<\/button>/.exec(html) ?? [];
    expect(linesOf(label)).toEqual(['送信する']);
    expect(attributes.includes('disabled')).toBe(!isEnabled);
    expect(linesOf(html).includes('確認の欄にチェックを入れると、送信できます。')).toBe(!isEnabled);
    const paper = linesOf(html).filter((line) => line.includes('10日以内'));
    expect(paper).toEqual(
      form === completeDonor
        ? []
        : [
            'お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。',
            '郵送される申込用紙に署名・押印し、10日以内に返送することを確認しました',
          ],
    );
  },
);

it.each<State>([{ input: { form: 'filling' } }, { confirm: 'reviewing' }])(
  '%j states amount, first debit by card and how to stop',
  { tags: '@§1.14' },
  (state) => {
    const said = words(page(state, { form: completeDonor, card }));
    expect(said).toContain('毎月3,000円のご寄付を申し込みます');
    expect(said).toContain(`${methods[CARD].terms.firstDebit?.when}`);
    // the prerendered form knows no date
    expect(said.includes('2026年7月または8月')).toBe('confirm' in Object(state));
    expect(said).toContain(methods[CARD].terms.stopping);
    expect(said).toContain('ご支援の停止お問い合わせ');
  },
);

it('a confirm screen warns of another tab that shows it too, and of an earlier registration by card', () => {
  const application = { key: 'name', maskedCardNumber: null, isCopied: true };
  const html = page({ confirm: 'reviewing' }, { form: completeDonorByBank, application });
  expect(words(html)).toContain('二重登録にご注意ください\n同じお申し込みが、別のタブでも開かれています。');
  expect(words(page({ confirm: 'reviewing' }, { form: completeDonor }))).not.toContain('二重登録');
  const registration = { registerToken: 'register', completion: donorsCompletion, isDeclined: false };
  expect(words(page({ confirm: 'reviewing' }, { form: completeDonor, registration }))).toContain(
    '二重登録にご注意ください\nこのタブでは、先ほどもカードでお申し込みを送信しています。',
  );
  const declined = { form: completeDonor, registration: { ...registration, isDeclined: true } };
  expect(words(page({ confirm: 'reviewing' }, declined))).not.toContain('二重登録');
  const ofBoth = { form: completeDonorByBank, application, unanswered: 'registerBank' as const };
  expect(words(page({ confirm: 'reviewing' }, ofBoth))).toContain('返答を受け取れませんでした');
});

it.each([
  ['leaving', true],
  ['stalled', false],
] as const)('a screen turns a spinner only while something is under way: %s', (value, isTurning) => {
  for (const state of [{ cardRedirect: value }, { complete: value }])
    expect(page(state, { form: completeDonor }).includes('class="spinner"')).toBe(isTurning);
});

it.each([
  [CARD, true, []],
  [BANK_DEBIT, false, ['口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。']],
  [
    BANK_DEBIT,
    true,
    [
      '口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません。今後のお手続きについては、お問い合わせください。',
      'Bank debit needs a paper form, and we do not send mail outside Japan. Please contact us about what to do next.',
    ],
  ],
] as const)(
  'who has signed up by %s (overseas: %s) is told when, in Japan’s time, how much and what to do',
  (paymentMethod, expatriate, toDo) => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    const finished = { at: Date.UTC(2026, 11, 31, 15, 5), amount: 3000, paymentMethod, expatriate };
    const shown = linesOf(elementOf(page({ complete: 'remembered' }, { finished }), 'main'));
    expect(shown.slice(shown.indexOf('お申し込みの日時'))).toEqual([
      ...['お申し込みの日時', '2027年1月1日 0:05'],
      ...['毎月のご支援金額', '3,000円'],
      ...['お支払い方法', paymentMethod],
      'お申し込みは受け付けられています。もう一度お申し込みになる必要はありません。',
      ...toDo,
      '別のお申し込みを始める',
    ]);
  },
);

it('the submit button is disabled while an application is on its way, and everything else is inert', {
  tags: ['@§2.60', '@§4.17'],
}, () => {
  const agreements = { understood: true, bankFormUnderstood: false };
  const html = page({ confirm: { submitting: 'registering' } }, { form: completeDonor, agreements });
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>(?:<span[^>]*><\/span>)?<span>送信中\.\.\.</);
  expect(html.match(/inert=""/g)).toHaveLength(3);
});
