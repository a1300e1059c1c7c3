import type { signupMachine } from '../../src/machines/signup.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import type { CardToken, SignupForm } from '../../src/signup/form.ts';
import type { SampleTable } from '../chart/chart-model.ts';
import { untouchedForm } from '../walks/donors.ts';
import { words } from './words.ts';

/** When the sample card was turned into a token; every other time is told from here. */
const START = Date.UTC(2025, 5, 1);
/** The last moment at which the sample card is fresh, and the first at which it is not. */
export const STILL_FRESH = START + 25 * 60_000 - 1;
export const STALE = START + 25 * 60_000;

const person = {
  lastName: '見本',
  firstName: '花子',
  furigana: 'みほんはなこ',
  email: 'hanako@example.org',
  phone: '09012345678',
  zip: '100-0001',
  prefecture: '東京都',
  city: '千代田区千代田',
  street: '1-1',
};

export const cardForm: SignupForm = {
  ...untouchedForm,
  ...person,
  paymentMethod: 'クレジットカード',
  expirationMonth: '12',
  expirationYear: '2030',
};
/** As somebody types it who has not left the field yet. */
export const unfoldedForm: SignupForm = { ...cardForm, phone: '090-1234-5678' };
/** Somebody else, whose address is not the one of the postal code. */
export const bankForm: SignupForm = {
  ...untouchedForm,
  lastName: '手本',
  firstName: '太郎',
  furigana: 'てほんたろう',
  email: 'taro@example.org',
  phone: '0312345678',
  zip: '100-0001',
  prefecture: '大阪府',
  city: '大阪市北区梅田',
  street: '2-2',
  price: '10000',
  paymentMethod: '引落（銀行・郵便）',
};

/** Another one than the gateway turns into a token later. */
export const freshCard: CardToken = {
  cardToken: 'token-of-the-card',
  maskedCardNumber: '************4242',
  issuedAt: START,
};

export const ALLOWED_ORIGIN = 'https://bank.example.org';
const registration = { redirectUrl: `${ALLOWED_ORIGIN}/3ds`, registerToken: 'register-token' };

/** What a call of the API can end with, other than well. */
const failures = [
  {
    error: new CallFailure('unauthorized'),
    title: { ja: 'APIがアクセストークンを拒む', en: 'the API refuses the access token' },
  },
  {
    error: new CallFailure('notSent', [words.offline]),
    title: { ja: '通信できず、何も送られない', en: 'the network is away, nothing is sent' },
  },
  {
    error: new CallFailure('noAnswer'),
    title: { ja: '送ったが返答が来ない', en: 'it is sent and no answer comes' },
  },
  {
    error: new CallFailure('refused', [
      'この内容では<b>受け付けられません</b>。',
      'メールアドレスをご確認ください。',
    ]),
    title: { ja: 'サーバーが理由を付けて断る', en: 'the server refuses and says why' },
  },
  {
    error: new CallFailure('refused'),
    title: { ja: 'サーバーが理由なしに断る', en: 'the server refuses and gives no reason' },
  },
  {
    error: new Error('a fault of our own'),
    title: { ja: '想定外の不具合が起きる', en: 'something unforeseen breaks' },
  },
] as const;

/** Everything that can happen to the sign-up chart. */
export const signupSamples: SampleTable<
  typeof signupMachine,
  'accessToken' | 'postalLookup' | 'browser' | 'copies'
> = {
  events: {
    'field.changed': [
      {
        change: { name: 'phone', value: person.phone },
        title: { ja: '電話番号を入力する', en: 'type the phone number' },
      },
      {
        change: { name: 'zip', value: '100-0001' },
        title: { ja: '郵便番号を最後まで入力する', en: 'type a whole postal code' },
      },
      {
        change: { name: 'zip', value: '100' },
        title: { ja: '郵便番号を途中まで入力する', en: 'type part of a postal code' },
      },
      {
        change: { name: 'prefecture', value: '大阪府' },
        title: { ja: '都道府県を自分で選ぶ', en: 'choose a prefecture by hand' },
      },
      {
        change: { name: 'city', value: '大阪市北区' },
        title: { ja: '市区町村を自分で入力する', en: 'type a city by hand' },
      },
      {
        change: { name: 'expatriate', value: true },
        title: { ja: '海外在住にチェックを入れる', en: 'tick the box for living abroad' },
      },
      {
        change: { name: 'expatriate', value: false },
        title: { ja: '海外在住のチェックを外す', en: 'untick the box for living abroad' },
      },
      {
        change: { name: 'city', value: '' },
        title: { ja: '市区町村を消す', en: 'clear the city' },
      },
    ],
    'field.left': [
      { name: 'phone', title: { ja: '電話番号の欄を離れる', en: 'leave the field of the phone number' } },
    ],
    'name.composed': [
      {
        name: 'lastName',
        event: { type: 'compositionend', data: 'やまだ', value: 'やまだ' },
        title: { ja: '日本語入力で姓を確定する', en: 'type a last name with a Japanese keyboard' },
      },
    ],
    'input.confirmed': [
      {
        form: cardForm,
        at: STILL_FRESH,
        title: {
          ja: 'クレジットカードで「入力内容を確認する」を押す',
          en: 'confirm the input, paying by card',
        },
      },
      {
        form: cardForm,
        at: STALE,
        title: {
          ja: 'カードの期限が切れてから「入力内容を確認する」を押す',
          en: 'confirm the input after the kept card has expired',
        },
      },
      {
        form: bankForm,
        at: STILL_FRESH,
        title: {
          ja: '口座引落で「入力内容を確認する」を押す',
          en: 'confirm the input, paying by bank debit',
        },
      },
    ],
    'input.rejected': [
      {
        problems: [{ name: 'email', message: '必須項目です' }],
        title: { ja: '誤りのあるまま「入力内容を確認する」を押す', en: 'confirm an input with mistakes' },
      },
    ],
    'card.discarded': [{ title: { ja: '「別のカードを使う」を押す', en: 'ask for another card' } }],
    'address.accepted': [
      { title: { ja: '「この住所にする」を押す', en: 'take the address of the postal code' } },
    ],
    'address.declined': [
      { title: { ja: '「入力した住所のままにする」を押す', en: 'keep the address as typed' } },
    ],
    'signup.restarted': [
      { title: { ja: '「別のお申し込みを始める」を押す', en: 'begin another application' } },
    ],
    'draft.cleared': [
      { at: STILL_FRESH, title: { ja: '入力内容をすべて消す', en: 'clear the whole draft' } },
    ],
    'cardNotice.opened': [{ title: { ja: 'カードの注意事項を開く', en: 'open the notes on credit cards' } }],
    'cardNotice.closed': [
      { title: { ja: 'カードの注意事項を閉じる', en: 'close the notes on credit cards' } },
    ],
    'agreement.changed': [
      {
        name: 'understood',
        checked: true,
        title: { ja: '同意にチェックを入れる', en: 'tick the agreement' },
      },
      {
        name: 'understood',
        checked: false,
        title: { ja: '同意のチェックを外す', en: 'untick the agreement' },
      },
      {
        name: 'bankFormUnderstood',
        checked: true,
        title: { ja: '書類返送の同意にチェックを入れる', en: 'tick the agreement about the bank form' },
      },
    ],
    'change.requested': [
      { field: null, title: { ja: '「入力画面に戻る」を押す', en: 'go back to the input screen' } },
      {
        field: 'email',
        title: { ja: 'メールアドレスの「変更」を押す', en: 'ask to change the e-mail address' },
      },
    ],
    'confirm.submitted': [
      { at: STILL_FRESH, title: { ja: '「送信する」を押す', en: 'send the application' } },
      {
        at: STALE,
        title: {
          ja: 'カードの期限が切れてから「送信する」を押す',
          en: 'send after the kept card has expired',
        },
      },
    ],
    'waiting.ended': [
      { title: { ja: '「待たずに入力画面に戻る」を押す', en: 'wait no longer for the settling' } },
    ],
    'retry.requested': [{ title: { ja: '「もう一度試す」を押す', en: 'try again' } }],
    'route.requested': [
      {
        route: 'input',
        at: STILL_FRESH,
        title: { ja: 'ブラウザーで入力画面に戻る', en: 'go back to the input in the browser' },
      },
      {
        route: 'confirm',
        at: STILL_FRESH,
        title: { ja: 'ブラウザーで確認画面に進む', en: 'go on to the confirmation in the browser' },
      },
      {
        route: 'confirm',
        at: STALE,
        title: {
          ja: 'カードの期限が切れてからブラウザーで確認画面に進む',
          en: 'go on to the confirmation in the browser after the kept card has expired',
        },
      },
      {
        route: 'callback',
        at: STILL_FRESH,
        title: {
          ja: 'ブラウザーでカード決済の戻り先に行く',
          en: 'go to the callback address in the browser',
        },
      },
    ],
    'page.restored': [
      { title: { ja: '離れたページにブラウザーの「戻る」で戻る', en: 'come back to a page that was left' } },
    ],
    'page.revisited': [
      {
        at: STILL_FRESH,
        title: { ja: 'タブに戻る、または通信が戻る', en: 'look at the tab again, or have the network again' },
      },
      {
        at: STALE,
        title: {
          ja: 'カードの期限が切れてからタブに戻る',
          en: 'look at the tab again after the kept card has expired',
        },
      },
    ],
    'copy.found': [
      {
        title: {
          ja: '同じお申し込みが別のタブで開かれる',
          en: 'the same application is opened in another tab',
        },
      },
    ],
    'accessToken.ready': [{ title: { ja: 'アクセストークンが届く', en: 'the access token arrives' } }],
    'accessToken.unavailable': [
      {
        error: new CallFailure('noAnswer'),
        title: { ja: 'アクセストークンを取得できない', en: 'no access token can be had' },
      },
    ],
    'accessToken.refused': [
      {
        title: {
          ja: '住所検索でアクセストークンが拒まれる',
          en: 'the postal lookup finds the access token refused',
        },
      },
    ],
    'address.found': [
      {
        postalCode: '1000001',
        address: { prefecture: '東京都', city: '千代田区千代田' },
        title: { ja: '郵便番号の住所が見つかる', en: 'the address of the postal code is found' },
      },
      {
        postalCode: '5300001',
        address: { prefecture: '大阪府', city: '大阪市北区梅田' },
        title: {
          ja: '前の郵便番号の住所が遅れて届く',
          en: 'the address of an earlier postal code comes late',
        },
      },
    ],
    'address.missing': [
      {
        postalCode: '1000001',
        title: { ja: '郵便番号の住所が見つからない', en: 'the postal code has no address' },
      },
    ],
  },
  done: {
    tokeniseCard: [
      {
        output: { cardToken: 'token-of-now', maskedCardNumber: '************1111', issuedAt: START + 1 },
        title: { ja: 'カード会社がカードを受け付ける', en: 'the gateway accepts the card' },
      },
    ],
    solveCaptcha: [
      { output: 'captcha-token', title: { ja: '自動送信の確認が済む', en: 'the captcha is solved' } },
    ],
    register: [
      {
        output: registration,
        title: { ja: '申し込みがカードで登録される', en: 'the application by card is registered' },
      },
      {
        output: { ...registration, redirectUrl: 'https://elsewhere.example.com/3ds' },
        title: {
          ja: '許可のないページへの移動を指示される',
          en: 'the answer leads to a page that is not allowed',
        },
      },
      {
        output: null,
        title: { ja: '申し込みが口座引落で登録される', en: 'the application by bank debit is registered' },
      },
    ],
    verifyCard: [
      {
        output: undefined,
        title: { ja: 'カード決済が確定する', en: 'the card payment is settled' },
      },
    ],
  },
  error: {
    tokeniseCard: [
      {
        error: new CallFailure('refused', [
          'カード番号をご確認ください。決済代行会社で受け付けられませんでした。お申し込みはまだ送信されていません。（コード：101）',
        ]),
        title: { ja: 'カード会社がカードを断る', en: 'the gateway refuses the card' },
      },
      {
        error: new CallFailure('notSent', [
          'カード情報を確認する仕組みを読み込めませんでした。カード情報も、お申し込みも送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。',
        ]),
        title: { ja: 'カード会社に接続できない', en: 'the gateway cannot be reached' },
      },
    ],
    solveCaptcha: [
      {
        error: new CallFailure('notSent', [
          '自動送信を防ぐための確認ができなかったため、お申し込みは送信されていません。通信状況や広告ブロックの設定をご確認のうえ、もう一度お試しください。',
        ]),
        title: { ja: '自動送信の確認に失敗する', en: 'the captcha fails' },
      },
    ],
    register: failures,
    verifyCard: failures,
  },
  after: {
    SLOW_ANSWER: {
      title: { ja: '決済の確認の返答がないまま10秒たつ', en: 'ten seconds pass without an answer' },
    },
    CARD_EXPIRY: {
      title: { ja: '確認画面でカードの期限が切れる', en: 'the kept card expires on the confirm screen' },
    },
    LEAVE_TIMEOUT: {
      title: { ja: '移動できないまま10秒たつ', en: 'ten seconds pass and the page is still here' },
    },
  },
};
