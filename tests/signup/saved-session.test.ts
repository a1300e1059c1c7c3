import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyForm } from '../../src/signup/form.ts';
import {
  parseSavedSession,
  type SavedSession,
  serialiseSavedSession,
} from '../../src/signup/saved-session.ts';
import { home, overseas, withoutCard } from './sample-form.ts';

const session: SavedSession = {
  form: withoutCard(overseas),
  formIsValid: true,
  card: { cardToken: 'tok_1', maskedCardNumber: '************1111', issuedAt: 1_790_000_000_000 },
  registerToken: 'reg_1',
  callback: { accessId: 'a', event: 'e', csrfToken: 'c' },
  processedAccessIds: ['x', 'y'],
  unfinished: 'verifyCard',
};

const empty: SavedSession = {
  form: emptyForm,
  formIsValid: false,
  card: null,
  registerToken: null,
  callback: null,
  processedAccessIds: [],
  unfinished: null,
};

const parse = (value: unknown): SavedSession | null => parseSavedSession(JSON.stringify(value));

describe('a saved session', () => {
  it.each([
    ['in full', session],
    ['with nothing in it', empty],
  ])('%s comes back as it was', (_, saved) => {
    expect(parseSavedSession(serialiseSavedSession(saved))).toEqual(saved);
  });

  it('holds no card number and no security code, even when the form does', () => {
    const json = serialiseSavedSession({
      ...session,
      form: { ...home, street: '4111 1111 1111 1111', phone: home.cardNum },
    });
    expect(json.replaceAll(/\D/g, '')).not.toContain(home.cardNum);
    expect(json).not.toMatch(/cardNum|securityCode/);
  });

  it('keeps a foreign phone number that could pass as a card of 13 digits', () => {
    const form = { ...session.form, phone: '4222222222222' };
    expect(parseSavedSession(serialiseSavedSession({ ...session, form }))?.form.phone).toBe('4222222222222');
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
    expect(serialiseSavedSession(crowded as SavedSession)).not.toContain('SECRET');
    expect(parse({ version: 1, ...crowded })).toEqual(session);
  });

  it.each<[string, string | null]>([
    ['nothing', null],
    ['an empty text', ''],
    ['JSON cut off', '{"version":1,'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '1'],
    ['no version', JSON.stringify(session)],
    ['another version', JSON.stringify({ ...session, version: 2 })],
    ['a version in words', JSON.stringify({ ...session, version: '1' })],
    ['a version behind __proto__', '{"__proto__":{"version":1}}'],
  ])('is dropped where storage holds %s', (_, json) => {
    expect(parseSavedSession(json)).toBeNull();
  });

  it('falls back to the empty form where values have the wrong type', () => {
    const wrong = Object.fromEntries(Object.keys(emptyForm).map((name) => [name, { evil: true }]));
    expect(
      parse({
        version: 1,
        form: wrong,
        formIsValid: 'yes',
        card: [],
        registerToken: 5,
        callback: 'x',
        processedAccessIds: {},
        unfinished: 'everything',
      }),
    ).toEqual(empty);
    expect(parse({ version: 1 })).toEqual(empty);
  });

  it.each([
    ['without a token', { cardToken: '' }],
    ['without a masked number', { maskedCardNumber: 4 }],
    ['without a date', { issuedAt: null }],
    ['with a date in words', { issuedAt: '1790000000000' }],
  ])('drops a card %s', (_, change) => {
    expect(parse({ version: 1, ...session, card: { ...session.card, ...change } })?.card).toBeNull();
  });

  it('drops a card issued at no real time', () => {
    const json = serialiseSavedSession(session).replace('1790000000000', '1e999');
    expect(parseSavedSession(json)).toEqual({ ...session, card: null });
  });

  it('drops a card whose expiry is gone: a kept card is not asked for again', () => {
    expect(parse({ version: 1, ...session, form: { ...session.form, expirationYear: '' } })?.card).toBeNull();
  });

  it('keeps the last 20 access ids, and only texts', () => {
    const ids = Array.from({ length: 50 }, (_, index) => String(index));
    expect(
      parse({ version: 1, ...session, processedAccessIds: [...ids, 7, null] })?.processedAccessIds,
    ).toEqual(ids.slice(30));
  });

  it('cannot pollute a prototype', () => {
    const json =
      '{"version":1,"__proto__":{"polluted":1},"form":{"__proto__":{"lastName":"x","polluted":1},"constructor":{"prototype":{"polluted":1}}}}';
    expect(parseSavedSession(json)).toEqual(empty);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('never throws, and what it reads is stable: any JSON, any text', () => {
    const shaped = fc.record({
      version: fc.constant(1),
      form: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom(...Object.keys(emptyForm)), fc.jsonValue()),
      ),
      card: fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom('cardToken', 'maskedCardNumber', 'issuedAt'), fc.jsonValue()),
      ),
      processedAccessIds: fc.jsonValue(),
      unfinished: fc.jsonValue(),
      callback: fc.jsonValue(),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          shaped.map((value) => JSON.stringify(value)),
        ),
        (json) => {
          const read = parseSavedSession(json);
          if (read !== null) expect(parseSavedSession(serialiseSavedSession(read))).toEqual(read);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
