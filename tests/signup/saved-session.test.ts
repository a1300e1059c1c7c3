import { describe, expect, it } from 'vitest';
import { BANK_DEBIT, CARD, definitions, emptyForm, formFields } from '../../src/signup/form.ts';
import { parseSession } from '../../src/signup/parse-session.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import { serialiseSession } from '../../src/signup/serialise-session.ts';
import {
  completeDonor,
  completeDonorByBank,
  completeDonorOverseas,
  donorsCompletion,
  withoutCard,
} from '../complete-donor.ts';

const NOW = Date.UTC(2026, 10, 21);
const HOUR = 60 * 60_000;

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
  application: { key: 'key_1', maskedCardNumber: '************1111', isCopied: true },
  registration: {
    registerToken: 'reg_1',
    completion: donorsCompletion,
    isDeclined: true,
  },
  callback: { accessId: 'a', event: 'e', csrfToken: 'c' },
  processedAccessIds: ['x', 'y'],
  unanswered: 'verifyCard',
  isAtBank: false,
  messages: ['<b>受け付けられません</b>'],
  keptMessages: ['残高不足', '別のカードをお試しください'],
  finished: { at: 1_790_000_000_000, amount: 3000, paymentMethod: BANK_DEBIT, expatriate: true },
};

const read = (json: string | null) => parseSession(json, NOW);
const write = (saved: SavedSession) => serialiseSession(saved, NOW) ?? '';
const parse = (value: object) => read(JSON.stringify(value));

describe('a saved session', () => {
  it('comes back as it was', () => {
    expect(read(write(session))).toEqual(session);
    // a lookup that failed is tried again
    const failed = { ...session.lookups, missing: '1500001' };
    expect(read(write({ ...session, lookups: failed }))).toEqual(session);
  });

  it('is not saved while it is untouched; any change is saved', () => {
    expect(serialiseSession(untouchedSession, NOW)).toBeNull();
    expect(untouchedSession.form).toEqual(emptyForm);
    // Without the expiry in its form no card is kept.
    const { card: _, ...happened } = { ...session, isAtBank: true };
    for (const [name, value] of Object.entries(happened))
      expect(read(write({ ...untouchedSession, [name]: value })), name).toMatchObject({ [name]: value });
  });

  it.each([
    ['12 hours later', 12 * HOUR, session],
    ['a moment after that', 12 * HOUR + 1, null],
    ['after 40 days', 40 * 24 * HOUR, null],
    ['by a clock that was set back a day', -24 * HOUR, null],
  ])('read %s, shows the next person at the computer no more than it may', (_, later, expected) => {
    expect(parseSession(write(session), NOW + later)).toEqual(expected);
  });

  it('holds no card number and no security code, even when the form does', () => {
    const typed = '4111 1111 1111 1111';
    const json = write({
      ...session,
      form: { ...completeDonor, street: typed, phone: completeDonor.cardNum },
      hiddenAddress: { prefecture: typed, city: typed, street: typed },
    });
    expect(json.replaceAll(/\D/g, '')).not.toContain(completeDonor.cardNum);
    expect(json).not.toMatch(/cardNum|securityCode/);
  });

  it('is read without invisible characters', () => {
    const json = write(session).replaceAll('Fifth', 'Fi\u200bfth');
    expect(read(json)).toEqual(session);
  });

  it('keeps a foreign phone number that could pass as a card of 13 digits', () => {
    const form = { ...session.form, phone: '4222222222222' };
    expect(read(write({ ...session, form }))?.form.phone).toBe('4222222222222');
  });

  it('holds nothing that is not on the list, at any depth', () => {
    const more = { secret: 'SECRET' };
    const crowded = {
      ...session,
      ...more,
      form: { ...session.form, ...more },
      card: { ...session.card, ...more },
      callback: { ...session.callback, ...more },
    };
    expect(write(crowded as SavedSession)).not.toContain('SECRET');
    expect(parse({ savedAt: NOW, ...crowded })).toEqual(session);
  });

  it.each<[string, string | null]>([
    ['nothing', null],
    ['JSON cut off', '{"savedAt":1,'],
    ['null', 'null'],
    ['no time', JSON.stringify(session)],
    ['a time in words', JSON.stringify({ ...session, savedAt: String(NOW) })],
    ['a time behind __proto__', `{"__proto__":{"savedAt":${NOW}}}`],
  ])('is dropped where storage holds %s', (_, json) => {
    expect(read(json)).toBeNull();
  });

  it('falls back to the empty form where values have the wrong type, or are not on offer', () => {
    const wrong = Object.fromEntries(
      formFields.map((name) => [name, definitions[name].choices ? 'not on offer' : { evil: true }]),
    );
    expect(
      parse({
        savedAt: NOW,
        form: wrong,
        isReviewed: 'yes',
        card: [],
        registration: { registerToken: 'reg_1', completion: { ...donorsCompletion, mail: 5 } },
        application: { key: 5 },
        hiddenAddress: 'x',
        lookups: {
          answer: { postalCode: '1', prefecture: '東京都', city: 'x' },
          filled: { postalCode: '1000001', prefecture: 'Tokyo', city: 'x' },
          declined: 2,
        },
        finished: { at: 1, amount: 3000, paymentMethod: '現金' },
        callback: 'x',
        processedAccessIds: {},
        unanswered: 'everything',
        isAtBank: 'yes',
        messages: 5,
        keptMessages: 'no',
      }),
    ).toEqual(untouchedSession);
    expect(parse({ savedAt: NOW })).toEqual(untouchedSession);
  });

  it.each([
    ['without a token', { cardToken: '' }, {}],
    ['without a masked number', { maskedCardNumber: 4 }, {}],
    ['with a date in words', { issuedAt: '1790000000000' }, {}],
    ['without the month of its expiry, which is not asked for again', {}, { expirationMonth: '' }],
    ['without the year', {}, { expirationYear: '' }],
  ])('drops a card %s', (_, card, form) => {
    const changed = { card: { ...session.card, ...card }, form: { ...session.form, ...form } };
    expect(parse({ savedAt: NOW, ...session, ...changed })?.card).toBeNull();
  });

  it('drops a card issued at no real time', () => {
    const json = write(session).replace('"issuedAt":1790000000000', '"issuedAt":1e999');
    expect(read(json)).toEqual({ ...session, card: null });
  });

  it('keeps the last 20 access ids, and only texts', () => {
    const ids = Array.from({ length: 50 }, (_, index) => String(index));
    expect(
      parse({ savedAt: NOW, ...session, processedAccessIds: [...ids, 7, null] })?.processedAccessIds,
    ).toEqual(ids.slice(30));
  });

  it('cannot pollute a prototype', () => {
    const json =
      '{"savedAt":1,"__proto__":{"polluted":1},"form":{"__proto__":{"lastName":"x","polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    expect(parseSession(json, 1)).toEqual(untouchedSession);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

it.each<[string | null, Partial<SavedSession>]>([
  ['all', {}],
  ['top', { form: completeDonorByBank }],
  ['top', { card: session.card }],
  [null, { form: withoutCard(completeDonorOverseas) }],
  [null, { form: { ...withoutCard(completeDonor), price: 'other' } }],
  [null, { isAtBank: true }],
  [null, { unanswered: 'registerBank' }],
  [null, { messages: ['残高不足'] }],
  [null, { keptMessages: ['残高不足'] }],
  [null, { finished: { at: NOW, amount: 3000, paymentMethod: CARD, expatriate: false } }],
])('tells the prerendered page that it may show %s of a draft with %o', (expected, changes) => {
  const form = withoutCard(completeDonor);
  expect(JSON.parse(write({ ...untouchedSession, form, ...changes }))).toHaveProperty('asBuilt', expected);
});
