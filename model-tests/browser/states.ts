import { expect, type Page } from '@playwright/test';
import type { SignupState } from '../../src/machines/signup.ts';
import type { SignupContext } from '../../src/machines/signup-parts.ts';
import { postalMismatch } from '../../src/signup/address/postal-address.ts';
import { inputFields } from '../../src/signup/fields.ts';
import { isFormField } from '../../src/signup/form.ts';
import { openRegistration, unknownOutcome } from '../../src/signup/messages.ts';
import { FRESH_PAGE, paths } from '../../src/signup/paths.ts';
import { hasAgreed, methodOf } from '../../src/signup/payment-methods.ts';
import { parseSession } from '../../src/signup/session/parse-session.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/session/saved-session.ts';
import { asRecord } from '../../src/signup/type-guards.ts';
import type { Effect } from '../chart/step.ts';
import { type ModelTab, shipped, storedBy } from '../signup-model.ts';
import { nameOf, states } from '../states.ts';
import { intervals, type OutsideWorld, passBriefly } from './outside-world.ts';

/** For `path.test`: what is looked at in each state. */
export const statesIn = (page: Page, world: OutsideWorld): Record<string, (tab: ModelTab) => Promise<void>> =>
  Object.fromEntries(Object.keys(states).map((at) => [at, (tab) => look(page, world, tab)]));

/**
 * A state shows, keeps and waits for in a browser what the model says, and what has gone out is right.
 * Looks again and again, since a screen is rendered a moment after a change.
 */
async function look(page: Page, world: OutsideWorld, tab: ModelTab): Promise<void> {
  const screen = screenOf(tab);
  const saved = parseSession(storedBy(shipped, tab), tab.now) ?? untouchedSession;
  const expected = {
    ...{ state: nameOf(tab.at), address: tab.address, ...screen },
    sent: tab.effects.flatMap(toSendOut),
    saved: comparable(saved, saved),
  };
  await expect(async () => {
    await passBriefly(page);
    const { state, path, session, ...seen } = await page.evaluate(see, Object.keys(screen.texts));
    const kept = parseSession(session, tab.now) ?? untouchedSession;
    for (const [text, isThere] of Object.entries(seen.texts))
      if (state === tab.at && isThere && !screen.texts[text])
        throw new Error(`${nameOf(tab.at)} shows “${text}”, which belongs to: ${ownersOf(text)}`);
    expect({
      ...{ state: nameOf(state), address: routes[path], ...seen },
      sent: world.sent.flatMap(sentOut),
      saved: comparable(kept, saved),
    }).toEqual(expected);
  }).toPass({ intervals });
  if (tab.at === 'confirm.reviewing') {
    const enabled = tab.page !== null && hasAgreed(tab.page.context);
    await expect(page.getByRole('button', { name: '送信する' })).toBeEnabled({ enabled });
  }
  await world.close();
}

/** The routes by their addresses. */
const routes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(paths).map(([route, path]) => [path, route])),
  [FRESH_PAGE]: 'callback',
};

/** A session without the page's own times and random keys. */
function comparable(session: SavedSession, { card, lastTry }: SavedSession): SavedSession {
  const { keyBase } = session.application;
  const finishedAt = lastTry?.status === 'finished' ? lastTry.at : 0;
  const near = (time: number, expected = 0) => (Math.abs(time - expected) < 60_000 ? expected : time);
  return {
    ...JSON.parse(JSON.stringify(session).replaceAll(keyBase || '?', 'random')),
    card: session.card && { ...session.card, issuedAt: near(session.card.issuedAt, card?.issuedAt) },
    lastTry:
      session.lastTry?.status === 'finished'
        ? { ...session.lastTry, at: near(session.lastTry.at, finishedAt) }
        : session.lastTry,
  };
}

/** An application, a verification or a page that was left for, as the host received it. */
function sentOut({ asked, request }: OutsideWorld['sent'][number]): string[] {
  const { pathname } = new URL(request.url());
  if (asked === 'leaving') {
    if (pathname.startsWith('/3ds/')) return [`bank: ${pathname}`];
    if (request.method() === 'GET') return ['fresh page'];
    return [`completion: ${new URLSearchParams(request.postData() ?? '')}`];
  }
  if (request.method() !== 'POST' || (asked !== 'register' && asked !== 'verifyCard')) return [];
  const body: Record<string, unknown> = request.postDataJSON();
  const { accessId, gmoCsrfToken, registerToken, lastName, email, street, token, recaptchaToken } = body;
  return asked === 'verifyCard'
    ? [`${asked}: ${[accessId, gmoCsrfToken, registerToken]}`]
    : [`${asked}: ${[lastName, email, street, token, Boolean(recaptchaToken)]}`];
}

/** The same as the model wants it sent. */
function toSendOut({ type, params }: Effect): string[] {
  const { id, input, redirectUrl, fields } = params;
  if (redirectUrl) return [`bank: ${new URL(redirectUrl).pathname}`];
  if (type === 'openFreshPage') return ['fresh page'];
  if (type === 'postCompletion') return [`completion: ${new URLSearchParams({ ...fields })}`];
  if (type !== 'xstate.spawnChild') return [];
  const [form, card, callback] = [input?.form, input?.card, input?.callback].map(asRecord);
  if (id === 'verifyCard')
    return [`${id}: ${[callback?.accessId, callback?.csrfToken, input?.registerToken]}`];
  if (id !== 'register') return [];
  return [`${id}: ${[form?.lastName, form?.email, form?.street, card?.cardToken, true]}`];
}

/** The states that show a text. */
const ownersOf = (text: string): string =>
  Object.values(states)
    .flatMap(({ name, shows }) => (shows.includes(text) ? name : []))
    .join(', ') || 'none now';

const warningTitle = '二重登録にご注意ください';
// The keys of `states`.
const allTexts = [...new Set(Object.values(states).flatMap(({ shows }) => shows))];

/** What a donor must see on a screen, as {@link see} returns it. */
function screenOf({ at: state, page }: ModelTab) {
  if (!page) throw new Error('A page is open');
  // What the chart names is checked before.
  const at = state as SignupState;
  const { form, messages, card, agreements, lookups, unanswered, registration } = page.context;
  const isReviewing = at === 'confirm.reviewing';
  const isForm = at.startsWith('input.form');
  const { needsCard, agreements: boxes } = methodOf(form);
  const offer = postalMismatch(form, lookups)?.kind;
  const open = registration && !registration.isDeclined ? openRegistration : null;
  const mayWarn = isReviewing || at === 'confirm.cardExpired';
  const newest = unanswered.at(-1);
  const warning = mayWarn ? (newest ? unknownOutcome(newest.call) : open) : null;
  const texts: Record<string, boolean> = {
    // The notes cover the form.
    ...Object.fromEntries(
      allTexts
        .filter((text) => at !== 'input.cardNotice' || !states['input.form.filling'].shows.includes(text))
        .map((text) => [text, states[at].shows.includes(text)]),
    ),
    ...(isForm && { カードを変更する: needsCard && card !== null }),
    ...(isForm && offer !== 'declined' && { この住所にする: offer === 'offered' }),
    ...(at.startsWith('confirm') && { [warningTitle]: warning !== null }),
    ...(warning !== null && { [warning]: true }),
  };
  return {
    texts,
    fields: at.startsWith('input') ? fieldsOf(page.context, isForm) : {},
    messages: messages.map((message) => message.replaceAll(/<[^>]*>/g, '')),
    ticked: isReviewing ? boxes.flatMap(({ name }) => (agreements[name] ? [name as string] : [])) : [],
  };
}

/** Every field that the form shows, with its value. A card's number and code are in the browser only. */
function fieldsOf({ form, card }: SignupContext, isOpen: boolean): Record<string, string> {
  const digits = form.zip.replaceAll(/\D/g, '');
  const shown = { ...form, zip: digits.length > 3 ? `${digits.slice(0, 3)} - ${digits.slice(3)}` : digits };
  return Object.fromEntries(
    inputFields(form, card !== null).map((name) => [
      name,
      `${isFormField(name) ? shown[name] : 'the card’s'}${isOpen ? '' : ', shut'}`,
    ]),
  );
}

/** What the page shows: of each text, whether a visible element begins with it. Runs in the browser. */
function see(texts: readonly string[]) {
  const isDrawn = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = [...document.querySelectorAll('main :not(option)')]
    .filter((element) => element.childElementCount < 4 && isDrawn(element))
    .map(({ textContent }) => textContent.trim());
  const dialog = document.querySelector('dialog:modal');
  const isShut = (control: HTMLElement) =>
    control.matches(':disabled, :read-only:not(select, [type="radio"], [type="checkbox"])') ||
    control.closest('[inert]') !== null ||
    (dialog !== null && !dialog.contains(control));
  const fields: Record<string, string> = {};
  for (const control of document.querySelectorAll<HTMLInputElement>('.input-form [name]')) {
    if (!isDrawn(control)) continue;
    const { name, type, checked } = control;
    const isOther = type === 'radio' && !checked;
    const value = type === 'checkbox' ? `${checked}` : control.value;
    const shown = /^(cardNum|securityCode)$/.test(name) ? 'the card’s' : value;
    if (!isOther || fields[name] === undefined)
      fields[name] = (isOther ? '' : shown) + (isShut(control) ? ', shut' : '');
  }
  const textsIn = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(isDrawn).map(({ textContent }) => textContent);
  return {
    state: document.querySelector<HTMLElement>('main')?.dataset.state ?? 'no state',
    path: location.pathname,
    session: sessionStorage.getItem('signup.v4'),
    texts: Object.fromEntries(texts.map((text) => [text, words.some((each) => each.startsWith(text))])),
    fields,
    messages: textsIn('[data-errors] > li > :first-child'),
    ticked: [
      ...document.querySelectorAll<HTMLInputElement>('[data-state$=reviewing] [name$="nderstood"]:checked'),
    ].map(({ name }) => name),
  };
}
