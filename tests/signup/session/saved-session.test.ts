import { expect, it } from 'vitest';
import { BANK_DEBIT, definitions, emptyForm, formFields } from '../../../src/signup/form.ts';
import { parseSession } from '../../../src/signup/session/parse-session.ts';
import { type SavedSession, untouchedSession } from '../../../src/signup/session/saved-session.ts';
import { serialiseSession } from '../../../src/signup/session/serialise-session.ts';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  donorsCompletion,
  withoutCard,
} from '../../complete-donor.ts';

const NOW = Date.UTC(2026, 10, 21);
const HOUR = 60 * 60_000;

/** A session with something in every place. */
const session: SavedSession = {
  form: withoutCard(completeDonorOverseas),
  isTouched: true,
  isReviewed: true,
  card: { cardToken: 'tok_1', maskedCardNumber: '************1111', issuedAt: 1_790_000_000_000 },
  hiddenAddress: { prefecture: '東京都', city: '千代田区', street: '1-2-3' },
  lookups: {
    answer: { postalCode: '1500001', prefecture: '東京都', city: '渋谷区神宮前' },
    filled: { postalCode: '1000001', prefecture: '東京都', city: '千代田区千代田' },
    declined: '1500001',
    missing: null,
  },
  application: { key: 'key_1', keyBase: 'key', answeredKeys: ['key_0'], isCopied: true },
  registration: {
    registerToken: 'reg_1',
    applicationKey: 'key-1',
    completion: donorsCompletion,
    callback: { accessId: 'a', event: 'e', csrfToken: 'c' },
    isDeclined: true,
  },
  processedAccessIds: ['x', 'y'],
  lastTry: {
    status: 'finished',
    at: 1_790_000_000_000,
    amount: 3000,
    paymentMethod: BANK_DEBIT,
    expatriate: true,
  },
  unanswered: [{ call: 'memberRegisterBank', key: 'key-0' }],
  messages: ['<b>残高不足</b>', '別のカードをお試しください'],
};

const read = (json: string | null, now = NOW) => parseSession(json, now);
const write = (saved: SavedSession) => serialiseSession(saved, NOW) ?? '';
/** Reads a session that storage holds with these changes. */
const readWith = (changes: object) => read(JSON.stringify({ savedAt: NOW, ...session, ...changes }));

it('a session comes back as it was, but a lookup that failed is tried again', () => {
  expect(read(write(session))).toEqual(session);
  const lookups = { ...session.lookups, missing: '1500001' };
  expect(read(write({ ...session, lookups }))).toEqual(session);
});

it('a session is saved once anything in it has changed', () => {
  expect(serialiseSession(untouchedSession, NOW)).toBeNull();
  expect(untouchedSession.form).toEqual(emptyForm);
  // Without the expiry in its form no card is kept.
  const { card: _, ...happened } = session;
  for (const [name, value] of Object.entries(happened))
    expect(read(write({ ...untouchedSession, [name]: value })), name).toMatchObject({ [name]: value });
});

it('a session is read for 12 hours, and not after a clock was set back', () => {
  const json = write(session);
  const readAfter = [12 * HOUR, 12 * HOUR + 1, -24 * HOUR].map((later) => read(json, NOW + later));
  expect(readAfter).toEqual([session, null, null]);
});

it('no card number and no security code is saved, even where a form holds them', () => {
  const typed = '4111 1111 1111 1111';
  const json = write({
    ...session,
    form: { ...completeDonor, street: typed, phone: completeDonor.cardNum },
    hiddenAddress: { prefecture: typed, city: typed, street: typed },
  });
  expect(json.replaceAll(/\D/g, '')).not.toContain(completeDonor.cardNum);
  expect(json).not.toMatch(/cardNum|securityCode/);
  // a foreign phone number could pass as a card of 13 digits
  const form = { ...session.form, phone: '4222222222222' };
  expect(read(write({ ...session, form }))?.form.phone).toBe('4222222222222');
});

it('a session is read without invisible characters', () => {
  expect(read(write(session).replaceAll('Fifth', 'Fi\u200bfth'))).toEqual(session);
});

it('nothing is saved or read that is not on the list, at any depth', () => {
  const more = { secret: 'SECRET' };
  const crowded = {
    ...more,
    form: { ...session.form, ...more },
    card: { ...session.card, ...more },
    registration: {
      ...session.registration,
      ...more,
      callback: { ...session.registration?.callback, ...more },
    },
    lastTry: { ...session.lastTry, ...more },
  };
  expect(write({ ...session, ...crowded } as SavedSession)).not.toContain('SECRET');
  expect(readWith(crowded)).toEqual(session);
});

it.each<[string, string | null]>([
  ['nothing', null],
  ['JSON cut off', '{"savedAt":1,'],
  ['null', 'null'],
  ['no time', JSON.stringify(session)],
  ['a time in words', JSON.stringify({ ...session, savedAt: String(NOW) })],
  ['a time behind __proto__', `{"__proto__":{"savedAt":${NOW}}}`],
])('a session is dropped where storage holds %s', (_, json) => {
  expect(read(json)).toBeNull();
});

it('a value of the wrong type, or not on offer, falls back to that of an untouched session', () => {
  const notOffered = formFields.map((name) => [
    name,
    definitions[name].choices ? 'not on offer' : { evil: 1 },
  ]);
  const { answer, filled } = session.lookups;
  const wrong: Partial<Record<keyof SavedSession, unknown>>[] = [
    ...Object.keys(session).flatMap((name) => ['no', 5, {}, []].map((value) => ({ [name]: value }))),
    { form: Object.fromEntries(notOffered) },
    { card: { ...session.card, cardToken: '' } },
    { card: { ...session.card, maskedCardNumber: 4 } },
    { card: { ...session.card, maskedCardNumber: '4111111111111111' } },
    { registration: { ...session.registration, completion: { ...donorsCompletion, mail: 5 } } },
    { application: { key: 5 } },
    { lookups: { answer: { ...answer, postalCode: '1' }, declined: 2 } },
    { lookups: { filled: { ...filled, prefecture: 'Tokyo' } } },
    { lastTry: { ...session.lastTry, paymentMethod: '現金' } },
    { lastTry: { status: 'unanswered' }, unanswered: [{ call: 'lookUp', key: 'key' }] },
    { unanswered: { call: 'memberRegisterBank', key: 'key' } },
  ];
  for (const changes of wrong)
    for (const name of Object.keys(changes) as (keyof SavedSession)[])
      expect(readWith(changes)?.[name], JSON.stringify(changes)).toEqual(untouchedSession[name]);
  expect(read(JSON.stringify({ savedAt: NOW }))).toEqual(untouchedSession);
});

it.each(['expirationMonth', 'expirationYear'])(
  'a card is dropped without its %s, which is not asked for again',
  (name) => {
    expect(readWith({ form: { ...session.form, [name]: '' } })?.card).toBeNull();
  },
);

it('a card that was issued at no real time is dropped', () => {
  const json = write(session).replace('"issuedAt":1790000000000', '"issuedAt":1e999');
  expect(read(json)).toEqual({ ...session, card: null });
});

it('the last 20 access ids and answered keys are kept, and only texts', () => {
  const ids = Array.from({ length: 50 }, (_, index) => String(index));
  const [many, kept] = [[...ids, 7, null], ids.slice(30)];
  const read = readWith({ processedAccessIds: many, application: { answeredKeys: many } });
  expect([read?.processedAccessIds, read?.application.answeredKeys]).toEqual([kept, kept]);
});

it.each<[part: string | null, changes: Partial<SavedSession>]>([
  ['all', {}],
  ['top', { form: completeDonorByBank }],
  ['top', { card: session.card }],
  [null, { form: withoutCard(completeDonorOverseas) }],
  [null, { form: { ...withoutCard(completeDonor), price: 'other' } }],
  [null, { lastTry: { status: 'atBank' } }],
  [null, { lastTry: { status: 'unanswered' }, unanswered: [{ call: 'memberRegisterBank', key: 'key' }] }],
  [null, { lastTry: session.lastTry }],
  [null, { lastTry: { status: 'declined', reason: ['残高不足'] } }],
  [null, { messages: ['残高不足'] }],
])('the prerendered page may show %s of a draft with %o', (asBuilt, changes) => {
  const saved = { ...untouchedSession, form: withoutCard(completeDonor), ...changes };
  expect(JSON.parse(write(saved))).toHaveProperty('asBuilt', asBuilt);
});
