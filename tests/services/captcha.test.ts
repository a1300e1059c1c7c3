import { beforeEach, expect, it, vi } from 'vitest';
import { createCaptcha } from '../../src/services/captcha.ts';
import { captchaUnavailable, offline } from '../../src/signup/messages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const reset = vi.fn();
type Widget = { callback: (token: unknown) => void; 'error-callback': () => void };

/** What becomes of a captcha whose script gives this token, or fails, once it is ready. */
function solve(
  token: unknown,
  load = async (_: string) => {},
  captchaType: 'score' | 'invisible' = 'score',
  signal = new AbortController().signal,
) {
  let isReady = false;
  let widget: Widget | undefined;
  const grecaptcha = {
    ready: (callback: () => void) => {
      isReady = true;
      callback();
    },
    execute: async (siteKey: string) => {
      if (token === undefined) return;
      if (widget) return token === null ? widget['error-callback']() : widget.callback(token);
      return isReady && siteKey === 'k' ? token : null;
    },
    render: (_: object, rendered: Widget) => {
      widget = rendered;
      return 0;
    },
    reset,
  };
  vi.stubGlobal('window', { grecaptcha });
  vi.stubGlobal('document', { createElement: () => ({}), body: { appendChild: () => ({}) } });
  const settings = { captchaType, captchaScript: 'c', captchaSiteKey: 'k' };
  return createCaptcha(settings, load)(signal).catch(({ reason, messages }) => ({ reason, messages }));
}
const unavailable = { reason: 'notSent', messages: [captchaUnavailable] };

it.each(['score', 'invisible'] as const)(
  'the captcha “%s” gives a token, or says at once that it has none',
  async (type) => {
    for (const [token, expected] of [
      ['token_1', 'token_1'],
      ['', unavailable],
      [null, unavailable],
    ]) {
      const outcome = solve(token, undefined, type);
      await vi.advanceTimersByTimeAsync(0);
      expect(await Promise.race([outcome, 'waits'])).toEqual(expected);
    }
  },
);

it('the captcha is not loaded while the browser is offline, and that is what is said', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const load = vi.fn();
  expect(await solve('token_1', load)).toEqual({ reason: 'notSent', messages: [offline] });
  expect(load).not.toHaveBeenCalled();
});

it('a captcha that is no longer waited for is ready for the next try', async () => {
  const leaving = new AbortController();
  const outcome = solve(undefined, undefined, 'invisible', leaving.signal);
  await vi.advanceTimersByTimeAsync(0);
  reset.mockClear();
  leaving.abort();
  expect(await outcome).toEqual(unavailable);
  expect(reset).toHaveBeenCalledOnce();
});
