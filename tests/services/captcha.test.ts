import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCaptcha } from '../../src/services/captcha.ts';
import { captchaUnavailable, offline } from '../../src/signup/messages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What becomes of a captcha whose script gives this token once it is ready. */
function solve(token: unknown, load = async (_: string) => {}): Promise<unknown> {
  let isReady = false;
  const grecaptcha = {
    ready: (callback: () => void) => {
      isReady = true;
      callback();
    },
    execute: async (siteKey: string) => (isReady && siteKey === 'k' ? token : null),
  };
  vi.stubGlobal('window', { grecaptcha });
  const settings = { captchaType: 'score', captchaScript: 'c', captchaSiteKey: 'k' } as const;
  return createCaptcha(settings, load)().catch(({ reason, messages }) => ({ reason, messages }));
}
const unavailable = { reason: 'notSent', messages: [captchaUnavailable] };

it('the captcha is asked for a token once it is ready', async () => {
  expect(await solve('token_1')).toBe('token_1');
});

it.each(['', null])('nothing is sent with %j for a token', async (token) => {
  expect(await solve(token)).toEqual(unavailable);
});

it('the captcha is not loaded while the browser is offline, and that is what is said', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const load = vi.fn();
  expect(await solve('token_1', load)).toEqual({ reason: 'notSent', messages: [offline] });
  expect(load).not.toHaveBeenCalled();
});

it('the captcha is given up after 20 s, not before', async () => {
  const outcome = solve('token_1', () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(await Promise.race([outcome, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.race([outcome, 'waits'])).toEqual(unavailable);
});
