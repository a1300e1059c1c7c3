import { expect, it } from 'vitest';
import { isAllowedRedirect } from '../../../src/signup/application/redirect-url.ts';

const local = ['http://localhost:4175', 'http://127.0.0.1:4175'];
const allowed = ['https://pay.example.com', 'https://pay.example.com:8443', ...local];

it.each([
  'https://pay.example.com/3ds?x=1&y=%20#z',
  'https://pay.example.com:443/3ds',
  'https://PAY.example.com/3ds',
  'https://pay.example.com:8443/3ds?return=a@b',
  'http://localhost:4175/3ds',
  'http://127.0.0.1:4175/3ds',
])('a donor is sent to %s', (url) => {
  expect(isAllowedRedirect(url, allowed)).toBe(true);
});

it.each([
  '',
  '//pay.example.com/3ds',
  'https:pay.example.com',
  'https://pay.example.com\\@evil.example',
  'https://pay.example.com/\\evil.example',
  'https://pay.example.com@evil.example/',
  'https://user:pass@pay.example.com/',
  'https://pay.example.com.evil.example/',
  'https://xpay.example.com/',
  'https://pay.example.com./',
  'https://pay.example.com:444/',
  'https://раy.example.com/',
  'https://pay。example.com/',
  'http://pay.example.com/',
  'http://localhost:4176/',
  'javascript://pay.example.com/%0aalert(1)',
  ' https://pay.example.com/',
  'https://pay.exa\tmple.com/',
  'https://pay.example.com/\u0000',
  'https://[::1',
])('a donor is never sent to %j', (url) => {
  expect(isAllowedRedirect(url, allowed)).toBe(false);
});

it('a donor is not sent to http or nowhere, even where the settings allow it by mistake', () => {
  expect(isAllowedRedirect('http://pay.example.com/', ['http://pay.example.com'])).toBe(false);
  expect(isAllowedRedirect('data:,', ['null'])).toBe(false);
});
