import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApi } from '../../src/services/api.ts';
import { createCaptcha } from '../../src/services/captcha.ts';
import { createCardTokeniser } from '../../src/services/card-tokeniser.ts';
import { createScriptLoader } from '../../src/services/load-script.ts';
import { createSessionStore } from '../../src/services/session-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Api = ReturnType<typeof createApi>;
const verification = { accessId: 'a', gmoCsrfToken: 'c', registerToken: 'r' };

it.each<[path: string, milliseconds: number, call: (api: Api) => Promise<unknown>]>([
  ['/app/token.php', 10_000, (api) => api.fetchAccessToken()],
  ['/app/postalCode.php', 10_000, (api) => api.lookUpPostalCode('1000001')],
  ['/app/memberRegisterCard.php', 60_000, (api) => api.registerCard({}, 'key')],
  ['/app/memberRegisterBank.php', 60_000, (api) => api.registerBank({}, 'key')],
  ['/app/memberVerifyCard.php', 60_000, (api) => api.verifyCard(verification)],
])(
  '%s is given up after %i ms, and leaves no trace in caches or referrers',
  async (path, milliseconds, call) => {
    const asked: unknown[] = [];
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', (url: string, { cache, referrerPolicy, signal }: RequestInit) => {
      asked.push({ url, cache, referrerPolicy, limit: limits.get(signal) });
      return Promise.reject(new TypeError('no network here'));
    });
    const limits = new Map<unknown, number>();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
      const { signal } = new AbortController();
      limits.set(signal, limit);
      return signal;
    });
    const api = createApi(
      { apiOrigin: 'https://api.example.org', honoursIdempotencyKey: false },
      { accessToken: () => 'token', saveAccessToken: () => {} },
    );
    await expect(call(api)).rejects.toMatchObject({ reason: 'noAnswer' });
    expect(asked).toEqual([
      {
        url: `https://api.example.org${path}`,
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        limit: milliseconds,
      },
    ]);
  },
);

const never = () => new Promise<never>(() => {});
const card = { read: () => ({ cardNum: '4111111111111111', securityCode: '123' }) };
const gateway = { cardGatewayScript: 's', cardGatewayApiKey: 'a', cardGatewayPublicKey: 'p' };
const expiry = { expirationMonth: '12', expirationYear: '2030' };

it.each<[what: string, milliseconds: number, start: () => Promise<unknown>]>([
  [
    'the captcha',
    20_000,
    () => createCaptcha({ captchaType: 'score', captchaScript: 'c', captchaSiteKey: 'k' }, never)(),
  ],
  ['the check of the card', 30_000, () => createCardTokeniser(gateway, never, card)(expiry)],
  ['a script of another site', 15_000, () => createScriptLoader(['s'])('s')],
])('%s is given up after %i ms, not before', async (_, milliseconds, start) => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { head: { append: () => {} }, createElement: () => ({}) });
  let outcome: unknown = 'waits';
  start().catch(({ reason }: { reason: unknown }) => {
    outcome = reason;
  });
  await vi.advanceTimersByTimeAsync(milliseconds - 1);
  expect(outcome).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toBe('notSent');
});

it('a script that fails is requested once more, then only when it is wanted again, until it is there', async () => {
  const added: { src: string; remove: () => void; onload?: () => void; onerror?: () => void }[] = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    head: { append: (script: (typeof added)[number]) => added.push(script) },
    createElement: () => ({ src: '', remove: () => {} }),
  });
  const load = createScriptLoader(['https://gateway.example.org/token.js']);
  const ask = () => load('https://gateway.example.org/token.js');
  const last = () => added.at(-1);
  const failed = ask().catch(({ reason }) => reason);
  last()?.onerror?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(added.map(({ src }) => src)).toEqual(Array(2).fill('https://gateway.example.org/token.js'));
  last()?.onerror?.();
  expect(await failed).toBe('notSent');
  const [first, second] = [ask(), ask()];
  expect(added).toHaveLength(3);
  last()?.onload?.();
  await Promise.all([first, second, ask()]);
  await expect(load('https://elsewhere.example/x.js')).rejects.toMatchObject({ reason: 'notSent' });
  expect(added).toHaveLength(3);
});

it('the token that the page has asked for is given up after 10 s', async () => {
  vi.stubGlobal('earlyAccessToken', never());
  const session = createSessionStore(() => sessionStorage);
  const api = createApi({ apiOrigin: '', honoursIdempotencyKey: false }, session);
  const failed = api.fetchAccessToken().catch(({ reason }) => reason);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.race([failed, 'waits'])).toBe('noAnswer');
});
