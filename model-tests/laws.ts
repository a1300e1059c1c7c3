import assert from 'node:assert/strict';
import type { Application } from '../src/services/application/registration.ts';
import type { Route } from '../src/services/navigation/routes.ts';
import type { CallbackParameter } from '../src/signup/application/callback-parameter.ts';
import { payloadWithoutCard } from '../src/signup/application/payload.ts';
import { CallFailure } from '../src/signup/call-failure.ts';
import { CARD_TOKEN_LIFETIME } from '../src/signup/card/kept-card.ts';
import { CARD, emptyForm, type SignupForm } from '../src/signup/form.ts';
import { methodOf } from '../src/signup/payment-methods.ts';
import { asRecord } from '../src/signup/type-guards.ts';
import { ALLOWED_ORIGIN, CARD_NUMBER, type Call, type Happening } from './events.ts';

type Inputs = Record<Call | 'fetchAccessToken' | 'lookUpPostalCode', unknown> & {
  register: Application;
  verifyCard: { callback: CallbackParameter; registerToken: string };
};
/** A call that the page makes; `tokenAge` is the age of its access token in milliseconds, null without one. */
export type Made = {
  [Name in keyof Inputs]: { call: Name; input: Inputs[Name]; tokenAge: number | null };
}[keyof Inputs];
export type Departure = { to: 'bank' | 'completion' | 'fresh page'; with: unknown };

/** What the outside world sees of one step of a sign-up. */
export type Moment = {
  event: Happening;
  /** Milliseconds since the epoch. */
  now: number;
  /** The first part of `data-state`. */
  screen: string;
  address: Route;
  messages: readonly string[];
  /** What the tab has stored, as text and parsed. */
  stored: string | null;
  kept: Readonly<Record<string, unknown>>;
  made: readonly Made[];
  left: readonly Departure[];
};

const noCampaign = { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' };
/** `all` is the past with now at its end. */
type Law = (now: Moment, past: readonly Moment[], all: readonly Moment[]) => void;

/** Nothing is stored of an untouched form. */
const formIn = ({ kept }: Moment): Record<string, unknown> => asRecord(kept.form ?? emptyForm);
const sentIn = <Name extends keyof Inputs>(moments: readonly Moment[], call: Name) =>
  moments
    .flatMap(({ made }) => made)
    // TypeScript cannot narrow the input by the call.
    .flatMap((each) => (each.call === call ? [each.input as Inputs[Name]] : []));
const sends = (call: Call) => (moment: Moment) => sentIn([moment], call).length > 0;
/** What the host has answered to the newest application by card of some moments. */
const registeredIn = (moments: readonly Moment[]) => {
  const answer = moments.findLast(({ event }) => event.type === 'xstate.done.actor.register')?.event;
  return answer?.type === 'xstate.done.actor.register' && answer.output !== 'complete' ? answer.output : null;
};
const since = (past: readonly Moment[], is: (moment: Moment) => boolean): readonly Moment[] =>
  past.slice(past.findLastIndex(is));
/** The calls that sign up. */
const isCall = (moment: Moment) => sends('register')(moment) || sends('verifyCard')(moment);
const hasEnded = (call: Call) => (moment: Moment) => moment.event.type.endsWith(`.actor.${call}`);
const reasonOf = ({ event }: Moment): string | null =>
  'error' in event ? (event.error instanceof CallFailure ? event.error.reason : 'noAnswer') : null;
/** What a failed call says of itself. */
const saidIn = ({ event }: Moment): readonly string[] =>
  'error' in event && event.error instanceof CallFailure ? event.error.messages : [];
/** The index of the newest card registration. One whose page may not be opened does not count (decision 10). */
const newestByCard = (past: readonly Moment[]): number =>
  past.findLastIndex((moment) => registeredIn([moment])?.redirectUrl.startsWith(`${ALLOWED_ORIGIN}/`));
const isRefusedToken = (moment: Moment): boolean => reasonOf(moment) === 'unauthorized';
const isPress = ({ event }: Moment): boolean => event.type === 'confirm.submitted';
const isByCard = ({ paymentMethod }: SignupForm): boolean => paymentMethod === CARD;

/**
 * What must hold in every sign-up, whatever the table says: sentences of the specification over what was done, sent, stored
 * and shown. They do not depend on the chart.
 */
const laws: Readonly<Record<string, Law>> = {
  '§4: each press of 送信する sends once, and once more if the access token is refused': (now, _, all) => {
    if (!sends('register')(now)) return;
    const sinceThePress = since(all, isPress);
    const { length } = sentIn(sinceThePress, 'register');
    const isAgain = sinceThePress.some((moment) => hasEnded('register')(moment) && isRefusedToken(moment));
    assert.ok(sinceThePress.some(isPress), 'the donor has pressed 送信する');
    assert.ok(length <= (isAgain ? 2 : 1), `${length} went out after one press`);
  },
  '§2: nothing goes out before every box of the payment method is ticked': (now, past) => {
    for (const { form } of sentIn([now], 'register')) {
      const onConfirm = since(past, ({ screen }) => screen !== 'confirm');
      const isTicked = (name: string) =>
        onConfirm.findLast(({ event }) => event.type === 'agreement.changed' && event.name === name)?.event;
      for (const { name } of methodOf(form).agreements) assert.ok(asRecord(isTicked(name)).checked, name);
    }
  },
  '§1: what is sent is what was on the confirm screen': (now, past) => {
    for (const { form } of sentIn([now], 'register')) {
      const shown = since(past, ({ screen }) => screen !== 'confirm')[1];
      assert.ok(shown, 'the confirm screen was shown');
      assert.deepEqual({ ...form }, { ...formIn(shown) });
    }
  },
  'Decision 6: a card is sent while it is fresh, and never again once a host has had it': (now, past) => {
    for (const { form, card } of sentIn([now], 'register')) {
      assert.equal(card !== null, isByCard(form), 'a card, where it is paid by card');
      if (!card) continue;
      const press = past.findLast(isPress);
      assert.ok((press?.now ?? 0) - card.issuedAt < CARD_TOKEN_LIFETIME, 'a fresh card');
      const earlier = past.findIndex((moment) =>
        sentIn([moment], 'register').some((each) => each.card?.cardToken === card.cardToken),
      );
      if (earlier === -1) continue;
      const end = past.slice(earlier + 1).find(hasEnded('register'));
      assert.match(String(end && reasonOf(end)), /notSent|unauthorized/, 'the host had the card before');
    }
  },
  'Decision 24: an application keeps its key until it is answered; no other has it': (now, past) => {
    const contentOf = ({ form, card }: Omit<Application, 'key'>) =>
      JSON.stringify([payloadWithoutCard(form, '', noCampaign), form.paymentMethod, card?.maskedCardNumber]);
    for (const { key, ...sent } of sentIn([now], 'register')) {
      assert.ok(key, 'it has a key');
      const sinceSignedUp = past.slice(past.findLastIndex(({ screen }) => screen === 'complete') + 1);
      const earlier = sinceSignedUp.flatMap((moment, index) =>
        sentIn([moment], 'register').map((each) => ({ ...each, index })),
      );
      const isSame = (each: typeof sent) => contentOf(each) === contentOf(sent);
      for (const other of earlier.filter((each) => !isSame(each)))
        assert.notEqual(key, other.key, 'another application');
      const last = earlier.findLast(isSame);
      if (!last) continue;
      // A call whose page was left has no end; the next end is another's.
      const end = sinceSignedUp
        .slice(last.index + 1)
        .find((each) => hasEnded('register')(each) || sends('register')(each));
      const isOpen =
        !end || !hasEnded('register')(end) || /notSent|unauthorized|noAnswer/.test(String(reasonOf(end)));
      if (isOpen) assert.equal(key, last.key, 'another try');
      else for (const each of earlier) assert.notEqual(key, each.key, 'answered');
    }
  },
  'Decision 5: a card number is neither stored nor sent': ({ stored, made }) => {
    assert.doesNotMatch(stored ?? '', /\d{14}/);
    for (const { call, input } of made)
      if (call !== 'tokeniseCard')
        assert.doesNotMatch(JSON.stringify(input) ?? '', new RegExp(CARD_NUMBER), call);
  },
  '§4: an application goes out with the captcha that was solved after the press': (now, past) => {
    const answered = since(past, isPress)
      .concat(now)
      .findLast(({ event }) => event.type === 'xstate.done.actor.solveCaptcha');
    for (const { captchaToken } of sentIn([now], 'register'))
      assert.equal(captchaToken, asRecord(answered?.event).output);
  },
  '§7: no call goes out without an access token younger than 14 minutes': ({ made }) => {
    for (const { call, tokenAge } of made)
      if (call === 'register' || call === 'verifyCard')
        assert.ok(tokenAge !== null && tokenAge < 14 * 60_000, call);
  },
  'Decisions 11, 22: a bank’s answer is verified once, by the newest registration': (now, past, all) => {
    for (const { callback, registerToken } of sentIn([now], 'verifyCard')) {
      const newest = past[newestByCard(past)];
      assert.equal(registerToken, newest && registeredIn([newest])?.registerToken);
      const opened = all.findLast(({ event }) => event.type === 'page.opened' && event.callback);
      assert.deepEqual(callback, asRecord(opened?.event).callback);
      const before = past.findLastIndex((moment) =>
        sentIn([moment], 'verifyCard').some((each) => each.callback?.accessId === callback.accessId),
      );
      if (before === -1) continue;
      const end = all.slice(before + 1).find(hasEnded('verifyCard'));
      assert.match(String(end && reasonOf(end)), /notSent|unauthorized/, 'verified before');
    }
  },
  'Decision 10: the page leaves for the bank’s page that the host names, if allowed': (now, _, all) => {
    for (const { to, with: url } of now.left) {
      if (to !== 'bank') continue;
      assert.equal(new URL(String(url)).origin, ALLOWED_ORIGIN);
      assert.equal(url, registeredIn(all)?.redirectUrl);
    }
  },
  '§4: the completion page gets what was registered, and only after a success': (now, _, all) => {
    for (const { to, with: fields } of now.left) {
      if (to !== 'completion') continue;
      const success = all.findLastIndex(({ event }) =>
        /^xstate\.done\.actor\.(register|verifyCard)$/.test(event.type),
      );
      assert.notEqual(success, -1, 'something has succeeded');
      const done = all.findLastIndex(({ event }) => event.type === 'xstate.done.actor.register');
      const { form } = sentIn(all.slice(0, done), 'register').at(-1) ?? {};
      assert.deepEqual(fields, form && completionOf(form));
    }
  },
  '§4: nothing of the donor is stored after completion': ({ screen, stored }, past) => {
    if (screen !== 'complete') return;
    const { form } = sentIn(past, 'register').at(-1) ?? {};
    for (const name of ['lastName', 'firstName', 'furigana', 'email', 'street', 'phone'] as const)
      if (form) assert.ok(!stored?.includes(String(form[name])), name);
  },
  'Decision 36: a call without an answer is kept until its application is sent again, or the tab has signed up':
    (now, _, all) => {
      const end = all.findLastIndex(
        (moment) => hasEnded('register')(moment) && reasonOf(moment) === 'noAnswer',
      );
      if (end === -1) return;
      const { key } = { ...sentIn(all.slice(0, end), 'register').at(-1) };
      const later = all.slice(end);
      const isSentAgain = sentIn(later, 'register').some((each) => each.key === key);
      if (!isSentAgain && !later.some(({ screen }) => screen === 'complete'))
        assert.match(JSON.stringify(now.kept.unanswered), new RegExp(`"${key}"`));
    },
  'Decision 7: a page that opens finds what was typed, as it was stored': (now, past) => {
    const before = past.at(-1);
    if (now.event.type !== 'page.opened' || !before) return;
    assert.deepEqual(formIn(now), formIn(before));
  },
  'Decision 13: the address follows the screen': ({ screen, address }) => {
    if (/^(input|confirm|callback)$/.test(screen)) assert.equal(address, screen);
  },
  '§8: the donor whose call fails is told why, or it is tried again, or a fresh page says it': (now) => {
    const isCall = /^xstate\.error\.actor\./.test(now.event.type);
    if (!isCall || now.left.some(({ to }) => to === 'fresh page') || isRefusedToken(now)) return;
    assert.ok(now.messages.length > 0, 'a message');
    for (const message of saidIn(now)) assert.ok(now.messages.includes(message), message);
  },
  '§8: why the host refused a payment is said by the next screen, whatever is opened': (now, past, all) => {
    const end = all.findLastIndex(hasEnded('verifyCard'));
    const refusal = all[end];
    const isNext = past.slice(end).every(({ screen }) => screen === 'callback');
    const isVerifiedAgain = all.slice(end + 1).some(sends('verifyCard'));
    if (!refusal || reasonOf(refusal) !== 'refused' || !isNext || isVerifiedAgain || now.screen !== 'input')
      return;
    for (const message of saidIn(refusal)) assert.ok(now.messages.includes(message), message);
  },
  'Decision 9: that nobody knows whether something has arrived is told first': (now, past, all) => {
    const before = past.at(-1);
    const start = past.findLastIndex(isCall);
    const since = all.slice(start + 1);
    const end = since.find(({ event }) => /actor\.(register|verifyCard)$|copy\.finished/.test(event.type));
    const isUnknown = start !== -1 && (end ? reasonOf(end) === 'noAnswer' : true);
    const isFirst = before !== undefined && !since.slice(0, -1).some(({ screen }) => screen === 'input');
    if (isUnknown && isFirst && now.screen === 'input')
      assert.ok(
        now.messages.some((message) => /二重に登録/.test(message)),
        'registering twice',
      );
  },
};

/** §4: the fields of the completion page. */
function completionOf(form: SignupForm) {
  const { firstName, lastName, furigana, email, prefecture, city, street } = form;
  return {
    first_name: firstName,
    last_name: lastName,
    furigana,
    mail: email,
    address: [prefecture, city, street].join(form.expatriate ? ' ' : ''),
    price: form.price === 'other' ? form.priceOther : form.price,
  };
}

/** @throws Error that begins with the law that does not hold any more */
export function holdLaws(now: Moment, past: readonly Moment[]): void {
  for (const [law, holds] of Object.entries(laws))
    try {
      holds(now, past, [...past, now]);
    } catch (error) {
      if (error instanceof Error) error.message = `Law broken — ${law}\n${error.message}`;
      throw error;
    }
}
