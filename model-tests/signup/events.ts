import { CallFailure } from '../../src/signup/call-failure.ts';
import { isComplete, label } from '../../src/signup/fields.ts';
import { definitions, type FieldChange, type SignupForm } from '../../src/signup/form.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';
import type { Hand } from '../browser/hand.ts';
import { addressBook, type Donor, donorsAtHome, donorsOverseas, largestAmount } from './donors.ts';
import type { Happening } from './happening.ts';
import {
  ALLOWED_ORIGIN,
  CARD_LIFETIME,
  CARD_NUMBER,
  changesTo,
  codeOf,
  hasAgreed,
  isTokenGood,
  type Ledger,
  MINUTE,
  offerOf,
  unknownCode,
} from './ledger.ts';
import { paymentOf } from './payments.ts';
import type { Title } from './screens.ts';
import { words } from './words.ts';

/** How the screen stops a donor from doing what would have no effect. */
type Barred = { button: string; is: 'disabled' | 'absent' };

/** One kind of event: when it can happen, how a browser makes it happen, and samples. */
type Kind<Type extends Happening['type']> = {
  /** Whether the screen offers it, or it can come from outside. */
  when(ledger: Ledger): boolean;
  /** How the screen stops the donor from it now. The browser tries it, and nothing must happen. */
  barred?(ledger: Ledger): Barred | null;
  inBrowser(hand: Hand, event: Extract<Happening, { type: Type }>, ledger: Ledger): Promise<void>;
  samples: readonly Sample<Omit<Extract<Happening, { type: Type }>, 'type'>>[];
};

type Sample<Carried> = More & {
  title: Title;
  /** The event's other properties; null if this sample cannot happen now. */
  carries(ledger: Ledger): Carried | null;
};
type More = {
  /** How often random walks choose it; 0 for never. */
  weight?: number;
  /** Only for random walks, since paths would grow with every combination. */
  isForWalks?: true;
  /** Why a browser cannot show it. */
  outOfReach?: string | ((ledger: Ledger) => string | null);
};

const sample = <Carried extends object>(
  ja: string,
  en: string,
  carries: (ledger: Ledger) => Carried | null,
  more: More = {},
): Sample<Carried> => ({ title: { ja, en }, carries, ...more });
const plain = (ja: string, en: string, more: More = {}) => [sample(ja, en, () => ({}), more)];
const walksOnly = { isForWalks: true } as const;
/** A button, by its words on the screen. */
const button = (words: string, en: string, when: Kind<'page.restored'>['when'], more: More = {}) => ({
  when,
  inBrowser: (hand: Hand) => hand.press(words),
  samples: plain(`「${words}」を押す`, en, more),
});

const next = ({ now }: Ledger): { at: number } => ({ at: now + 1 });
const isTyping = ({ at }: Ledger) => at.startsWith('input.form');
const isOn = (place: string) => (ledger: Ledger) => ledger.at.startsWith(place);
const waitsFor = (id: keyof Ledger['waits']) => (ledger: Ledger) => id in ledger.waits;
const needsCard = ({ form }: Ledger) => paymentOf(form).needsCard;

/** How a donor sets a control, in words. */
const setting = ({ ja, en }: Title, value: string | boolean): [ja: string, en: string] =>
  typeof value === 'string'
    ? [`${ja}を「${value}」にする`, `make ${en} “${value}”`]
    : [`${ja}${value ? 'にチェックを入れる' : 'のチェックを外す'}`, `${value ? 'tick' : 'untick'} ${en}`];

const typing = (change: FieldChange, more: More = {}) => {
  const { name, value } = change;
  const isAsked = definitions[name].isAsked !== false;
  return sample(...setting({ ja: label(name), en: name }, value), () => (isAsked ? { change } : null), {
    outOfReach: ({ form }) => (form[name] === value ? 'the field holds just that' : null),
    ...more,
  });
};

const filling = ({ title: { ja, en }, typed }: Donor, more: More = {}) =>
  sample(
    `${ja}の内容を入力して「入力内容を確認する」を押す`,
    `fill in the form, ${en}, and confirm it`,
    (ledger) => ({ typed: withKept(ledger, typed), ...next(ledger) }),
    { weight: 16, ...more },
  );
/** Fields that the donor is not asked for keep their values. */
function withKept({ form: before }: Ledger, form: SignupForm): SignupForm {
  const { zip, country, zipExpatriate, receipt, annualReport, expirationMonth, expirationYear } = before;
  const place = form.expatriate ? { zip, receipt, annualReport } : { country, zipExpatriate };
  return { ...form, ...place, ...(paymentOf(form).needsCard ? {} : { expirationMonth, expirationYear }) };
}
const isWhole = ({ form }: Ledger) => isComplete(form, true) && !Object.values(form).includes(CARD_NUMBER);

const failing = (ja: string, en: string, error: unknown, more: More = {}) =>
  sample(ja, en, () => ({ error }), more);
/** How a call of the API can fail. */
const failures = [
  failing(
    'APIがアクセストークンを拒む',
    'the API refuses the access token',
    new CallFailure('unauthorized', [words.accessRefused]),
  ),
  failing(
    '通信できず、何も送られない',
    'the network is away, nothing is sent',
    new CallFailure('notSent', [words.offline]),
  ),
  failing('送ったが返答が来ない', 'it is sent and no answer comes', new CallFailure('noAnswer')),
  failing(
    'サーバーが理由を付けて断る',
    'the server refuses and says why',
    new CallFailure('refused', [
      'この内容では<b>受け付けられません</b>。',
      'メールアドレスをご確認ください。',
    ]),
  ),
  failing('サーバーが理由なしに断る', 'the server refuses and gives no reason', new CallFailure('refused')),
  failing('想定外の不具合が起きる', 'something unforeseen breaks', new Error('a fault of our own'), {
    outOfReach: 'a fault of our own program cannot be provoked from outside',
  }),
];

type Opened = Omit<Extract<Happening, { type: 'page.opened' }>, 'type'>;
const anyPage: Opened = { route: 'callback', callback: null, isOpenedByBank: false, isReload: false };
/** The bank leads back to the form, with this access id. */
const byBank = (accessId: string) => ({
  callback: { accessId, event: '3DSecure', csrfToken: `csrf of ${accessId}` },
  isOpenedByBank: true,
});
/** A page is opened. While a fresh page loads, only the bank opens another. */
const opening = (ja: string, en: string, how: (ledger: Ledger) => Partial<Opened> | null, more?: More) =>
  sample(
    ja,
    en,
    (ledger) => {
      const given = how(ledger);
      return given && (given.isOpenedByBank || !isReplaced(ledger)) ? { ...anyPage, ...given } : null;
    },
    more,
  );
const isSettling = ({ at }: Ledger) => /registering$|verifying/.test(at);
/** A fresh page is about to replace this one. */
const isReplaced = ({ at }: Ledger) => at === 'callback.reopening';

const boxes: Readonly<Record<Agreement, Title>> = {
  understood: { ja: '了承の欄', en: '“understood”' },
  bankFormUnderstood: { ja: '申込用紙の返送の欄', en: 'the box about the paper form' },
};
const ticking = (name: Agreement, checked: boolean) =>
  sample(
    ...setting(boxes[name], checked),
    ({ form, ticked }) =>
      paymentOf(form).boxes.includes(name) && ticked.includes(name) !== checked ? { name, checked } : null,
    { weight: checked ? 24 : 1 },
  );
const going = (route: Ledger['address'], ja: string, en: string, weight = 1) =>
  sample(
    ja,
    en,
    (ledger) =>
      ledger.address === route && !/leaving|stalled/.test(ledger.at) ? null : { route, ...next(ledger) },
    { weight },
  );

/** The host has received the postal code with an access token. */
const isAnswering = (ledger: Ledger) => 'lookUpPostalCode' in ledger.waits && isTokenGood(ledger);

function impossible(): Promise<void> {
  throw new Error('out of a browser’s reach');
}

/** Everything that can happen to a sign-up. A new event of the chart does not compile until it is listed here. */
export const events: { readonly [Type in Happening['type']]: Kind<Type> } = {
  'page.opened': {
    when: () => true,
    inBrowser: (hand, event) => hand.open(event),
    samples: [
      opening('ページを再読み込みする', 'reload the page', (ledger) =>
        isReplaced(ledger)
          ? null
          : { route: ledger.address, isReload: true, isOpenedByBank: ledger.address === 'callback' },
      ),
      sample('新しい画面が開く', 'the fresh page opens', (ledger) => (isReplaced(ledger) ? anyPage : null), {
        weight: 40,
      }),
      opening('入力画面のURLを開く', 'open the address of the form', (ledger) =>
        isSettling(ledger) ? null : { route: 'input' },
      ),
      opening('確認画面のURLを開く', 'open the address of the confirm screen', () => ({ route: 'confirm' })),
      opening(
        '戻り先の次の画面のURLを直接開く',
        'open the address of the page that follows the callback',
        () => ({}),
      ),
      opening(
        'カード会社で認証して戻る',
        'authenticate at the bank and come back',
        (ledger) =>
          ledger.registration && !isSettling(ledger) ? byBank(ledger.registration.accessId) : null,
        { weight: 40 },
      ),
      opening(
        '本人認証の結果を処理する前に入力画面のURLを開く',
        'open the form before what the bank answered is settled',
        ({ registration, at }) =>
          registration && at.startsWith('cardRedirect')
            ? { ...byBank(registration.accessId), route: 'input', isOpenedByBank: false }
            : null,
      ),
      opening('ほかの人のリンクで戻り先を開く', 'open a callback link of somebody else', (ledger) =>
        isSettling(ledger) ? null : byBank('somebody else'),
      ),
    ],
  },
  'time.passed': {
    when: () => true,
    inBrowser: (hand, { milliseconds }) => hand.wait(milliseconds),
    samples: [
      sample(
        '10秒たつ',
        'ten seconds pass',
        ({ at, since, now }) =>
          /leaving$|verifying.waiting$/.test(at) ? { milliseconds: Math.max(1, since + 10_000 - now) } : null,
        { weight: 3 },
      ),
      sample(
        'カードの保持期限が切れる',
        'the card is kept for too long',
        ({ card, at, now, since, toldAt }) => {
          const isTimed = at === 'confirm.reviewing';
          if (!isTimed && !(card && /^(input\.form|confirm\.submitting\.solvingCaptcha)/.test(at)))
            return null;
          // In the very next moment it is too old, or now where the screen says so by itself.
          const tooOld = (card ? card.issuedAt : toldAt) + CARD_LIFETIME;
          const end = isTimed ? since + tooOld - toldAt : tooOld - 1;
          return end > now ? { milliseconds: end - now } : null;
        },
        {
          outOfReach: ({ at }) =>
            at.startsWith('confirm.submitting') ? 'the captcha does not wait so long' : null,
        },
      ),
      sample('14分たつ', 'a quarter of an hour passes', () => ({ milliseconds: 14 * MINUTE }), walksOnly),
      sample(
        'アクセストークンを取り直す時刻になる',
        'it is time for another access token',
        ({ tokenDue, now }) => (tokenDue === null ? null : { milliseconds: tokenDue - now }),
        walksOnly,
      ),
    ],
  },

  // ── what a donor does at the form ─────────────────────────────────────────────────────────────────────────────
  'field.changed': {
    when: isTyping,
    inBrowser: (hand, { change }) => hand.enter([change]),
    samples: [
      typing({ name: 'phone', value: '090-1234-5678' }),
      typing({ name: 'zip', value: '100-0001' }, { weight: 3 }),
      typing({ name: 'zip', value: '100' }),
      typing({ name: 'zip', value: '530-0001' }, walksOnly),
      typing({ name: 'prefecture', value: '大阪府' }),
      typing({ name: 'city', value: '大阪市北区' }),
      typing({ name: 'city', value: '' }),
      typing({ name: 'prefecture', value: '東京都' }, walksOnly),
      typing({ name: 'city', value: '千代田区' }, walksOnly),
      typing({ name: 'street', value: '番地のみ' }, walksOnly),
      typing({ name: 'street', value: CARD_NUMBER }, walksOnly),
      typing({ name: 'price', value: largestAmount }, walksOnly),
      typing({ name: 'expatriate', value: true }),
      typing({ name: 'expatriate', value: false }),
    ],
  },
  'field.left': {
    when: ({ at }) => /^input\.(form|cardNotice)/.test(at),
    inBrowser: (hand, { name }) => hand.leave(name),
    samples: [
      sample('電話番号の欄を離れる', 'leave the field of the phone number', ({ form }) =>
        form.phone.includes('-') ? { name: 'phone' } : null,
      ),
    ],
  },
  'name.composed': {
    when: isTyping,
    inBrowser: impossible,
    samples: [
      sample(
        '日本語入力で姓を確定する',
        'type a last name with a Japanese keyboard',
        ({ form }) =>
          form.furigana === ''
            ? { name: 'lastName', event: { type: 'compositionend', data: 'やまだ', value: 'やまだ' } }
            : null,
        { weight: 0, outOfReach: 'a Japanese keyboard is played elsewhere' },
      ),
    ],
  },
  'input.confirmed': {
    when: isTyping,
    inBrowser: (hand, { typed }, ledger) =>
      hand.confirmInput(changesTo(ledger, typed), paymentOf(typed).needsCard && ledger.card === null),
    samples: [
      ...donorsAtHome.map((donor) => filling(donor)),
      ...donorsOverseas.map((donor) => filling(donor, walksOnly)),
      sample(
        'そのまま「入力内容を確認する」を押す',
        'confirm the input as it is',
        (ledger) => (isWhole(ledger) ? { typed: ledger.form, ...next(ledger) } : null),
        { weight: 6, ...walksOnly },
      ),
    ],
  },
  'input.rejected': {
    when: (ledger) => isTyping(ledger) && ledger.form.email === '',
    inBrowser: (hand) => hand.press('入力内容を確認する'),
    samples: [
      sample('誤りのあるまま「入力内容を確認する」を押す', 'confirm an input with mistakes', (ledger) => ({
        wrongFields: ['email'],
        ...next(ledger),
      })),
    ],
  },
  'card.discarded': button(
    'カードを変更する',
    'ask for another card',
    (ledger) => isTyping(ledger) && needsCard(ledger) && ledger.card !== null,
  ),
  'address.accepted': {
    ...button('この住所にする', 'take the address of the postal code', isTyping),
    barred: (ledger) => (offerOf(ledger) === 'offered' ? null : { button: 'この住所にする', is: 'absent' }),
  },
  'address.declined': {
    ...button('入力した住所のままにする', 'keep the address as typed', isTyping),
    barred: (ledger) =>
      offerOf(ledger) === 'offered' ? null : { button: '入力した住所のままにする', is: 'absent' },
  },
  'draft.cleared': {
    when: isTyping,
    async inBrowser(hand) {
      await hand.press('入力内容を消去する');
      await hand.press(/^消去する$/);
    },
    samples: [sample('入力内容をすべて消す', 'clear the whole draft', next)],
  },
  'cardNotice.opened': {
    when: isTyping,
    inBrowser: (hand) => hand.press('クレジットカードご利用時の注意事項'),
    samples: plain('カードの注意事項を開く', 'open the notes on credit cards'),
  },
  'cardNotice.closed': {
    when: isOn('input.cardNotice'),
    inBrowser: (hand) => hand.closeDialog(),
    samples: plain('カードの注意事項を閉じる', 'close the notes on credit cards', { weight: 4 }),
  },

  // ── … on the confirm screen ───────────────────────────────────────────────────────────────────────────────────
  'agreement.changed': {
    when: isOn('confirm.reviewing'),
    inBrowser: (hand, { name }) => hand.tick(name),
    // Each by its own name.
    samples: (Object.keys(boxes) as Agreement[]).flatMap((name) => [
      ticking(name, true),
      ticking(name, false),
    ]),
  },
  'change.requested': {
    when: ({ at }) => /^confirm\.(reviewing|cardExpired)$|^cardRedirect\.stalled$/.test(at),
    inBrowser(hand, { field }, { at }) {
      if (at === 'cardRedirect.stalled') return hand.press('入力画面に戻る');
      if (field === null) return hand.follow('入力画面に戻る');
      return hand.follow(at === 'confirm.cardExpired' ? 'カード情報を入力する' : /変更する.*メールアドレス/);
    },
    samples: [
      sample('「入力画面に戻る」を押す', 'go back to the input', () => ({ field: null })),
      sample('メールアドレスの「変更する」を押す', 'ask to change the email', ({ at }) =>
        at.startsWith('confirm') ? { field: 'email' } : null,
      ),
    ],
  },
  'waiting.ended': button(
    '待たずに入力画面に戻る',
    'wait no longer for the settling',
    isOn('callback.verifying.slow'),
    { weight: 3 },
  ),
  'confirm.submitted': {
    when: isOn('confirm.reviewing'),
    barred: (ledger) => (hasAgreed(ledger) ? null : { button: '送信する', is: 'disabled' }),
    inBrowser: (hand) => hand.press('送信する'),
    samples: [sample('「送信する」を押す', 'send', next, { weight: 40 })],
  },

  // ── … where a screen waits for something outside, and back in a tab that has signed up ────────────────────────
  'retry.requested': {
    when: ({ at }) => /stalled$|notSent$/.test(at),
    inBrowser: (hand) => hand.press(/^(?:もう一度移動する|もう一度確認する|完了画面を開く)$/),
    samples: plain('もう一度試す', 'try again', { weight: 3 }),
  },
  'signup.restarted': button(
    '別のお申し込みを始める',
    'begin another application',
    isOn('complete.remembered'),
  ),

  // ── what the browser does ─────────────────────────────────────────────────────────────────────────────────────
  'route.requested': {
    when: ({ at }) => !/leaving$|reopening$/.test(at) || at === 'cardRedirect.leaving',
    inBrowser: (hand, { route }) => hand.goTo(route),
    samples: [
      going('input', 'ブラウザーで入力画面に行く', 'go to the input in the browser'),
      going('confirm', 'ブラウザーで確認画面に行く', 'go to the confirm screen in the browser', 3),
      going('callback', 'ブラウザーで戻り先に行く', 'go to the callback address in the browser'),
    ],
  },
  'page.restored': {
    when: ({ at }) => /leaving$|^complete\.stalled$/.test(at),
    inBrowser: (hand) => hand.leaveAndComeBack(),
    samples: plain('離れたページにブラウザーの「戻る」で戻る', 'come back to a page that was left'),
  },
  'page.revisited': {
    when: () => true,
    inBrowser: (hand) => hand.revisit(),
    samples: [sample('タブに戻る', 'look at the tab again', next)],
  },
  'connection.restored': {
    when: ({ said, at }) => said.includes(words.offline) || at === 'input.form.failed',
    inBrowser: (hand) => hand.goOnline(),
    samples: plain('通信が戻る', 'have the network again'),
  },
  'storage.changed': {
    when: () => true,
    inBrowser: impossible,
    samples: [
      sample('保存領域が一杯になる', 'storage is full', () => ({ problem: 'full' }), {
        outOfReach: 'a test fills storage in a page of its own',
      }),
      sample('保存領域が空く', 'storage has room again', () => ({ problem: null }), walksOnly),
    ],
  },
  'copy.found': {
    when: isOn('confirm'),
    inBrowser: impossible,
    samples: plain('同じお申し込みが別のタブで開かれる', 'the same application is opened in another tab', {
      outOfReach: 'the sandbox can tell a repeat from a second application',
    }),
  },

  // ── what hosts answer ─────────────────────────────────────────────────────────────────────────────────────────
  'accessToken.ready': {
    when: waitsFor('fetchAccessToken'),
    inBrowser: (hand) => hand.answer('fetchAccessToken'),
    samples: plain('アクセストークンが届く', 'the access token arrives', { weight: 40 }),
  },
  'accessToken.unavailable': {
    when: waitsFor('fetchAccessToken'),
    inBrowser: (hand) => hand.answer('fetchAccessToken', [{ call: 'token', as: { drop: 'before' } }]),
    samples: [
      failing('アクセストークンを取得できない', 'no access token can be had', new CallFailure('noAnswer')),
      failing(
        '通信できず、アクセストークンを取得できない',
        'the network is away, no access token can be had',
        new CallFailure('notSent', [words.offline]),
        walksOnly,
      ),
    ],
  },
  'accessToken.refused': {
    when: waitsFor('lookUpPostalCode'),
    inBrowser: impossible,
    samples: [
      sample(
        '住所検索でアクセストークンが拒まれる',
        'the postal lookup finds the access token refused',
        ({ tokenDue, refusedFor, form }) => (tokenDue !== null && refusedFor !== codeOf(form) ? {} : null),
        { outOfReach: 'nothing on the screen shows it' },
      ),
    ],
  },
  'address.found': {
    when: () => true,
    inBrowser: (hand) => hand.answer('lookUpPostalCode'),
    samples: [
      sample(
        '郵便番号の住所が見つかる',
        'the address of the postal code is found',
        (ledger) => {
          const postalCode = unknownCode(ledger);
          const address = addressBook[postalCode ?? ''];
          return postalCode && address && isAnswering(ledger) ? { postalCode, address } : null;
        },
        { weight: 6 },
      ),
      sample(
        '前の郵便番号の住所が遅れて届く',
        'the address of an earlier postal code comes late',
        ({ form, at }) => {
          const [postalCode, address] = Object.entries(addressBook)[1] ?? [];
          return postalCode && address && codeOf(form) !== postalCode && at.startsWith('input')
            ? { postalCode, address }
            : null;
        },
        { weight: 0, outOfReach: 'nothing on the screen shows that an address came too late' },
      ),
    ],
  },
  'address.missing': {
    when: waitsFor('lookUpPostalCode'),
    inBrowser: (hand) =>
      hand.answer('lookUpPostalCode', [{ call: 'postalCode', as: { body: { data: [] } } }]),
    samples: [
      sample('郵便番号の住所が見つからない', 'the postal code has no address', (ledger) => {
        const postalCode = unknownCode(ledger);
        return postalCode && isAnswering(ledger) ? { postalCode } : null;
      }),
      sample(
        '住所検索が失敗する',
        'the postal lookup fails, for a refused access token the second time',
        (ledger) => {
          const postalCode = unknownCode(ledger);
          const reason = ledger.refusedFor === postalCode ? 'unauthorized' : 'noAnswer';
          return postalCode && isAnswering(ledger) ? { postalCode, error: new CallFailure(reason) } : null;
        },
        walksOnly,
      ),
    ],
  },
  'xstate.done.actor.tokeniseCard': {
    when: waitsFor('tokeniseCard'),
    inBrowser: (hand, { output }) => hand.tokenise(output),
    samples: [tokenising('1111', { weight: 30 }), tokenising('4242', { weight: 5, ...walksOnly })],
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
      failing(
        'カード会社がカードを断る',
        'the gateway refuses the card',
        new CallFailure('refused', [words.cardRefused]),
      ),
      failing(
        'カード会社に接続できない',
        'the gateway cannot be reached',
        new CallFailure('notSent', [words.gatewayAway]),
      ),
      failing('通信できない', 'the network is away', new CallFailure('notSent', [words.offline]), {
        outOfReach: 'the browser asks nobody',
      }),
    ],
  },
  'xstate.done.actor.solveCaptcha': {
    when: waitsFor('solveCaptcha'),
    inBrowser: (hand) => hand.answer('solveCaptcha'),
    samples: [
      sample(
        '自動送信の確認が済む',
        'the captcha is solved',
        ({ count }) => ({ output: `captcha ${count}` }),
        {
          weight: 40,
        },
      ),
    ],
  },
  'xstate.error.actor.solveCaptcha': {
    when: waitsFor('solveCaptcha'),
    inBrowser: (hand) => hand.answer('solveCaptcha', [{ call: 'captchaToken', as: { status: 500 } }]),
    samples: [
      failing(
        '自動送信の確認に失敗する',
        'the captcha fails',
        new CallFailure('notSent', [words.captchaFailed]),
      ),
    ],
  },
  'xstate.done.actor.register': {
    when: waitsFor('register'),
    inBrowser: (hand, { output }, { form }) => hand.register(paymentOf(form).call, output),
    samples: [
      registering(
        '申し込みがカードで登録される',
        'the application by card is registered',
        ({ count }) => ({
          redirectUrl: `${ALLOWED_ORIGIN}/3ds/${count}`,
          registerToken: `register ${count}`,
        }),
        { weight: 40 },
      ),
      registering(
        '許可のないページへの移動を指示される',
        'the answer leads to a page that is not allowed',
        () => ({ redirectUrl: 'https://elsewhere.example.com/3ds', registerToken: 'elsewhere' }),
      ),
      registering('返答に移動先がない', 'the answer names no page', () => null, {
        weight: 0,
        outOfReach: 'the services let no such answer pass',
      }),
      sample(
        '申し込みが登録される',
        'the application is registered, without a card',
        (ledger) => (needsCard(ledger) ? null : { output: null }),
        { weight: 40 },
      ),
    ],
  },
  'xstate.error.actor.register': {
    when: waitsFor('register'),
    inBrowser: (hand, { error }, { form }) => hand.fail('register', paymentOf(form).call, error),
    samples: failures,
  },
  'xstate.done.actor.verifyCard': {
    // The bank has approved what was registered last.
    when: (ledger) =>
      'verifyCard' in ledger.waits && ledger.callback?.accessId === ledger.registration?.accessId,
    inBrowser: (hand) => hand.verify(),
    samples: [
      sample('カード決済が確定する', 'the card payment is settled', () => ({ output: undefined }), {
        weight: 40,
      }),
    ],
  },
  'xstate.error.actor.verifyCard': {
    when: waitsFor('verifyCard'),
    inBrowser: (hand, { error }) => hand.fail('verifyCard', 'memberVerifyCard', error),
    samples: failures,
  },
};

function tokenising(lastDigits: string, more: More) {
  return sample(
    `カード会社がカードを受け付ける（${lastDigits}）`,
    `the gateway accepts the card ${lastDigits}`,
    ({ count, now }) => ({
      output: {
        cardToken: `card ${count}`,
        maskedCardNumber: `************${lastDigits}`,
        issuedAt: now + 1,
      },
    }),
    more,
  );
}

function registering(
  ja: string,
  en: string,
  output: (ledger: Ledger) => { redirectUrl: string; registerToken: string } | null,
  more: More = {},
) {
  return sample(ja, en, (ledger) => (needsCard(ledger) ? { output: output(ledger) } : null), more);
}

/** A sample with its unique name and its event for a ledger; null if it cannot happen then. */
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
      title,
      weight,
      isForWalks,
      type,
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
