import { describe, expect, it } from 'vitest';
import { isAllowedRedirect } from '../../src/signup/redirect-url.ts';

const allowed = [
  'https://pay.example.com',
  'https://pay.example.com:8443',
  'http://localhost:4175',
  'http://127.0.0.1:4175',
];

describe('a donor is sent to', () => {
  it.each([
    'https://pay.example.com',
    'https://pay.example.com/',
    'https://pay.example.com/3ds?x=1&y=%20#z',
    'https://pay.example.com:443/3ds',
    'https://PAY.example.com/3ds',
    'https://pay.example.com:8443/3ds?return=a@b',
    'http://localhost:4175/3ds',
    'http://127.0.0.1:4175/3ds',
  ])('%s', (url) => {
    expect(isAllowedRedirect(url, allowed)).toBe(true);
  });
});

describe('a donor is never sent to', () => {
  it.each([
    '',
    '/3ds',
    '//pay.example.com/3ds',
    'pay.example.com/3ds',
    'https:pay.example.com',
    'https:\\\\pay.example.com',
    'https://pay.example.com\\@evil.example',
    'https://pay.example.com/\\evil.example',
    'https://pay.example.com@evil.example/',
    'https://evil.example@pay.example.com/',
    'https://user:pass@pay.example.com/',
    'https://pay.example.com.evil.example/',
    'https://xpay.example.com/',
    'https://pay.example.com./',
    'https://pay.example.com:444/',
    'https://раy.example.com/',
    'https://pay。example.com/',
    'http://pay.example.com/',
    'http://localhost:4176/',
    'https://localhost:4175/',
    'javascript:alert(1)',
    'javascript://pay.example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://pay.example.com/0',
    ' https://pay.example.com/',
    'https://pay.example.com/\n',
    'https://pay.exa\tmple.com/',
    'https://pay.example.com/\u0000',
    'https://[::1',
    'https://pay.example.com:99999/',
    'https://%70ay.example.com%2f@evil.example',
  ])('%j', (url) => {
    expect(isAllowedRedirect(url, allowed)).toBe(false);
  });

  it('http where the settings allow it by mistake', () => {
    expect(isAllowedRedirect('http://pay.example.com/', ['http://pay.example.com'])).toBe(false);
  });

  it('anything at all when nothing is allowed', () => {
    expect(isAllowedRedirect('https://pay.example.com/', [])).toBe(false);
    expect(isAllowedRedirect('data:,', ['null'])).toBe(false);
  });
});
