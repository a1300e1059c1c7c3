import { afterEach, expect, it, vi } from 'vitest';
import { createApi } from '../../src/services/api.ts';
import { createCaptcha } from '../../src/services/captcha.ts';
import { createCardTokeniser } from '../../src/services/card-tokeniser.ts';
import { createSessionStore } from '../../src/services/session-store.ts';
import { offline } from '../../src/signup/messages.ts';

afterEach(() => vi.unstubAllGlobals());

const api = createApi(
  { apiOrigin: 'https://api.example.org', honoursIdempotencyKey: false },
  createSessionStore(() => sessionStorage),
);
const loadScript = vi.fn(() => Promise.reject(new Error('not loaded')));
const getToken = vi.fn();
const tokenise = (load: () => Promise<void>) =>
  createCardTokeniser({ cardGatewayScript: 's', cardGatewayApiKey: 'a', cardGatewayPublicKey: 'p' }, load, {
    read: () => ({ cardNum: '4111111111111111', securityCode: '123' }),
  })({ expirationMonth: '12', expirationYear: '2030' });

it.each([
  ['a call', () => api.fetchAccessToken()],
  [
    'the captcha',
    createCaptcha({ captchaType: 'score', captchaScript: 'c', captchaSiteKey: 'k' }, loadScript),
  ],
  ['the check of a card', () => tokenise(() => Promise.resolve())],
  ['the gateway’s script', () => tokenise(() => Promise.reject(new Error('not loaded')))],
])('%s is not tried while the browser is offline, and that is what is said', async (_, start) => {
  const fetch = vi.fn();
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('window', { Multipayment: { init: () => ({ getToken }) } });
  await expect(start()).rejects.toMatchObject({ reason: 'notSent', messages: [offline] });
  expect([fetch, loadScript, getToken].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
