import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Actor } from 'xstate';
import { organisation } from '#organisation/organisation.ts';
import { cardPayload } from '../../src/signup/application/payload.ts';
import {
  BANK_DEBIT,
  CARD,
  definitions,
  emptyForm,
  formFields,
  formOf,
  type SignupForm,
} from '../../src/signup/form.ts';
import { completeDonor, completeDonorByBank, completeDonorOverseas } from '../complete-donor.ts';
import { fieldTable } from '../field-table.ts';
import {
  appWith,
  descriptionOf,
  inState,
  linesOf,
  type State,
  showState,
  untouched,
  wordsOf,
} from './show.tsx';

const card = { cardToken: 'secret-token', maskedCardNumber: '************1111', issuedAt: 0 };
/** Shows the confirm screen. */
const confirm = (context: Parameters<typeof showState>[1]) => showState({ confirm: 'reviewing' }, context);

it.each<[step: string, title: string, State]>([
  ['入力', 'マンスリーサポーター申し込み', { input: { form: 'filling' } }],
  ['確認', 'お申し込み内容の確認まだ完了していません', { confirm: 'reviewing' }],
  ['確認', 'カードの本人認証まだ完了していません', { cardRedirect: 'leaving' }],
  ['確認', 'カード決済の確認まだ完了していません', { callback: { verifying: 'waiting' } }],
  ['完了', 'お申し込みを受け付けました', { complete: 'leaving' }],
])(
  'the screen of the step %s has the logo and the title “%s”',
  {
    tags: ['@§2.6', '@§2.7', '@§2.8', '@§2.9', '@§2.10', '@§2.11'],
  },
  (step, title, state) => {
    showState(state, { form: completeDonor });
    const home = within(screen.getByRole('banner')).getByRole('link', { name: /こどもの明日を守る会/ });
    expect(home).toHaveProperty('pathname', '/');
    expect(linesOf(screen.getByRole('heading', { level: 1 }))).toEqual([title]);
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

it('the callback warns once it is slow', { tags: '@§2.65' }, () => {
  const warnings = (verifying: 'waiting' | 'slow') => {
    showState({ callback: { verifying } });
    return screen.queryAllByRole('alert').length;
  };
  expect([warnings('waiting'), warnings('slow')]).toEqual([0, 1]);
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
  expect(within(messageBox()).queryByText(/全/)).toBeNull();
  rerender(showing(...Array<string>(6).fill('三つ')));
  expect(within(messageBox()).getByRole('list').tabIndex).toBe(0);
  within(messageBox()).getByText('全6件（枠内をスクロールしてご覧ください）');
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
const unmailed = '不要（海外へは郵便物をお送りしておりません）';
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
      ...rows,
      ...{ 領収書: unmailed, 年次報告書: unmailed },
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
    const main = screen.getByRole('main');
    expect(wordsOf(main)).toContain(`毎月${expected.毎月のご支援金額}\nのご寄付を申し込みます`);
    expect(wordsOf(main)).toContain(`お支払い方法：${form.paymentMethod}`);
    const controls = [...main.querySelectorAll('input, select, textarea, [contenteditable]')];
    expect(controls.map((control) => control.getAttribute('name'))).toEqual(
      form.paymentMethod === BANK_DEBIT ? ['understood', 'bankFormUnderstood'] : ['understood'],
    );
  },
);

it.each([completeDonor, completeDonorOverseas])('all that goes out stands in the summary', (donor) => {
  /** Every field is filled in, also those that a complete donor leaves empty. */
  const filled = formOf((name) => {
    const { choices, empty } = definitions[name];
    if (donor[name] !== emptyForm[name] || /^(expatriate|paymentMethod)$/.test(name)) return donor[name];
    return choices?.at(-1) ?? (typeof empty === 'boolean' ? !empty : String(formFields.indexOf(name)));
  });
  const campaign = { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' };
  const sent: Readonly<Record<string, unknown>> = cardPayload(filled, card, '', '', campaign);
  const shown = summary(filled);
  const others = ['price', 'priceOther', 'expatriate'];
  for (const name of formFields.filter((each) => each in sent && !others.includes(each)))
    expect(shown[fieldTable[name].summary ?? ''], name).toContain(
      typeof sent[name] === 'string' ? sent[name] : '',
    );
});

it.each([
  [birth('1980', '2', ''), '1980年2月'],
  [birth('', '2', '29'), '2月29日'],
  [birth('1980', '', '29'), '1980年29日（月が選ばれていません）'],
  [birth('', '', '29'), '29日（月が選ばれていません）'],
])('the summary shows %o as a date only where it is one', (given, shown) => {
  expect(summary({ ...completeDonor, ...given })).toMatchObject({ 生年月日: shown });
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

it('the months of the first debit go on with the clock while the confirm screen is shown', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 11, 31, 14, 59, 59), toFake: ['Date', 'setTimeout'] });
  const screen = confirm({ form: completeDonor, card });
  expect(wordsOf(screen)).toContain('2027年1月または2月');
  act(() => vi.advanceTimersByTime(1000));
  expect(wordsOf(screen)).toContain('2027年2月または3月');
});

it('a screen turns a spinner only while something is under way', () => {
  const isTurning = (state: State) =>
    showState(state, { form: completeDonor }).querySelector('.spinner') !== null;
  expect([{ cardRedirect: 'leaving' }, { complete: 'leaving' }].map(isTurning)).toEqual([true, true]);
  expect([{ cardRedirect: 'stalled' }, { complete: 'stalled' }].map(isTurning)).toEqual([false, false]);
});

it('nothing can be pressed while an application is on its way', { tags: ['@§2.60', '@§4.17'] }, () => {
  const agreements = { understood: true, bankFormUnderstood: false };
  const page = showState({ confirm: { submitting: 'registering' } }, { form: completeDonor, agreements });
  expect(screen.getByRole('button', { name: '送信中...' })).toHaveProperty('ariaDisabled', 'true');
  expect(page.querySelectorAll('[inert]')).toHaveLength(3);
});

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
    // jsdom does not follow links
    press.preventDefault();
  };
  addEventListener('click', note);
  const link = screen.getByRole('link', { name: '入力画面に戻る' });
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey']) fireEvent.click(link, { [key]: true });
  removeEventListener('click', note);
  expect(new Set(taken)).toEqual(new Set([false]));
});
