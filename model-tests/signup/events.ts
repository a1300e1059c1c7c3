import { CallFailure } from '../../src/signup/call-failure.ts';
import { type FieldChange, fields, type SignupForm } from '../../src/signup/form.ts';
import type { Hand } from '../browser/hand.ts';
import type { Title } from '../chart/title.ts';
import { addressBook, type Donor, donorsAtHome, donorsOverseas, largestAmount, missingIn } from './donors.ts';
import type { Happening } from './happening.ts';
import {
  ALLOWED_ORIGIN,
  CARD_LIFETIME,
  CARD_NUMBER,
  codeOf,
  hasAgreed,
  isTokenGood,
  type Ledger,
  MINUTE,
  offerOf,
  unknownCode,
} from './ledger.ts';
import { paymentOf } from './payments.ts';
import { words } from './words.ts';

/** How the screen keeps a donor from what can come to nothing. */
type Barred = { button: string; is: 'disabled' | 'absent' };

/** One kind of event: where it can happen, how it is made to happen in a browser, and examples of it. */
type Kind<Type extends Happening['type']> = {
  /** Where the screen offers it, or where it can come about. */
  when(ledger: Ledger): boolean;
  /** Where the screen keeps the donor from it although it belongs there: it is tried, and nothing happens. */
  barred?(ledger: Ledger): Barred | null;
  inBrowser(hand: Hand, event: Extract<Happening, { type: Type }>, ledger: Ledger): Promise<void>;
  samples: readonly Sample<Type>[];
};

type Sample<Type extends Happening['type']> = {
  title: Title;
  /** What it carries beside its type; nothing where this very sample cannot happen now. */
  carries(ledger: Ledger): Omit<Extract<Happening, { type: Type }>, 'type'> | null;
  /** How much more often than others a random donor does it; 0 for what only the paths show. */
  weight?: number;
  /** Left to the random walks, since unrelated concerns would multiply. */
  isForWalks?: true;
  /** Why a browser cannot show it. */
  outOfReach?: string | ((ledger: Ledger) => string | null);
};

const nothing = () => ({});
const only = (title: Title, weight?: number) => [
  { title, carries: nothing, ...(weight === undefined ? {} : { weight }) },
];
const next = ({ now }: Ledger): { at: number } => ({ at: now + 1 });
const isTyping = ({ at }: Ledger) => at.startsWith('input.form');
const isOn = (place: string) => (ledger: Ledger) => ledger.at.startsWith(place);
const waitsFor = (id: keyof Ledger['waits']) => (ledger: Ledger) => id in ledger.waits;

const typing = (
  change: FieldChange,
  title: Title,
  more: Partial<Sample<'field.changed'>> = {},
): Sample<'field.changed'> => ({
  title,
  carries: () => (fields[change.name].isAsked === false ? null : { change }),
  outOfReach: ({ form }) => (form[change.name] === change.value ? 'the field holds just that' : null),
  ...more,
});
const walksOnly = { isForWalks: true } as const;

const filling = (
  { title, typed, form }: Donor,
  more: Partial<Sample<'input.confirmed'>> = {},
): Sample<'input.confirmed'> => ({
  title: {
    ja: `${title.ja}の内容を入力して「入力内容を確認する」を押す`,
    en: `fill in the form, ${title.en}, and confirm it`,
  },
  carries: (ledger) => ({ typed: withKept(ledger, typed), form: withKept(ledger, form), ...next(ledger) }),
  weight: 16,
  ...more,
});
/** What the donor is not asked for stays as it was. */
function withKept({ form: before }: Ledger, form: SignupForm): SignupForm {
  const { zip, country, zipExpatriate, receipt, annualReport, expirationMonth, expirationYear } = before;
  const place = form.expatriate ? { zip, receipt, annualReport } : { country, zipExpatriate };
  return { ...form, ...place, ...(paymentOf(form).needsCard ? {} : { expirationMonth, expirationYear }) };
}

/** What a call of the API can end with, other than well. */
const failures: readonly { title: Title; error: unknown; outOfReach?: string }[] = [
  {
    title: { ja: 'APIがアクセストークンを拒む', en: 'the API refuses the access token' },
    error: new CallFailure('unauthorized'),
  },
  {
    title: { ja: '通信できず、何も送られない', en: 'the network is away, nothing is sent' },
    error: new CallFailure('notSent', [words.offline]),
  },
  {
    title: { ja: '送ったが返答が来ない', en: 'it is sent and no answer comes' },
    error: new CallFailure('noAnswer'),
  },
  {
    title: { ja: 'サーバーが理由を付けて断る', en: 'the server refuses and says why' },
    error: new CallFailure('refused', [
      'この内容では<b>受け付けられません</b>。',
      'メールアドレスをご確認ください。',
    ]),
  },
  {
    title: { ja: 'サーバーが理由なしに断る', en: 'the server refuses and gives no reason' },
    error: new CallFailure('refused'),
  },
  {
    title: { ja: '想定外の不具合が起きる', en: 'something unforeseen breaks' },
    error: new Error('a fault of our own'),
    outOfReach: 'a fault of our own program cannot be provoked from outside',
  },
];
const failing = failures.map(({ error, ...rest }) => ({ ...rest, carries: () => ({ error }) }));
const one = (title: Title, error: CallFailure) => ({ title, carries: () => ({ error }) });

const answer = (
  carries: Sample<'xstate.done.actor.register'>['carries'],
  ja: string,
  en: string,
  weight = 8,
) => ({ title: { ja, en }, carries, weight });
const needsCard = ({ form }: Ledger) => paymentOf(form).needsCard;

/** Who comes back from the bank, by the name that its answer has. */
const callbackOf = (accessId: string) => ({ accessId, event: '3DSecure', csrfToken: `csrf of ${accessId}` });
const opening = (
  title: Title,
  carries: Sample<'page.opened'>['carries'],
  more: Partial<Sample<'page.opened'>> = {},
) => ({ title, carries, ...more });
const fromAddress = (route: Ledger['address'], isReload = false) => ({
  route,
  callback: null,
  isOpenedByBank: false,
  isReload,
});
const isSettling = ({ at }: Ledger) => /registering$|verifying/.test(at);

/** Everything that can happen to a sign-up. A new event of the chart does not compile before it stands here. */
export const events: { readonly [Type in Happening['type']]: Kind<Type> } = {
  'page.opened': {
    when: () => true,
    inBrowser: (hand, event) => hand.open(event),
    samples: [
      opening({ ja: 'ページを再読み込みする', en: 'reload the page' }, ({ address, at }) =>
        at === 'callback.reopening' ? null : fromAddress(address, true),
      ),
      opening(
        { ja: '新しい画面が開く', en: 'the fresh page opens' },
        ({ at }) => (at === 'callback.reopening' ? fromAddress('callback') : null),
        { weight: 40 },
      ),
      opening({ ja: '入力画面のURLを開く', en: 'open the address of the form' }, ({ at }) =>
        isSettling({ at } as Ledger) || at === 'callback.reopening' ? null : fromAddress('input'),
      ),
      opening({ ja: '確認画面のURLを開く', en: 'open the address of the confirm screen' }, ({ at }) =>
        at === 'callback.reopening' ? null : fromAddress('confirm'),
      ),
      opening(
        { ja: '必要な情報なしに戻り先のURLを開く', en: 'open the callback address without its parameter' },
        ({ at }) => (at === 'callback.reopening' ? null : fromAddress('callback')),
      ),
      opening(
        { ja: 'カード会社で認証して戻る', en: 'authenticate at the bank and come back' },
        (ledger) => {
          const { registration } = ledger;
          if (!registration || isSettling(ledger)) return null;
          return {
            route: 'callback',
            callback: callbackOf(registration.accessId),
            isOpenedByBank: true,
            isReload: false,
          };
        },
        { weight: 40 },
      ),
      opening(
        {
          ja: '本人認証の結果を処理する前に入力画面のURLを開く',
          en: 'open the form before what the bank answered is settled',
        },
        (ledger) => {
          const { registration } = ledger;
          if (!registration || !ledger.at.startsWith('cardRedirect')) return null;
          return {
            route: 'input',
            callback: callbackOf(registration.accessId),
            isOpenedByBank: false,
            isReload: false,
          };
        },
      ),
      opening(
        { ja: 'ほかの人のリンクで戻り先を開く', en: 'open a callback link of somebody else' },
        (ledger) =>
          isSettling(ledger)
            ? null
            : {
                route: 'callback',
                callback: callbackOf('somebody else'),
                isOpenedByBank: true,
                isReload: false,
              },
      ),
    ],
  },
  'time.passed': {
    when: () => true,
    inBrowser: (hand, { milliseconds }) => hand.wait(milliseconds),
    samples: [
      {
        title: { ja: '10秒たつ', en: 'ten seconds pass' },
        carries: ({ at, since, now }) =>
          /leaving$|verifying.waiting$/.test(at) ? { milliseconds: Math.max(1, since + 10_000 - now) } : null,
        weight: 3,
      },
      {
        title: { ja: 'カードの保持期限が切れる', en: 'the card is kept for too long' },
        carries: ({ card, at, now, since, toldAt }) => {
          const isTimed = at === 'confirm.reviewing';
          if (!isTimed && !(card && /^(input\.form|confirm\.submitting\.solvingCaptcha)/.test(at)))
            return null;
          // In the very next moment it is too old, or now where the screen says so by itself.
          const tooOld = (card ? card.issuedAt : toldAt) + CARD_LIFETIME;
          const end = isTimed ? since + tooOld - toldAt : tooOld - 1;
          return end > now ? { milliseconds: end - now } : null;
        },
        outOfReach: ({ at }) =>
          at.startsWith('confirm.submitting') ? 'the captcha does not wait so long' : null,
      },
      {
        title: { ja: '14分たつ', en: 'a quarter of an hour passes' },
        carries: () => ({ milliseconds: 14 * MINUTE }),
        ...walksOnly,
      },
    ],
  },

  // ── what a donor does at the form ─────────────────────────────────────────────────────────────────────────────
  'field.changed': {
    when: isTyping,
    inBrowser: (hand, { change }) => hand.enter({ [change.name]: change.value }),
    samples: [
      typing(
        { name: 'phone', value: '090-1234-5678' },
        { ja: '電話番号を入力する', en: 'type the phone number' },
      ),
      typing(
        { name: 'zip', value: '100-0001' },
        { ja: '郵便番号を最後まで入力する', en: 'type a whole postal code' },
        { weight: 3 },
      ),
      typing(
        { name: 'zip', value: '100' },
        { ja: '郵便番号を途中まで入力する', en: 'type part of a postal code' },
      ),
      typing(
        { name: 'zip', value: '530-0001' },
        { ja: '別の郵便番号を入力する', en: 'type another postal code' },
        walksOnly,
      ),
      typing(
        { name: 'prefecture', value: '大阪府' },
        { ja: '都道府県を自分で選ぶ', en: 'choose a prefecture by hand' },
      ),
      typing(
        { name: 'city', value: '大阪市北区' },
        { ja: '市区町村を自分で入力する', en: 'type a city by hand' },
      ),
      typing({ name: 'city', value: '' }, { ja: '市区町村を消す', en: 'clear the city' }),
      typing(
        { name: 'prefecture', value: '東京都' },
        { ja: '郵便番号の都道府県を選ぶ', en: 'choose the prefecture of the code' },
        walksOnly,
      ),
      typing(
        { name: 'city', value: '千代田区' },
        { ja: '郵便番号の住所の一部を入力する', en: 'type part of the address of the code' },
        walksOnly,
      ),
      typing(
        { name: 'street', value: '番地のみ' },
        { ja: '番地を入力し直す', en: 'type another street' },
        walksOnly,
      ),
      typing(
        { name: 'street', value: CARD_NUMBER },
        { ja: '番地にカード番号を入力する', en: 'type a card number into the street' },
        walksOnly,
      ),
      typing(
        { name: 'price', value: largestAmount },
        { ja: '金額を変える', en: 'change the amount' },
        walksOnly,
      ),
      typing(
        { name: 'expatriate', value: true },
        { ja: '海外在住にチェックを入れる', en: 'tick the box for living abroad' },
      ),
      typing(
        { name: 'expatriate', value: false },
        { ja: '海外在住のチェックを外す', en: 'untick the box for living abroad' },
      ),
    ],
  },
  'field.left': {
    when: ({ at }) => /^input\.(form|cardNotice)/.test(at),
    inBrowser: (hand, { name }) => hand.leave(name),
    samples: [
      {
        title: { ja: '電話番号の欄を離れる', en: 'leave the field of the phone number' },
        carries: ({ form }) => (form.phone.includes('-') ? { name: 'phone' } : null),
      },
    ],
  },
  'name.composed': {
    when: isTyping,
    inBrowser: impossible,
    samples: [
      {
        title: { ja: '日本語入力で姓を確定する', en: 'type a last name with a Japanese keyboard' },
        carries: ({ form }) =>
          form.furigana === ''
            ? { name: 'lastName', event: { type: 'compositionend', data: 'やまだ', value: 'やまだ' } }
            : null,
        weight: 0,
        outOfReach: 'a Japanese keyboard is played elsewhere',
      },
    ],
  },
  'input.confirmed': {
    when: isTyping,
    inBrowser: (hand, { typed }, { form, card }) => hand.confirmInput(form, typed, card === null),
    samples: [
      ...donorsAtHome.map((donor) => filling(donor)),
      ...donorsOverseas.map((donor) => filling(donor, walksOnly)),
      {
        title: { ja: 'そのまま「入力内容を確認する」を押す', en: 'confirm the input as it is' },
        carries: (ledger) =>
          isWhole(ledger) ? { typed: ledger.form, form: ledger.form, ...next(ledger) } : null,
        weight: 6,
        ...walksOnly,
      },
    ],
  },
  'input.rejected': {
    when: (ledger) => isTyping(ledger) && ledger.form.email === '',
    inBrowser: (hand) => hand.press('入力内容を確認する'),
    samples: [
      {
        title: { ja: '誤りのあるまま「入力内容を確認する」を押す', en: 'confirm an input with mistakes' },
        carries: () => ({ fieldErrors: [{ name: 'email', message: '必須項目です' }] }),
      },
    ],
  },
  'card.discarded': {
    when: (ledger) => isTyping(ledger) && needsCard(ledger) && ledger.card !== null,
    inBrowser: (hand) => hand.press('カードを変更する'),
    samples: only({ ja: '「カードを変更する」を押す', en: 'ask for another card' }),
  },
  'address.accepted': {
    when: isTyping,
    barred: (ledger) => (offerOf(ledger) === 'offered' ? null : { button: 'この住所にする', is: 'absent' }),
    inBrowser: (hand) => hand.press('この住所にする'),
    samples: only({ ja: '「この住所にする」を押す', en: 'take the address of the postal code' }),
  },
  'address.declined': {
    when: isTyping,
    barred: (ledger) =>
      offerOf(ledger) === 'offered' ? null : { button: '入力した住所のままにする', is: 'absent' },
    inBrowser: (hand) => hand.press('入力した住所のままにする'),
    samples: only({ ja: '「入力した住所のままにする」を押す', en: 'keep the address as typed' }),
  },
  'draft.cleared': {
    when: isTyping,
    async inBrowser(hand) {
      await hand.press('入力内容を消去する');
      await hand.press(/^消去する$/);
    },
    samples: [{ title: { ja: '入力内容をすべて消す', en: 'clear the whole draft' }, carries: next }],
  },
  'cardNotice.opened': {
    when: isTyping,
    inBrowser: (hand) => hand.press('クレジットカードご利用時の注意事項'),
    samples: only({ ja: 'カードの注意事項を開く', en: 'open the notes on credit cards' }),
  },
  'cardNotice.closed': {
    when: isOn('input.cardNotice'),
    inBrowser: (hand) => hand.closeDialog(),
    samples: only({ ja: 'カードの注意事項を閉じる', en: 'close the notes on credit cards' }, 4),
  },

  // ── … on the confirm screen ───────────────────────────────────────────────────────────────────────────────────
  'agreement.changed': {
    when: isOn('confirm.reviewing'),
    inBrowser: (hand, { name }) => hand.tick(name),
    samples: [
      ticking('understood', true, { ja: '了承にチェックを入れる', en: 'tick “understood”' }),
      ticking('understood', false, { ja: '了承のチェックを外す', en: 'untick “understood”' }),
      ticking('bankFormUnderstood', true, {
        ja: '申込用紙の返送にチェックを入れる',
        en: 'tick the box about the paper form',
      }),
    ],
  },
  'change.requested': {
    when: ({ at }) => /^confirm\.(reviewing|cardExpired)$/.test(at),
    inBrowser(hand, { field }, { at }) {
      if (field === null) return hand.follow('入力画面に戻る');
      return hand.follow(at === 'confirm.cardExpired' ? 'カード情報を入力する' : /変更する.*メールアドレス/);
    },
    samples: [
      {
        title: { ja: '「入力画面に戻る」を押す', en: 'go back to the input' },
        carries: () => ({ field: null }),
      },
      {
        title: { ja: 'メールアドレスの「変更する」を押す', en: 'ask to change the email' },
        carries: () => ({ field: 'email' }),
      },
    ],
  },
  'waiting.ended': {
    when: isOn('callback.verifying.slow'),
    inBrowser: (hand) => hand.press('待たずに入力画面に戻る'),
    samples: only({ ja: '「待たずに入力画面に戻る」を押す', en: 'wait no longer for the settling' }, 3),
  },
  'confirm.submitted': {
    when: isOn('confirm.reviewing'),
    barred: (ledger) => (hasAgreed(ledger) ? null : { button: '送信する', is: 'disabled' }),
    inBrowser: (hand) => hand.press('送信する'),
    samples: [{ title: { ja: '「送信する」を押す', en: 'send' }, carries: next, weight: 40 }],
  },

  // ── … where a screen waits for something outside, and back in a tab that has signed up ────────────────────────
  'retry.requested': {
    when: ({ at }) => /stalled$|notSent$|remembered$/.test(at),
    barred: ({ at, told }) =>
      at === 'complete.remembered' && told === null ? { button: '完了画面を開く', is: 'absent' } : null,
    inBrowser: (hand) => hand.press(/^(?:もう一度移動する|もう一度確認する|完了画面を開く)$/),
    samples: only({ ja: 'もう一度試す', en: 'try again' }, 3),
  },
  'signup.restarted': {
    when: isOn('complete.remembered'),
    inBrowser: (hand) => hand.press('別のお申し込みを始める'),
    samples: only({ ja: '「別のお申し込みを始める」を押す', en: 'begin another application' }),
  },

  // ── what the browser does ─────────────────────────────────────────────────────────────────────────────────────
  'route.requested': {
    when: ({ at }) => !/leaving$|reopening$/.test(at) || at === 'cardRedirect.leaving',
    inBrowser: (hand, { route }, { at }) =>
      at === 'cardRedirect.stalled' ? hand.press('入力画面に戻る') : hand.goTo(route),
    samples: [
      going('input', { ja: 'ブラウザーで入力画面に行く', en: 'go to the input in the browser' }),
      going(
        'confirm',
        { ja: 'ブラウザーで確認画面に行く', en: 'go to the confirm screen in the browser' },
        3,
      ),
      going('callback', { ja: 'ブラウザーで戻り先に行く', en: 'go to the callback address in the browser' }),
    ],
  },
  'page.restored': {
    when: ({ at }) => /leaving$/.test(at),
    inBrowser: (hand) => hand.leaveAndComeBack(),
    samples: only({
      ja: '離れたページにブラウザーの「戻る」で戻る',
      en: 'come back to a page that was left',
    }),
  },
  'page.revisited': {
    when: () => true,
    inBrowser: (hand) => hand.revisit(),
    samples: [
      {
        title: {
          ja: 'タブに戻る、または通信が戻る',
          en: 'look at the tab again, or have the network again',
        },
        carries: next,
      },
    ],
  },

  'copy.found': {
    when: isOn('confirm'),
    inBrowser: impossible,
    samples: [
      {
        title: {
          ja: '同じお申し込みが別のタブで開かれる',
          en: 'the same application is opened in another tab',
        },
        carries: nothing,
        outOfReach: 'the sandbox can tell a repeat from a second application',
      },
    ],
  },

  // ── what hosts answer ─────────────────────────────────────────────────────────────────────────────────────────
  'accessToken.ready': {
    when: waitsFor('fetchAccessToken'),
    inBrowser: (hand) => hand.answer('fetchAccessToken'),
    samples: only({ ja: 'アクセストークンが届く', en: 'the access token arrives' }, 40),
  },
  'accessToken.unavailable': {
    when: waitsFor('fetchAccessToken'),
    inBrowser: (hand) => hand.answer('fetchAccessToken', [{ call: 'token', as: { drop: 'before' } }]),
    samples: [
      {
        title: { ja: 'アクセストークンを取得できない', en: 'no access token can be had' },
        carries: () => ({ error: new CallFailure('noAnswer') }),
      },
    ],
  },
  'accessToken.refused': {
    when: waitsFor('lookUpPostalCode'),
    inBrowser: impossible,
    samples: [
      {
        title: {
          ja: '住所検索でアクセストークンが拒まれる',
          en: 'the postal lookup finds the access token refused',
        },
        carries: (ledger) => (isTokenGood(ledger) && ledger.refusedFor !== codeOf(ledger.form) ? {} : null),
        outOfReach: 'nothing on the screen shows it',
      },
    ],
  },
  'address.found': {
    when: () => true,
    inBrowser: (hand) => hand.answer('lookUpPostalCode'),
    samples: [
      {
        title: { ja: '郵便番号の住所が見つかる', en: 'the address of the postal code is found' },
        carries: (ledger) => {
          const postalCode = unknownCode(ledger);
          const address = addressBook[postalCode ?? ''];
          return postalCode && address && isAnswering(ledger) ? { postalCode, address } : null;
        },
        weight: 6,
      },
      {
        title: {
          ja: '前の郵便番号の住所が遅れて届く',
          en: 'the address of an earlier postal code comes late',
        },
        carries: ({ form, at }) => {
          const address = addressBook['5300001'];
          return address && codeOf(form) !== '5300001' && at.startsWith('input')
            ? { postalCode: '5300001', address }
            : null;
        },
        weight: 0,
        outOfReach: 'nothing on the screen shows that an address came too late',
      },
    ],
  },
  'address.missing': {
    when: waitsFor('lookUpPostalCode'),
    inBrowser: (hand) =>
      hand.answer('lookUpPostalCode', [{ call: 'postalCode', as: { body: { data: [] } } }]),
    samples: [
      {
        title: { ja: '郵便番号の住所が見つからない', en: 'the postal code has no address' },
        carries: (ledger) => {
          const postalCode = unknownCode(ledger);
          return postalCode && isAnswering(ledger) ? { postalCode } : null;
        },
      },
    ],
  },
  'xstate.done.actor.tokeniseCard': {
    when: waitsFor('tokeniseCard'),
    inBrowser: (hand, { output }) => hand.tokenise(output),
    samples: ['************1111', '************4242'].map(
      (maskedCardNumber, index): Sample<'xstate.done.actor.tokeniseCard'> => ({
        title: {
          ja: `カード会社がカードを受け付ける（${maskedCardNumber.slice(-4)}）`,
          en: `the gateway accepts the card ${maskedCardNumber.slice(-4)}`,
        },
        carries: ({ count, now }) => ({
          output: { cardToken: `card ${count}`, maskedCardNumber, issuedAt: now + 1 },
        }),
        weight: 30 - 25 * index,
        ...(index === 1 ? walksOnly : {}),
      }),
    ),
  },
  'xstate.error.actor.tokeniseCard': {
    when: waitsFor('tokeniseCard'),
    inBrowser: (hand, { error }) =>
      hand.answer('tokeniseCard', [
        error instanceof CallFailure && error.reason === 'refused'
          ? { call: 'gatewayToken', as: { body: { resultCode: '101' } } }
          : { call: 'gatewayScript', as: { drop: 'before' } },
      ]),
    samples: [
      one(
        { ja: 'カード会社がカードを断る', en: 'the gateway refuses the card' },
        new CallFailure('refused', [
          'カード番号をご確認ください。決済代行会社で受け付けられませんでした。お申し込みはまだ送信されていません。（コード：101）',
        ]),
      ),
      one(
        { ja: 'カード会社に接続できない', en: 'the gateway cannot be reached' },
        new CallFailure('notSent', [
          'カード情報を確認する仕組みを読み込めませんでした。カード情報も、お申し込みも送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。',
        ]),
      ),
    ],
  },
  'xstate.done.actor.solveCaptcha': {
    when: waitsFor('solveCaptcha'),
    inBrowser: (hand) => hand.answer('solveCaptcha'),
    samples: [
      {
        title: { ja: '自動送信の確認が済む', en: 'the captcha is solved' },
        carries: ({ count }) => ({ output: `captcha ${count}` }),
        weight: 40,
      },
    ],
  },
  'xstate.error.actor.solveCaptcha': {
    when: waitsFor('solveCaptcha'),
    inBrowser: (hand) => hand.answer('solveCaptcha', [{ call: 'captchaToken', as: { status: 500 } }]),
    samples: [
      one(
        { ja: '自動送信の確認に失敗する', en: 'the captcha fails' },
        new CallFailure('notSent', [
          '自動送信を防ぐための確認ができなかったため、お申し込みは送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。',
        ]),
      ),
    ],
  },
  'xstate.done.actor.register': {
    when: waitsFor('register'),
    inBrowser: (hand, { output }, { form }) => hand.register(paymentOf(form).call, output),
    samples: [
      answer(
        (ledger) =>
          needsCard(ledger)
            ? {
                output: {
                  redirectUrl: `${ALLOWED_ORIGIN}/3ds/${ledger.count}`,
                  registerToken: `register ${ledger.count}`,
                },
              }
            : null,
        '申し込みがカードで登録される',
        'the application by card is registered',
        40,
      ),
      answer(
        (ledger) =>
          needsCard(ledger)
            ? { output: { redirectUrl: 'https://elsewhere.example.com/3ds', registerToken: 'elsewhere' } }
            : null,
        '許可のないページへの移動を指示される',
        'the answer leads to a page that is not allowed',
        1,
      ),
      {
        ...answer(
          (ledger) => (needsCard(ledger) ? { output: null } : null),
          '返答に移動先がない',
          'the answer names no page',
          0,
        ),
        outOfReach: 'the services let no such answer pass',
      },
      answer(
        (ledger) => (needsCard(ledger) ? null : { output: null }),
        '申し込みが登録される',
        'the application is registered, without a card',
        40,
      ),
    ],
  },
  'xstate.error.actor.register': {
    when: waitsFor('register'),
    inBrowser: (hand, { error }, { form }) => hand.fail('register', paymentOf(form).call, error),
    samples: failing,
  },
  'xstate.done.actor.verifyCard': {
    // The bank has approved what was registered last.
    when: (ledger) => 'verifyCard' in ledger.waits && ledger.p?.accessId === ledger.registration?.accessId,
    inBrowser: (hand) => hand.verify(),
    samples: [
      {
        title: { ja: 'カード決済が確定する', en: 'the card payment is settled' },
        carries: () => ({ output: undefined }),
        weight: 40,
      },
    ],
  },
  'xstate.error.actor.verifyCard': {
    when: waitsFor('verifyCard'),
    inBrowser: (hand, { error }) => hand.fail('verifyCard', 'memberVerifyCard', error),
    samples: failing,
  },
};

function impossible(): Promise<void> {
  throw new Error('out of a browser’s reach');
}

function ticking(
  name: Ledger['ticked'][number],
  checked: boolean,
  title: Title,
): Sample<'agreement.changed'> {
  return {
    title,
    carries: ({ form, ticked }) =>
      paymentOf(form).boxes.includes(name) && ticked.includes(name) !== checked ? { name, checked } : null,
    weight: checked ? 24 : 1,
  };
}

function going(route: Ledger['address'], title: Title, weight = 1): Sample<'route.requested'> {
  return {
    title,
    carries: (ledger) =>
      ledger.address === route && !/leaving|stalled/.test(ledger.at) ? null : { route, ...next(ledger) },
    weight,
  };
}

/** The host has got the code, with an access token. */
const isAnswering = (ledger: Ledger) => 'lookUpPostalCode' in ledger.waits && isTokenGood(ledger);
const isWhole = ({ form }: Ledger) =>
  missingIn(form).length === 0 && !Object.values(form).includes(CARD_NUMBER);

/** A sample with its name, which is unique, and the event that it is by now; null where it cannot happen. */
export type NamedSample = {
  name: string;
  title: Title;
  weight: number;
  isForWalks: boolean;
  outOfReach(ledger: Ledger): string | null;
  type: Happening['type'];
  eventNow(ledger: Ledger): Happening | null;
};

/** Every sample there is. */
export const samples: readonly NamedSample[] = (Object.keys(events) as Happening['type'][]).flatMap(
  (type) => {
    // Each type with its own kind, which the table above has checked.
    const { when, samples: own } = events[type] as unknown as Kind<Happening['type']>;
    return own.map(({ title, carries, weight = 1, isForWalks = false, outOfReach = () => null }, index) => ({
      name: `${type.replace(/^xstate\.(done|error)\.actor\.(.*)/, '$2 $1')}${own.length > 1 ? ` ${index + 1}` : ''}`,
      ...{ title, weight, isForWalks, type },
      outOfReach: typeof outOfReach === 'string' ? () => outOfReach : outOfReach,
      eventNow(ledger) {
        const payload = when(ledger) ? carries(ledger) : null;
        return payload && ({ ...payload, type } as Happening);
      },
    }));
  },
);

/** What keeps a donor from an event, where something does. */
export const barredBy = (event: Happening, ledger: Ledger): Barred | null =>
  events[event.type].barred?.(ledger) ?? null;
