import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCallbackParameter } from '../../src/signup/callback-parameter.ts';
import { encodeCallbackParameter } from './sample-form.ts';

const good = { accessId: 'a1?>~ÿ', event: '3DSecure完了', csrfToken: 'c1?>~日本' };
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

describe('the callback parameter', () => {
  it.each([
    ['standard base64', encodeCallbackParameter(good)],
    ['without padding', encodeCallbackParameter(good).replace(/=+$/, '')],
    ['URL-safe', encodeCallbackParameter(good).replaceAll('+', '-').replaceAll('/', '_')],
    ['with + turned into a blank', encodeCallbackParameter(good).replaceAll('+', ' ')],
  ])('is read in %s', (_, p) => {
    expect(parseCallbackParameter(p)).toEqual(good);
  });

  it('has an event that may be empty and values that may be long, and drops what else is sent', () => {
    const sent = { ...good, event: '', csrfToken: 'c'.repeat(4000) };
    expect(parseCallbackParameter(encodeCallbackParameter({ ...sent, extra: 1 }))).toEqual(sent);
  });

  it.each([
    ['nothing', null],
    ['no base64', '%%%'],
    ['null', base64('null')],
    ['a list of the right texts', base64('["a","b","c"]')],
    ['no accessId', encodeCallbackParameter({ event: 'e', csrfToken: 'c' })],
    ['no event', encodeCallbackParameter({ accessId: 'a', csrfToken: 'c' })],
    ['no csrfToken', encodeCallbackParameter({ accessId: 'a', event: 'e' })],
    ['an empty accessId', encodeCallbackParameter({ ...good, accessId: '' })],
    ['an empty csrfToken', encodeCallbackParameter({ ...good, csrfToken: '' })],
    ['a number as accessId', encodeCallbackParameter({ ...good, accessId: 1 })],
    ['an object as event', encodeCallbackParameter({ ...good, event: {} })],
    ['values behind __proto__', base64('{"__proto__":{"accessId":"a","event":"e","csrfToken":"c"}}')],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('base64')],
    [
      'a text with bytes that are not UTF-8',
      Buffer.from(JSON.stringify({ accessId: 'é', event: 'e', csrfToken: 'c' }), 'latin1').toString('base64'),
    ],
    ['JSON cut off', encodeCallbackParameter(good).slice(0, 40)],
    ['padding in the middle', `${base64('{"a"')}=${base64(':1}')}`],
    ['too long a value', encodeCallbackParameter({ ...good, accessId: 'a'.repeat(10_000) })],
  ])('is refused where it holds %s', { tags: ['@§4.12', '@§8.1'] }, (_, p) => {
    expect(parseCallbackParameter(p)).toBeNull();
  });

  it('comes back as it was sent, whatever the texts are', () => {
    const filled = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(
        fc.record({ accessId: filled, event: fc.string(), csrfToken: filled }, { noNullPrototype: true }),
        (sent) => {
          expect(parseCallbackParameter(encodeCallbackParameter(sent))).toEqual(sent);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
