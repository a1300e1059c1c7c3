import { expect, type Page } from '@playwright/test';
import type { SignupState } from '../../src/machines/signup.ts';
import type { SignupContext } from '../../src/machines/signup-parts.ts';
import { AFTER_CALLBACK, paths } from '../../src/services/routes.ts';
import { inputFields } from '../../src/signup/fields.ts';
import { isFormField } from '../../src/signup/form.ts';
import { openRegistration, unknownOutcome } from '../../src/signup/messages.ts';
import { parseSession } from '../../src/signup/parse-session.ts';
import { methodOf } from '../../src/signup/payment-methods.ts';
import { postalMismatch } from '../../src/signup/postal-address.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import type { Effect } from '../chart/step.ts';
import { methods } from '../donors.ts';
import { isWhole } from '../events.ts';
import { type ModelTab, shipped, storedBy } from '../signup-model.ts';
import { nameOf, screens, states } from '../states.ts';
import type { OutsideWorld } from './outside-world.ts';

/**
 * For `path.test`: what each state shows, keeps and waits for in a browser, and what has gone out. Looks again and again,
 * since a screen is drawn a moment after a change.
 */
export function statesIn(
  page: Page,
  world: OutsideWorld,
): Readonly<Record<string, (tab: ModelTab) => Promise<void>>> {
  return Object.fromEntries(Object.keys(states).map((at) => [at, (tab: ModelTab) => look(page, world, tab)]));
}

async function look(page: Page, world: OutsideWorld, tab: ModelTab): Promise<void> {
  await isAt(page, tab.at);
  const { texts, ...expected } = expectedScreen(tab);
  await expect(async () => {
    const { state, path, session, ...screen } = await page.evaluate(see, Object.keys(texts));
    const name = nameOf(tab.at);
    if (state !== tab.at) throw new Error(`Expected: ${name}. Seen: ${nameOf(state)}, a moment later.`);
    expect(screen.texts, `What “${name}” shows`).toEqual(texts);
    expect({ ...screen, texts: null }, `What “${name}” says`).toEqual({ ...expected, texts: null });
    expect(routes[path], `The address of “${name}”`).toBe(tab.address);
    const kept = parseSession(session, tab.now) ?? untouchedSession;
    const toKeep = parseSession(storedBy(shipped, tab), tab.now) ?? untouchedSession;
    expect(comparable(kept, toKeep), `What a reload of “${name}” finds`).toEqual(comparable(toKeep, toKeep));
    expect(world.sent.flatMap(sentOut), `What has gone out on the way to “${name}”`).toEqual(
      tab.effects.flatMap(toSendOut),
    );
  }).toPass({ intervals: [20, 50, 100, 200] });
  await world.close();
}

/** Waits for a state. @throws Error that names it, and the states that were seen instead, in the order of time */
async function isAt(page: Page, at: string): Promise<void> {
  const seen: string[] = [];
  const main = page.locator('main');
  const poll = expect.poll(
    async () => {
      const state = (await main.getAttribute('data-state')) ?? 'no state';
      if (seen.at(-1) !== state) seen.push(state);
      return state;
    },
    { intervals: [20, 50, 100, 200] },
  );
  try {
    await poll.toBe(at);
  } catch {
    throw new Error(`Expected: ${nameOf(at)}. Seen: ${seen.map(nameOf).join(', then ')}.`);
  }
}

/** The routes by their addresses. */
const routes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(paths).map(([route, path]) => [path, route])),
  [AFTER_CALLBACK]: 'callback',
};

/** A session without what the page makes up itself: its clock runs a little, its keys are random. */
function comparable(session: SavedSession, { card, finished }: SavedSession) {
  const near = (time: number, expected = 0) => (Math.abs(time - expected) < 60_000 ? expected : time);
  return {
    ...session,
    application: session.application && { ...session.application, key: session.application.key !== '' },
    card: session.card && { ...session.card, issuedAt: near(session.card.issuedAt, card?.issuedAt) },
    finished: session.finished && { ...session.finished, at: near(session.finished.at, finished?.at) },
  };
}

type Sent = { what: string; with: unknown };

/** An application, a settling or a page that was left for, as the host received it. */
function sentOut({ asked, request }: OutsideWorld['sent'][number]): Sent[] {
  const { pathname } = new URL(request.url());
  if (asked === 'leaving') {
    if (pathname.startsWith('/3ds/')) return [{ what: 'bank', with: pathname }];
    if (request.method() === 'GET') return [{ what: 'fresh page', with: null }];
    return [{ what: 'completion', with: Object.fromEntries(new URLSearchParams(request.postData() ?? '')) }];
  }
  if (request.method() !== 'POST' || (asked !== 'register' && asked !== 'verifyCard')) return [];
  const body: Record<string, unknown> = request.postDataJSON();
  if (asked === 'verifyCard')
    return [{ what: asked, with: [body.accessId, body.gmoCsrfToken, body.registerToken] }];
  const { lastName, email, street, token } = body;
  return [{ what: asked, with: [lastName, email, street, token, Boolean(body.recaptchaToken)] }];
}

/** The same as the model wants it sent. */
function toSendOut({ type, params }: Effect): Sent[] {
  const { id, input, redirectUrl, fields } = Object(params);
  if (type === 'goToBank') return [{ what: 'bank', with: new URL(redirectUrl).pathname }];
  if (type === 'openFreshPage') return [{ what: 'fresh page', with: null }];
  if (type === 'postCompletion') return [{ what: 'completion', with: { ...fields } }];
  if (type !== 'xstate.spawnChild') return [];
  if (id === 'verifyCard') {
    const { accessId, csrfToken } = input.callback;
    return [{ what: id, with: [accessId, csrfToken, input.registerToken] }];
  }
  if (id !== 'register') return [];
  const { form, card } = input;
  return [{ what: id, with: [form.lastName, form.email, form.street, card?.cardToken, true] }];
}

const warningTitle = '二重登録にご注意ください';
/** Words to look for; offers that are patterns stand for a link among many. */
const textsOf = (at: SignupState): string[] =>
  [...states[at].shows, ...Object.keys(states[at].offers)].filter((text) => !text.includes('.*'));
// The keys of `states`.
const allTexts = [...new Set((Object.keys(states) as SignupState[]).flatMap(textsOf))];

/** Everything that a donor must see on a screen, as {@link see} returns it. */
function expectedScreen({ at: state, page }: ModelTab) {
  if (!page) throw new Error('A page is open');
  const { context } = page;
  // What the chart names is checked before.
  const at = state as SignupState;
  const { form, messages, wrongFields, card, agreements, lookups, unanswered, registration } = context;
  const screen = at.split('.')[0] as keyof typeof screens;
  const { title, step, ...rest } = screens[screen];
  const { needsCard, agreements: boxes } = methodOf(form);
  const isReviewing = at === 'confirm.reviewing';
  const isForm = at.startsWith('input.form');
  const offer = postalMismatch(form, lookups)?.kind;
  const open = registration && !registration.isDeclined ? openRegistration : null;
  const warning = isReviewing ? (unanswered ? unknownOutcome(unanswered) : open) : null;
  const visible = textsOf(at);
  const texts = [
    ...allTexts
      // The notes cover the form.
      .filter((text) => at !== 'input.cardNotice' || !textsOf('input.form.filling').includes(text))
      .map((text) => [text, visible.includes(text)] as const),
    ...Object.entries(methods).flatMap(([method, { terms, termsOnConfirm }]) => [
      ...(isReviewing ? termsOnConfirm.map((text) => [text, method === form.paymentMethod] as const) : []),
      ...(isReviewing || isForm
        ? terms.map((text) => [text, method === form.paymentMethod && !form.expatriate] as const)
        : []),
    ]),
    ...(isForm ? [['カードを変更する', needsCard && card !== null] as const] : []),
    ...(isForm && offer !== 'declined' ? [['この住所にする', offer === 'offered'] as const] : []),
    ...(screen === 'confirm' ? [[warningTitle, warning !== null] as const] : []),
    ...(warning === null ? [] : [[warning, true] as const]),
  ];
  const fields = screen === 'input' ? fieldsOf(context) : {};
  return {
    // the notes cover them
    ...(at === 'input.cardNotice' ? { heading: null, count: null } : rest),
    title: (messages.length > 0 || (wrongFields.length > 0 && !isWhole(form)) ? 'エラー：' : '') + title,
    currentStep: [step],
    texts: Object.fromEntries(texts.map(([text, isThere]) => [text, isThere ? 'seen' : 'absent'])),
    errors: messages.map((message) => expect.stringContaining(message.replaceAll(/<[^>]*>/g, ''))),
    boxes: isReviewing
      ? Object.fromEntries(boxes.map(({ name }) => [name, agreements[name]]))
      : expect.anything(),
    fields,
    shut: isForm ? [] : Object.keys(fields).sort(),
    summary: screen === 'confirm' ? summaryOf(context) : [],
    commitment:
      screen === 'confirm' && at !== 'confirm.cardExpired'
        ? `毎月${yenOf(context)}のご寄付を申し込みますお支払い方法：${form.paymentMethod}`
        : null,
  };
}

/** Every field that the form shows, with its value. Only the browser knows a card's number and code. */
function fieldsOf({ form, card }: SignupContext): Record<string, unknown> {
  const digits = form.zip.replaceAll(/\D/g, '');
  const shown = { ...form, zip: digits.length > 3 ? `${digits.slice(0, 3)} - ${digits.slice(3)}` : digits };
  return Object.fromEntries(
    inputFields(form, card !== null).map((name) => [
      name,
      isFormField(name) ? shown[name] : expect.any(String),
    ]),
  );
}

const yenOf = ({ form }: Pick<SignupContext, 'form'>) =>
  `${Number(form.price === 'other' ? form.priceOther : form.price).toLocaleString('ja-JP')}円`;

/** The rows of the summary for the sample donors, who live at home and leave optional fields empty. */
function summaryOf({ form, card, lookups: { answer } }: SignupContext): string[][] {
  const found = answer && answer.prefecture + answer.city;
  const isDoubtful = found !== null && found !== form.prefecture + form.city;
  const doubt = isDoubtful ? `〒${form.zip}の住所は、${found}です。ご住所をご確認ください。` : '';
  return [
    ['毎月のご支援金額', yenOf({ form })],
    ['お名前', `${form.lastName} ${form.firstName}`],
    ['ふりがな', form.furigana],
    ['メールアドレス', form.email],
    ['活動報告メール', 'はい'],
    ['ご住所', `〒${form.zip}${form.prefecture}${form.city}${form.street}${doubt}`],
    ['電話番号', form.phone],
    ['領収書', '必要'],
    ['年次報告書', '必要'],
    ['お支払い方法', form.paymentMethod],
    ...(methodOf(form).needsCard
      ? [
          ['カード番号', card?.maskedCardNumber ?? ''],
          ['有効期限', `${form.expirationYear}年${form.expirationMonth}月`],
        ]
      : []),
  ];
}

/**
 * What the page shows. Runs in the browser. A text is visible if an element that begins with it can be touched, and
 * absent if no such element is drawn.
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
    // touches pass through inert elements
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
    session: sessionStorage.getItem('signup.v2'),
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
    shut: [...new Set(controls.filter(isShut).map(({ name }) => name))].sort(),
    summary: [...document.querySelectorAll('.confirm-summary dl > div')].filter(isDrawn).map((row) =>
      [...row.children].map((part) => {
        const words = part.cloneNode(true) as Element;
        for (const other of words.querySelectorAll('.summary-change, .visually-hidden')) other.remove();
        return words.textContent.replaceAll('\n', '');
      }),
    ),
    commitment: seenText('#confirm-amount'),
  };
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  return found;
}
