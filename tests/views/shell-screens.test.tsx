import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Actor } from 'xstate';
import { organisation } from '#organisation/organisation.ts';
import { BANK_DEBIT, CARD, type SignupForm } from '../../src/signup/form.ts';
import { cardNeedsStorage, draftNotKept } from '../../src/signup/messages.ts';
import { methods } from '../../src/signup/payment-methods.ts';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  donorsCompletion,
} from '../complete-donor.ts';
import { fieldTable, shownFields } from '../field-table.ts';
import {
  appWith,
  descriptionOf,
  inState,
  linesOf,
  nameOf,
  type State,
  showState,
  untouched,
  wordsOf,
} from './show.tsx';

const card = { cardToken: 'secret-token', maskedCardNumber: '************1111', issuedAt: 0 };
const registration = {
  registerToken: 'register',
  applicationKey: 'key',
  completion: donorsCompletion,
  isDeclined: false,
};
const copied = { key: 'name', maskedCardNumber: null, isCopied: true };
/** Shows the confirm screen. */
const confirm = (context: Parameters<typeof showState>[1]) => showState({ confirm: 'reviewing' }, context);

it.each<[step: string, title: string, State, count?: string]>([
  ['入力', 'マンスリーサポーター申し込み', { input: { form: 'filling' } }, 'ステップ1／2'],
  ['確認', 'お申し込み内容の確認まだ完了していません', { confirm: 'reviewing' }, 'ステップ2／2'],
  ['確認', 'カードの本人認証まだ完了していません', { cardRedirect: 'leaving' }],
  ['確認', 'カード決済の確認まだ完了していません', { callback: { verifying: 'waiting' } }],
  ['完了', 'お申し込みを受け付けました', { complete: 'leaving' }],
])(
  'the screen of the step %s has the logo, the title “%s” and the steps',
  {
    tags: ['@§2.6', '@§2.7', '@§2.8', '@§2.9', '@§2.10', '@§2.11'],
  },
  (step, title, state, count) => {
    showState(state, { form: completeDonor });
    const home = within(screen.getByRole('banner')).getByRole('link', { name: /こどもの明日を守る会/ });
    expect(home).toHaveProperty('pathname', '/');
    expect(linesOf(screen.getByRole('heading', { level: 1 }))).toEqual([title]);
    expect(document.title.replaceAll(/[（）]/g, '').split('｜')[0]).toBe(title);
    const steps = [...(count ? [count] : []), '入力', '確認', '完了'];
    expect(linesOf(screen.getByRole('main')).slice(0, steps.length)).toEqual(steps);
    expect(screen.getByRole('listitem', { current: 'step' }).textContent).toBe(step);
  },
);

it('the footer says where the organisation is, and leads to its eight pages', {
  tags: [
    ...['@§1.7', '@§1.8', '@§1.23', '@§1.24', '@§2.13', '@§2.14', '@§2.15', '@§2.16', '@§2.17', '@§2.18'],
    ...['@§2.19', '@§2.20'],
  ],
}, () => {
  showState({ complete: 'leaving' });
  const footer = screen.getByRole('contentinfo');
  const links = within(footer).getAllByRole('link');
  const led = links.map((link) => [wordsOf(link), link.getAttribute('href'), link.getAttribute('target')]);
  expect(led).toEqual([
    ['お問い合わせ', '/contact/', '_blank'],
    ['プライバシーポリシー', '/privacypolicy/', '_blank'],
    ['会員情報の変更', '/forsupporter/', null],
    ['会員規約', '/kiyaku/', null],
    ['寄付金等取扱規程', '/dhpolicy/', null],
    ['特定商取引法に基づく表記', '/sct/', null],
    ['セーフガーディング方針（PDF）', '/safeguarding.pdf', null],
    ['English', 'https://www.example.org/en/', null],
  ]);
  expect(links.at(-1)?.lang).toBe('en');
  expect(linesOf(footer).slice(links.length)).toEqual([
    '認定NPO法人 こどもの明日を守る会',
    '〒100-0000 東京都千代田区〇〇1-2-3 〇〇ビル4階',
    '被害に遭った方の写真は、ご本人の許可を得たものだけを使用しています。',
  ]);
});

it('the callback alone is kept from search engines and has no footer', {
  tags: ['@§2.66', '@§2.67'],
}, () => {
  const signs = (state: State) => {
    showState(state);
    const robots = document.head.querySelector('meta[name="robots"]')?.getAttribute('content');
    return [robots, screen.queryAllByRole('contentinfo').length];
  };
  expect(signs({ callback: { verifying: 'waiting' } })).toEqual(['noindex', 0]);
  expect(signs({ input: 'form' })).toEqual([undefined, 1]);
});

it('the callback says that the payment is in progress, and warns once it is slow', { tags: '@§2.65' }, () => {
  expect(wordsOf(showState({ callback: { verifying: 'waiting' } }))).toContain(
    'カード決済の処理中です。しばらくお待ちください。\nカード会社の認証画面から戻りました',
  );
  expect(screen.queryByRole('alert')).toBe(null);
  showState({ callback: { verifying: 'slow' } });
  expect(screen.getByRole('alert').textContent).toContain('確認に時間がかかっています');
});

it('the notice on cards says all that it must, in order', {
  tags: [
    ...['@§1.7', '@§1.9', '@§1.10', '@§1.11', '@§1.12', '@§1.13', '@§1.14', '@§1.15', '@§1.16', '@§1.17'],
    ...['@§1.18', '@§1.19', '@§1.20', '@§1.21', '@§2.21', '@§2.23', '@§2.24', '@§9.17'],
  ],
}, () => {
  showState({ input: 'cardNotice' });
  const notice = screen.getByRole('dialog', { name: 'クレジットカードご利用時の注意事項' });
  const contact = notice.querySelector('a[href="/contact/"]');
  expect(contact?.getAttribute('target')).toBe('_blank');
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

it('behind the card notice, and for a second after, live regions are silent', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const politeness = () =>
    new Set([...document.querySelectorAll('[aria-live]')].map((region) => region.getAttribute('aria-live')));
  const { rerender } = render(appWith(inState({ input: 'cardNotice' })));
  expect(politeness()).toEqual(new Set(['off']));
  rerender(appWith(inState({ input: { form: 'filling' } })));
  expect(politeness()).toEqual(new Set(['off']));
  vi.advanceTimersByTime(1000);
  expect(politeness()).toEqual(new Set(['polite']));
});

const messageBox = () => screen.getByRole('region', { name: 'ご確認ください' });
it('each message is an item of the list, in plain words until the sanitiser is there, with a way to ask', () => {
  const messages = ['二つ', '二つ', '<img src=x onerror="alert(1)"><b>残高</b>不足 <script'];
  confirm({ messages });
  const items = within(messageBox()).getAllByRole('listitem');
  expect(items.map((item) => linesOf(item)[0])).toEqual(['二つ', '二つ', '残高不足']);
  for (const item of items) {
    const contact = within(item).getByRole('link', { name: /お問い合わせください/ });
    expect(contact.getAttribute('href')).toBe(organisation.links.contact);
    expect(item.querySelector('img, b, script')).toBe(null);
  }
});

const showing = (...messages: string[]) => appWith(inState({ confirm: 'reviewing' }, { messages }));
it('new messages alone get the focus, on a new screen and where as many stood before', () => {
  const { rerender } = render(appWith(inState({ input: { form: 'filling' } })));
  const focused: unknown[] = [];
  const note = ({ target }: Event) => focused.push(target);
  document.addEventListener('focusin', note);
  rerender(showing('一つ'));
  messageBox().blur();
  rerender(showing('別の一つ'));
  document.removeEventListener('focusin', note);
  expect(focused).toEqual([messageBox(), messageBox()]);
});

it('messages so many that they scroll can be reached by keyboard', () => {
  const { rerender } = render(showing('一つ'));
  expect(within(messageBox()).getByRole('list').tabIndex).toBe(-1);
  rerender(showing(...Array<string>(11).fill('三つ')));
  expect(within(messageBox()).getByRole('list').tabIndex).toBe(0);
});

/** What stands after each name in the summary of the confirm screen, each with a link to change it. */
function summary(form: SignupForm): Record<string, string> {
  confirm({ form, card });
  const rows = screen.getAllByRole('term').map((name) => {
    const lines = linesOf(name.nextElementSibling ?? name).join(' ');
    expect(lines).toMatch(/変更する$/);
    return [name.textContent, lines.replace(/\s?変更する$/, '').replaceAll('\n', ' ')];
  });
  return Object.fromEntries(rows);
}

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
  お支払い方法: BANK_DEBIT as string,
};
const { 領収書: _, 年次報告書: __, ...unmailed } = rows;
const options = { price: 'other', priceOther: '1234567', mailMagazine: false, annualReport: true } as const;
const birth = (birthYear: string, birthMonth: string, birthDay: string) => ({
  birthYear,
  birthMonth,
  birthDay,
});

it.each<[string, SignupForm, Record<string, string>]>([
  // a kept card is not shown
  ['by bank debit, no option', completeDonorByBank, rows],
  [
    'by bank debit from overseas, born in 1980',
    { ...completeDonorOverseas, paymentMethod: BANK_DEBIT, birthYear: '1980' },
    {
      ...unmailed,
      ご住所: '350 Fifth Avenue, New York, NY, 10118, United States of America',
      生年月日: '1980年',
    },
  ],
  [
    'by card, nearly every option',
    { ...completeDonor, ...options, ...birth('1980', '2', '29'), gender: 'その他' },
    {
      ...rows,
      ...{ 毎月のご支援金額: '1,234,567円', 活動報告メール: 'いいえ', 年次報告書: '不要' },
      ...{ 生年月日: '1980年2月29日', 性別: 'その他' },
      ...{
        お支払い方法: CARD,
        カード番号: '************1111',
        有効期限: `${completeDonor.expirationYear}年12月`,
      },
    },
  ],
])(
  'the summary has each answer, and can only be agreed to: %s',
  {
    tags: [
      ...['@§2.44', '@§2.45', '@§2.46', '@§2.47', '@§2.48', '@§2.49', '@§2.50', '@§2.51', '@§2.52'],
      ...['@§2.53', '@§2.54', '@§2.55', '@§2.56', '@§2.57'],
    ],
  },
  (_, form, expected) => {
    expect(summary(form)).toEqual(expected);
    const promised = shownFields(form).flatMap((name) => {
      const { need, sample, summary = '' } = fieldTable[name];
      const isGiven = need === undefined || sample !== undefined || summary in expected;
      return isGiven && summary !== '' ? summary : [];
    });
    expect(new Set(Object.keys(expected))).toEqual(new Set(promised));
    const main = screen.getByRole('main');
    const parts = within(main)
      .getAllByRole('region')
      .map((region) => nameOf(region));
    expect(parts).toEqual(['ご支援の内容', '基本情報', 'お支払い方法', 'お申し込みの送信']);
    expect(wordsOf(main)).toContain(`毎月${expected.毎月のご支援金額}\nのご寄付を申し込みます`);
    expect(wordsOf(main)).toContain(`お支払い方法：${form.paymentMethod}`);
    const controls = [...main.querySelectorAll('input, select, textarea, [contenteditable]')];
    expect(controls.map((control) => control.getAttribute('name'))).toEqual(
      form.paymentMethod === BANK_DEBIT ? ['understood', 'bankFormUnderstood'] : ['understood'],
    );
  },
);

it.each([
  [birth('1980', '2', ''), '1980年2月'],
  [birth('', '2', '29'), '2月29日'],
  [birth('1980', '', '29'), '1980年（月が選ばれていません）'],
  [birth('', '', '29'), '（月が選ばれていません）'],
])('the summary shows %o as a date only where it is one', (given, shown) => {
  expect(summary({ ...completeDonor, ...given })).toMatchObject({ 生年月日: shown });
});

it('the confirm screen doubts an address of another postal code, and a street that repeats the city', () => {
  const { prefecture, city } = completeDonor;
  const lookups = { ...untouched.lookups, filled: { postalCode: '1500001', prefecture, city } };
  const doubts = (street: string) =>
    linesOf(confirm({ form: { ...completeDonor, street }, lookups })).filter((line) =>
      /ご確認ください。$/.test(line),
    );
  const ofCode = '郵便番号と住所が合っているか、ご確認ください。';
  const repeated = '番地・建物名に、都道府県や市区町村がもう一度入っています。ご住所をご確認ください。';
  expect(doubts('1-1')).toEqual([ofCode]);
  expect(doubts(`${city}1-1`)).toEqual([ofCode, repeated]);
});

it('the confirm screen tells a bank donor overseas that no form is mailed there', () => {
  const form: SignupForm = { ...completeDonorOverseas, paymentMethod: BANK_DEBIT };
  const said = wordsOf(confirm({ form }));
  expect(said).toContain('口座引落には申込用紙の郵送が必要ですが、海外へは郵便物をお送りしておりません');
  expect(said).toContain('申込用紙は海外へ郵送されない');
  expect(said).not.toMatch(/申込用紙を郵送します|郵送される申込用紙|10日以内/);
});

it.each([
  ['a card', 'nothing', completeDonor, {}, false],
  ['a card', 'its box', completeDonor, { understood: true }, true],
  ['bank debit', 'the first box', completeDonorByBank, { understood: true }, false],
  ['bank debit', 'the second box', completeDonorByBank, { bankFormUnderstood: true }, false],
  ['bank debit', 'both boxes', completeDonorByBank, { understood: true, bankFormUnderstood: true }, true],
])(
  'by %s with %s ticked, the submit button waits for the rest, and says so',
  {
    tags: ['@§2.59', '@§2.61', '@§2.62', '@§2.63', '@§9.8'],
  },
  (_, __, form, ticked, isEnabled) => {
    const lines = linesOf(confirm({ form, agreements: { ...untouched.agreements, ...ticked } }));
    const button = screen.getByRole('button', { name: '送信する' });
    expect(button.ariaDisabled).toBe(isEnabled ? null : 'true');
    expect(descriptionOf(button)).toMatch(isEnabled ? /^毎月3,000円/ : /^確認の欄.* 毎月3,000円/);
    expect(lines.includes('確認の欄にチェックを入れると、送信できます。')).toBe(!isEnabled);
    const paper = [
      'お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。',
      '郵送される申込用紙に署名・押印し、10日以内に返送することを確認しました',
    ];
    expect(lines.filter((line) => line.includes('10日以内'))).toEqual(form === completeDonor ? [] : paper);
  },
);

it('both screens state amount, first debit by card and how to stop', { tags: '@§1.14' }, () => {
  const { firstDebit, stopping } = methods[CARD].terms;
  for (const state of [{ input: { form: 'filling' } }, { confirm: 'reviewing' }] as const) {
    const said = wordsOf(showState(state, { form: completeDonor, card }));
    for (const words of ['毎月3,000円\nのご寄付を申し込みます', stopping, 'ご支援の停止\nお問い合わせ'])
      expect(said).toContain(words);
    expect(said).toContain(firstDebit?.when);
    // the prerendered form knows no date
    expect(said.includes('2026年7月または8月')).toBe('confirm' in state);
  }
});

it('the months of the first debit go on with the clock while the confirm screen is shown', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 11, 31, 14, 59, 59), toFake: ['Date', 'setInterval'] });
  const screen = confirm({ form: completeDonor, card });
  expect(wordsOf(screen)).toContain('2027年1月または2月');
  act(() => vi.advanceTimersByTime(1000));
  expect(wordsOf(screen)).toContain('2027年2月または3月');
});

it('where nothing can be stored, the confirm screen says so instead of leading to the bank', () => {
  const saidOf = (storageProblem: 'full' | null) =>
    wordsOf(confirm({ form: completeDonor, card, storageProblem }));
  expect(saidOf(null)).toContain('に移動します');
  const said = saidOf('full');
  for (const sentence of [draftNotKept.full, cardNeedsStorage.full]) expect(said).toContain(sentence);
  expect(said).not.toContain('に移動します');
});

const earlier = { form: completeDonor, registration };
const alsoOpen = { form: completeDonorByBank, application: copied };
it.each<[what: string, said: string | undefined, Parameters<typeof showState>[1]]>([
  ['of nothing, usually', undefined, { form: completeDonor }],
  [
    'of no earlier registration that was declined',
    undefined,
    { ...earlier, registration: { ...registration, isDeclined: true } },
  ],
  ['of an earlier one by card', 'このタブでは、先ほどもカードでお申し込みを送信しています。', earlier],
  ['of another tab that shows it too', '同じお申し込みが、別のタブでも開かれています。', alsoOpen],
  [
    'of a call without an answer rather than of another tab',
    '返答を受け取れませんでした',
    { ...alsoOpen, unanswered: 'registerBank' },
  ],
])('a confirm screen warns %s', (_, said, context) => {
  confirm(context);
  const warning = screen.queryByRole('region', { name: '二重登録にご注意ください' });
  expect(warning?.textContent).toEqual(said && expect.stringContaining(said));
});

it('a screen turns a spinner only while something is under way', () => {
  const isTurning = (state: State) =>
    showState(state, { form: completeDonor }).querySelector('.spinner') !== null;
  expect([{ cardRedirect: 'leaving' }, { complete: 'leaving' }].map(isTurning)).toEqual([true, true]);
  expect([{ cardRedirect: 'stalled' }, { complete: 'stalled' }].map(isTurning)).toEqual([false, false]);
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
] as const)('who has signed up by %s (overseas: %s) is told when, how much and what to do', (...row) => {
  const [paymentMethod, expatriate, toDo] = row;
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const finished = { at: Date.UTC(2026, 11, 31, 15, 5), amount: 3000, paymentMethod, expatriate };
  showState({ complete: 'remembered' }, { finished });
  const shown = linesOf(screen.getByRole('main'));
  expect(shown.slice(shown.indexOf('お申し込みの日時'))).toEqual([
    ...['お申し込みの日時', '2027年1月1日 0:05'],
    ...['毎月のご支援金額', '3,000円'],
    ...['お支払い方法', paymentMethod],
    'お申し込みは受け付けられています。もう一度お申し込みになる必要はありません。',
    ...toDo,
    '別のお申し込みを始める',
  ]);
});

it.each([
  ['solvingCaptcha', '送信の前に、自動送信でないことを確認しています。'],
  ['awaitingAccessToken', '送信の準備をしています。'],
  ['registering', 'お申し込みを送信しています。画面を閉じずにお待ちください。'],
] as const)(
  'nothing can be pressed in the state %s, which says “%s”',
  { tags: ['@§2.60', '@§4.17'] },
  (...row) => {
    const [submitting, said] = row;
    const agreements = { understood: true, bankFormUnderstood: false };
    const page = showState({ confirm: { submitting } }, { form: completeDonor, agreements });
    expect(screen.getByRole('button', { name: '送信中...' })).toHaveProperty('ariaDisabled', 'true');
    expect(page.querySelectorAll('[inert]')).toHaveLength(3);
    expect(linesOf(page)).toContain(said);
  },
);

it('a card that has grown too old on the confirm screen is asked for in its field', () => {
  const send = vi.spyOn(Actor.prototype, 'send');
  showState({ confirm: 'cardExpired' }, { form: completeDonor });
  fireEvent.click(screen.getByRole('link', { name: 'カード情報を入力する' }));
  expect(send.mock.calls).toContainEqual([{ type: 'change.requested', field: 'cardNum' }]);
});

it('with a modifier key held, the browser itself follows a link back to the form', () => {
  confirm({ form: completeDonor, card });
  const taken: boolean[] = [];
  const note = (press: Event) => {
    taken.push(press.defaultPrevented);
    // jsdom follows no link
    press.preventDefault();
  };
  addEventListener('click', note);
  const link = screen.getByRole('link', { name: '入力画面に戻る' });
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey']) fireEvent.click(link, { [key]: true });
  removeEventListener('click', note);
  expect(new Set(taken)).toEqual(new Set([false]));
});
