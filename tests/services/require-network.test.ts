import { afterEach, expect, it, vi } from 'vitest';
import { createApi } from '../../src/services/api.ts';
import { createCaptcha } from '../../src/services/captcha.ts';
import { createSessionStore } from '../../src/services/session-storage.ts';
import { offline } from '../../src/signup/messages.ts';

afterEach(() => vi.unstubAllGlobals());

const api = createApi(
  { apiOrigin: 'https://api.example.org', honoursIdempotencyKey: false },
  createSessionStore(() => sessionStorage),
);
const loadScript = vi.fn(() => Promise.reject(new Error('not loaded')));

it.each([
  ['a call', () => api.fetchAccessToken()],
  ['the captcha', createCaptcha({ captchaScript: 'c', captchaSiteKey: 'k' }, loadScript)],
])('%s is not tried while the browser is offline, and that is what is said', async (_, start) => {
  const fetch = vi.fn();
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', fetch);
  await expect(start()).rejects.toMatchObject({ reason: 'notSent', messages: [offline] });
  expect([fetch, loadScript].flatMap(({ mock }) => mock.calls)).toEqual([]);
});
