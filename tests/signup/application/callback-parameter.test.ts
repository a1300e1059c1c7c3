import { expect, it } from 'vitest';
import { parseCallbackParameter } from '../../../src/signup/application/callback-parameter.ts';

const good = { accessId: 'a1?>~ÿ', event: '3DSecure完了', csrfToken: 'c1?>~日本' };
const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');
/** Makes `p` as the bank's page does. */
const encode = (parameter: unknown): string => base64(JSON.stringify(parameter));

it.each([
  ['standard base64', encode(good)],
  ['base64 without padding', encode(good).replace(/=+$/, '')],
  ['URL-safe base64', encode(good).replaceAll('+', '-').replaceAll('/', '_')],
  ['base64 with + turned into a blank', encode(good).replaceAll('+', ' ')],
])('the callback’s p is read in %s', (_, p) => {
  expect(parseCallbackParameter(p)).toEqual(good);
});

it('the event may be empty and values may be long, and what else is sent is dropped', () => {
  const sent = { ...good, event: '', csrfToken: 'c'.repeat(4000) };
  expect(parseCallbackParameter(encode({ ...sent, extra: 1 }))).toEqual(sent);
});

const { accessId: _, ...withoutAccessId } = good;
const { event: __, ...withoutEvent } = good;
it.each([
  ['nothing', null],
  ['no base64', '%%%'],
  ['a list of the right texts', encode(Object.values(good))],
  ['no accessId', encode(withoutAccessId)],
  ['no event', encode(withoutEvent)],
  ['an empty accessId', encode({ ...good, accessId: '' })],
  ['an empty csrfToken', encode({ ...good, csrfToken: '' })],
  ['a number as accessId', encode({ ...good, accessId: 1 })],
  ['an object as event', encode({ ...good, event: {} })],
  ['values behind __proto__', base64(`{"__proto__":${JSON.stringify(good)}}`)],
  ['a text that is not UTF-8', base64(Buffer.from(JSON.stringify({ ...good, accessId: 'é' }), 'latin1'))],
  ['JSON cut off', encode(good).slice(0, 40)],
  ['padding in the middle', `${base64('{"a"')}=${base64(':1}')}`],
  ['too long a value', encode({ ...good, accessId: 'a'.repeat(10_000) })],
])('the callback’s p is refused where it holds %s', { tags: ['@§4.12', '@§8.1'] }, (_, p) => {
  expect(parseCallbackParameter(p)).toBeNull();
});
