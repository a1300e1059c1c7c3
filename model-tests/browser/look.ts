import { expect, type Page } from '@playwright/test';
import type { SignupContext } from '../../src/machines/signup-parts.ts';
import { donorAt } from '../../tests/e2e/donor.ts';
import type { Sandbox } from '../../tests/e2e/fixtures.ts';
import { type Step, statePathOf } from '../chart/chart-model.ts';
import { type Difference, differences } from '../report/report-data.ts';
import { unknownOutcomes } from '../signup/words.ts';
import { untouchedForm } from '../walks/donors.ts';
import type { OutsideWorld } from './outside-world.ts';

const CARD = 'クレジットカード';
const purpose = 'マンスリーサポーター申し込み';
const organisation = 'こどもの明日を守る会';
const unfinished = 'まだ完了していません';

/** What all states of a view share. */
const views = {
  input: { heading: purpose, title: `${purpose}｜${organisation}`, step: '入力', count: 'ステップ1／2' },
  confirm: {
    heading: `お申し込み内容の確認${unfinished}`,
    title: `お申し込み内容の確認（${unfinished}）｜${purpose}｜${organisation}`,
    step: '確認',
    count: 'ステップ2／2',
  },
  cardRedirect: {
    heading: `カードの本人認証${unfinished}`,
    title: `カードの本人認証（${unfinished}）｜${purpose}｜${organisation}`,
    step: '確認',
    count: null,
  },
  callback: {
    heading: `カード決済の確認${unfinished}`,
    title: `カード決済の確認（${unfinished}）｜${purpose}｜${organisation}`,
    step: '確認',
    count: null,
  },
  complete: {
    heading: 'お申し込みを受け付けました',
    title: `お申し込みを受け付けました｜${purpose}｜${organisation}`,
    step: '完了',
    count: null,
  },
} as const;

type Screen = {
  view: keyof typeof views;
  /** Below the site's origin; null where the address of the screen before stays. */
  path: string | null;
  visible: readonly string[];
  absent: readonly string[];
};

const confirmInput = '入力内容を確認する';
const backToInput = '入力画面に戻る';
const retryAtBank = 'もう一度移動する';

/** What a donor must see, and must not, by the chart's state: the longest name that fits counts. */
const screens: Readonly<Record<string, Screen>> = {
  input: {
    view: 'input',
    path: '/form/member',
    visible: [confirmInput, '入力内容を消去する'],
    absent: ['送信中...', '閉じる'],
  },
  'input.checkingCard': {
    view: 'input',
    path: '/form/member',
    visible: ['カード情報を確認しています…'],
    absent: [confirmInput, '送信する'],
  },
  'input.cardNotice': {
    view: 'input',
    path: '/form/member',
    visible: ['閉じる', 'ご利用いただけるカード'],
    absent: ['送信する'],
  },
  'confirm.reviewing': {
    view: 'confirm',
    path: '/form/member/confirm',
    visible: ['送信する', backToInput],
    absent: [confirmInput, '送信中...'],
  },
  'confirm.cardExpired': {
    view: 'confirm',
    path: '/form/member/confirm',
    visible: ['カード情報を入力する', backToInput],
    absent: [confirmInput, '送信する'],
  },
  'confirm.submitting': {
    view: 'confirm',
    path: '/form/member/confirm',
    visible: ['送信中...'],
    absent: [confirmInput, '送信する', '二重登録にご注意ください'],
  },
  'cardRedirect.leaving': {
    view: 'cardRedirect',
    path: null,
    visible: ['カード会社の認証画面に移動しています。'],
    absent: [retryAtBank, backToInput, '送信する', confirmInput],
  },
  'cardRedirect.stalled': {
    view: 'cardRedirect',
    path: null,
    visible: ['カード会社の認証画面がまだ開きません。', retryAtBank, backToInput],
    absent: ['送信する', confirmInput],
  },
  callback: {
    view: 'callback',
    path: '/form/member/callback',
    visible: ['カード決済の処理中です。しばらくお待ちください。'],
    absent: ['もう一度確認する', '送信する', confirmInput],
  },
  'callback.verifying.slow': {
    view: 'callback',
    path: '/form/member/callback',
    visible: ['カード決済の処理中です。しばらくお待ちください。', '待たずに入力画面に戻る'],
    absent: ['もう一度確認する', '送信する', confirmInput],
  },
  'callback.notSent': {
    view: 'callback',
    path: '/form/member/callback',
    visible: ['もう一度確認する'],
    absent: ['カード決済の処理中です。', confirmInput],
  },
  'complete.leaving': {
    view: 'complete',
    path: null,
    visible: ['お申し込みを受け付けました。完了画面に移動しています。'],
    absent: ['完了画面を開く', '送信する', confirmInput],
  },
  'complete.stalled': {
    view: 'complete',
    path: null,
    visible: ['お申し込みは受け付けました。完了画面を開けませんでした。', '完了画面を開く'],
    absent: ['送信する', confirmInput],
  },
  'complete.remembered': {
    view: 'complete',
    path: '/form/member',
    visible: ['別のお申し込みを始める', 'お申し込みの日時'],
    absent: ['送信する', confirmInput],
  },
};

function screenOf(state: string): Screen {
  const parts = state.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const screen = screens[parts.slice(0, length).join('.')];
    if (screen) return screen;
  }
  throw new Error(`Nobody has said what ${state} looks like`);
}

/** What a donor who pays by card must read before sending, and what one who pays by bank debit must. */
const terms = {
  card: '「送信する」を押すと、カード会社の認証画面に移動します。',
  cardStops: '月末までにご連絡いただくと、翌月からのご請求を停止します。',
  bank: 'お申し込みのあと、口座引落の申込用紙を郵送します。署名・押印のうえ、10日以内にご返送ください。',
};

/** What differs between two donors on the same screen. */
function expectedTexts(state: string, context: SignupContext): { visible: string[]; absent: string[] } {
  const { form, card } = context;
  const { visible, absent } = screenOf(state);
  const paysByCard = form.paymentMethod === CARD;
  const onConfirm = state === 'confirm.reviewing';
  const warning = onConfirm ? warningFor(context) : null;
  const both = [
    ...(onConfirm ? [{ text: terms.card, isThere: paysByCard }] : []),
    ...(onConfirm || state.startsWith('input.form')
      ? [
          { text: terms.cardStops, isThere: paysByCard },
          { text: terms.bank, isThere: !paysByCard && !form.expatriate },
        ]
      : []),
    ...(onConfirm ? [{ text: '二重登録にご注意ください', isThere: warning !== null }] : []),
    ...(state.startsWith('input.form')
      ? [{ text: 'カードを変更する', isThere: paysByCard && card !== null }]
      : []),
  ];
  const texts = (wanted: boolean) => both.filter(({ isThere }) => isThere === wanted).map(({ text }) => text);
  return {
    visible: [...visible, ...texts(true), ...(warning === null ? [] : [warning])],
    absent: [...absent, ...texts(false)],
  };
}

/** An earlier attempt is still open: who sends again must know what may happen. */
function warningFor({ unanswered, registration }: SignupContext): string | null {
  if (unanswered !== null) return unknownOutcomes[unanswered];
  return registration
    ? 'このタブでは、先ほどもカードでお申し込みを送信しています。そのときのカード会社の認証画面が開いたままの場合は、閉じてください。両方で認証すると、二重に登録されることがあります。'
    : null;
}

/** All that is known of a screen, whatever brought it about, in the shape in which it is seen. */
function expectedScreen({ after }: Step) {
  const state = statePathOf(after);
  const context: SignupContext = after.context;
  const { view, path } = screenOf(state);
  const { title, step, ...rest } = views[view];
  const { visible, absent } = expectedTexts(state, context);
  const { form, errors, problems } = context;
  const fields = view === 'input' ? fieldsOf(context) : {};
  return {
    state,
    // the notes lie over them
    ...(state === 'input.cardNotice' ? { heading: null, count: null } : rest),
    path: path ?? expect.any(String),
    title: (errors.length + problems.length > 0 ? 'エラー：' : '') + title,
    currentStep: [step],
    texts: {
      ...Object.fromEntries(visible.map((text) => [text, 'seen'])),
      ...Object.fromEntries(absent.map((text) => [text, 'absent'])),
    },
    errors: errors.map((message) => expect.stringContaining(message.replaceAll(/<[^>]*>/g, ''))),
    boxes: state === 'confirm.reviewing' ? boxesOf(context) : expect.anything(),
    fields,
    shut: state.startsWith('input.form') ? [] : Object.keys(fields),
    summary: view === 'confirm' ? summaryOf(context) : [],
    commitment:
      view === 'confirm' && state !== 'confirm.cardExpired'
        ? `毎月${yenOf(context)}のご寄付を申し込みますお支払い方法：${form.paymentMethod}`
        : null,
  } satisfies Record<Difference['what'], unknown>;
}

/** Looks at everything that the last step should have brought about: page, address and what the sandbox has stored. */
export async function look(
  page: Page,
  world: OutsideWorld,
  sandbox: Sandbox,
  steps: readonly Step[],
): Promise<void> {
  const step = steps.at(-1);
  if (!step) return;
  const state = statePathOf(step.after);
  const expected = expectedScreen(step);
  const texts = Object.keys(expected.texts);
  await donorAt(page).isAt(state);
  // One look at everything, again and again until it fits: the screen is drawn a moment after the chart has moved.
  await expect.poll(() => page.evaluate(see, texts), { message: `the screen of ${state}` }).toEqual(expected);
  await lookAtLeaving(world, state, step.after.context);
  if (state.startsWith('complete')) await lookAtStorage(page, step.after.context);
  await lookAtStore(sandbox, steps);
}

/** What on the screen is not as a step should have left it, for the report; {@link look} is what judges. */
export async function differencesOn(page: Page, step: Step): Promise<Difference[]> {
  const expected = expectedScreen(step);
  const seen = await page.evaluate(see, Object.keys(expected.texts));
  return differences.flatMap((what): Difference[] => {
    try {
      expect(seen[what]).toEqual(expected[what]);
      return [];
    } catch {
      return [
        { what, expected: inLines(expected[what], seen[what]), seen: inLines(seen[what], expected[what]) },
      ];
    }
  });
}

/** Lists a line for each part; of named parts only those in which the other one differs. */
function inLines(value: unknown, other: unknown): string {
  if (Array.isArray(value)) return value.map((part) => inLines(part, null)).join('\n');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  // a matcher of Playwright's; one that takes any text has none of its own
  if ('sample' in value) return typeof value.sample === 'string' ? value.sample : '…';
  return Object.entries(value)
    .filter(([name, part]) => Reflect.get(Object(other), name) !== part)
    .map(([name, part]) => `${name}: ${inLines(part, null)}`)
    .join('\n');
}

/**
 * What is on the page, in the browser. A text is seen when a finger would meet it where an element that begins with it
 * is drawn, and absent when no such element is drawn at all.
 */
function see(texts: readonly string[]) {
  const { scrollX, scrollY } = window;
  const elements = [...document.querySelectorAll<HTMLElement>('main *')];
  const isDrawn = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isSeen = (element: Element) => {
    if (!isDrawn(element)) return false;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = [...range.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (!box) return false;
    const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    // what is inert lets every touch through
    return (
      met !== null &&
      (element.contains(met) || (element.closest('[inert]') !== null && met.contains(element)))
    );
  };
  const appearance = (text: string) => {
    const those = elements.filter(
      (element) => element.childElementCount < 4 && element.textContent.trim().startsWith(text),
    );
    if (!those.some(isDrawn)) return 'absent';
    return those.some(isSeen) ? 'seen' : 'hidden';
  };
  const seenText = (selector: string) => {
    const element = document.querySelector(selector);
    return element && isSeen(element) ? element.textContent : null;
  };
  const controls = [...document.querySelectorAll<HTMLInputElement>('.input-form [name]')].filter(isDrawn);
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[name$="nderstood"]')];
  const dialog = document.querySelector('dialog:modal');
  const fields: Record<string, string | boolean> = {};
  for (const { name, type, checked, value } of controls) {
    if (type === 'checkbox') fields[name] = checked;
    else if (type !== 'radio') fields[name] = value;
    else if (checked) fields[name] = value;
    else fields[name] ??= '';
  }
  const isShut = (control: HTMLElement) =>
    control.matches(':disabled, :read-only:not(select, [type="radio"], [type="checkbox"])') ||
    control.closest('[inert]') !== null ||
    (dialog !== null && !dialog.contains(control));
  const found = {
    state: document.querySelector<HTMLElement>('main')?.dataset.state ?? '',
    path: location.pathname,
    title: document.title,
    heading: seenText('h1'),
    count: seenText('.steps-count'),
    currentStep: [...document.querySelectorAll('[aria-current="step"]')]
      .filter(isDrawn)
      .map(({ textContent }) => textContent),
    texts: Object.fromEntries(texts.map((text) => [text, appearance(text)])),
    errors: [...document.querySelectorAll('[data-errors] > li')]
      .filter(isDrawn)
      .map(({ textContent }) => textContent),
    boxes: Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
    fields,
    shut: [...new Set(controls.filter(isShut).map(({ name }) => name))],
    summary: [...document.querySelectorAll('.confirm-summary dl > div')]
      .filter(isDrawn)
      .map((row) =>
        [...row.querySelectorAll('dt, dd:not(.summary-change)')].map(({ textContent }) => textContent),
      ),
    commitment: seenText('#confirm-amount'),
  };
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  return found;
}

function boxesOf({
  agreements: { understood, bankFormUnderstood },
  form,
}: SignupContext): Record<string, boolean> {
  return form.paymentMethod === CARD ? { understood } : { understood, bankFormUnderstood };
}

/** Every field that the form shows, with what was entered; only the browser knows number and code of a card. */
function fieldsOf({ form, card }: SignupContext): Record<string, unknown> {
  const { price, priceOther, lastName, firstName, furigana, email, mailMagazine, expatriate } = form;
  const { prefecture, city, street, country, zipExpatriate, phone } = form;
  const { birthYear, birthMonth, birthDay, gender, receipt, annualReport, paymentMethod } = form;
  const { expirationMonth, expirationYear } = form;
  const digits = form.zip.replaceAll(/\D/g, '');
  const zip = digits.length > 3 ? `${digits.slice(0, 3)} - ${digits.slice(3)}` : digits;
  const asked = expect.any(String);
  return {
    price,
    ...(price === 'other' ? { priceOther } : {}),
    ...{ lastName, firstName, furigana, email, mailMagazine, expatriate },
    ...(expatriate
      ? { street, city, prefecture, country, zipExpatriate }
      : { zip, prefecture, city, street, receipt, annualReport }),
    ...{ phone, birthYear, birthMonth, birthDay, gender, paymentMethod },
    ...(paymentMethod === CARD && card === null
      ? { cardNum: asked, expirationMonth, expirationYear, securityCode: asked }
      : {}),
  };
}

const yenOf = ({ form }: SignupContext) =>
  `${Number(form.price === 'other' ? form.priceOther : form.price).toLocaleString('ja-JP')}円`;

/** The rows of the summary for the samples, who live at home and leave out what is optional. */
function summaryOf(context: SignupContext): string[][] {
  const { form, card, lookups } = context;
  const { answer } = lookups;
  const found = answer && answer.prefecture + answer.city;
  const isDoubtful = found !== null && found !== form.prefecture + form.city;
  const doubt = isDoubtful ? `〒${form.zip}の住所は、${found}です。ご住所をご確認ください。` : '';
  return [
    ['毎月のご支援金額', yenOf(context)],
    ['お名前', `${form.lastName} ${form.firstName}`],
    ['ふりがな', form.furigana],
    ['メールアドレス', form.email],
    ['活動報告メール', 'はい'],
    ['ご住所', `〒${form.zip}${form.prefecture}${form.city}${form.street}${doubt}`],
    ['電話番号', form.phone],
    ['領収書', '必要'],
    ['年次報告書', '必要'],
    ['お支払い方法', form.paymentMethod],
    ...(form.paymentMethod === CARD
      ? [
          ['カード番号', card?.maskedCardNumber ?? ''],
          ['有効期限', `${form.expirationYear}年${form.expirationMonth}月`],
        ]
      : []),
  ];
}

/** The page goes to the completion page with what was registered, and anywhere else with nothing. */
async function lookAtLeaving(
  world: OutsideWorld,
  state: string,
  { completion }: SignupContext,
): Promise<void> {
  const expected = leaving[state];
  if (!expected) return;
  const request = await world.leaving();
  const { pathname } = new URL(request.url());
  const told = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
  expect([request.method(), pathname, told]).toEqual(expected(completion));
}

const leaving: Readonly<Record<string, (completion: SignupContext['completion']) => unknown[]>> = {
  'complete.leaving': (completion) => ['POST', '/support/donation/member/complete.php', { ...completion }],
  'cardRedirect.leaving': () => ['GET', expect.stringMatching(/^\/3ds\//), {}],
  'callback.reopening': () => ['GET', '/form/member/callback', {}],
};

/** Whoever has signed up leaves nothing in the tab but that they have. */
async function lookAtStorage(page: Page, { processedAccessIds, finished }: SignupContext): Promise<void> {
  const kept = await page.evaluate(() => {
    const { 'signup.v2': session = '{}', ...others } = { ...sessionStorage };
    return { session: JSON.parse(session), others: Object.keys(others).sort() };
  });
  const filled = Object.fromEntries(
    Object.entries<unknown>(kept.session).filter(([, value]) => value !== null && String(value) !== ''),
  );
  expect(filled).toEqual({
    savedAt: expect.any(Number),
    form: untouchedForm,
    isReviewed: false,
    isAtBank: false,
    hiddenAddress: { prefecture: '', city: '', street: '' },
    lookups: { answer: null, filled: null, declined: null, unanswered: null },
    ...(processedAccessIds.length > 0
      ? { processedAccessIds: processedAccessIds.map(() => expect.any(String)) }
      : {}),
    finished: finished && expect.objectContaining({ amount: finished.amount }),
  });
  expect(['accessToken', 'signup.completion']).toEqual(expect.arrayContaining(kept.others));
}

/** A registration is stored by each call that the server carried out, whether or not its answer arrived. */
async function lookAtStore(sandbox: Sandbox, steps: readonly Step[]): Promise<void> {
  const carriedOut = steps.filter(({ sample }) =>
    /^register (?:done [13]|error 3)$/.test(sample?.name ?? ''),
  );
  const wasRegistered = carriedOut.some(({ sample }) => sample?.name === 'register done 1');
  const isSettled = wasRegistered && steps.some(({ sample }) => sample?.name === 'verifyCard done');
  const stored = await sandbox.registrations();
  expect(stored.map(({ method, status, payload }) => ({ method, status, payload })).reverse()).toEqual(
    carriedOut.map(({ before }) => registered(before?.context, sandbox.url, isSettled)),
  );
}

/** Everything that a call tells of the samples' donors, who leave out what is optional (specification §3). */
function registered({ form }: SignupContext, site: string, isSettled: boolean) {
  const { gender: _, expirationMonth, expirationYear, ...told } = form;
  const common = {
    ...told,
    state: form.prefecture,
    paymentAmount: Number(form.price),
    recaptchaToken: expect.any(String),
    ...{ utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' },
  };
  if (form.paymentMethod !== CARD) return { method: 'bank', status: 'complete', payload: common };
  const card = {
    ...{ expirationMonth, expirationYear },
    ...{ cardExpiryMonth: expirationMonth, cardExpiryYear: expirationYear },
    ...{ cardToken: expect.any(String), token: expect.any(String) },
    maskedCardNumber: '************1111',
    callbackUrl: `${site}/form/member/callback`,
  };
  return { method: 'card', status: isSettled ? 'complete' : 'pending', payload: { ...common, ...card } };
}
