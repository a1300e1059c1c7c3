import { beforeEach, expect, it, vi } from 'vitest';
import { createCaptcha } from '../../src/services/captcha.ts';
import { captchaUnavailable, offline } from '../../src/signup/messages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

type Widget = { callback: (token: unknown) => void; 'error-callback': () => void };

/** What becomes of a captcha whose script gives this token, or fails, once it is ready. */
function solve(token: unknown, load = async (_: string) => {}, captchaType: 'score' | 'invisible' = 'score') {
  let isReady = false;
  let widget: Widget | undefined;
  const grecaptcha = {
    ready: (callback: () => void) => {
      isReady = true;
      callback();
    },
    execute: async (siteKey: string) => {
      if (widget) return token === null ? widget['error-callback']() : widget.callback(token);
      return isReady && siteKey === 'k' ? token : null;
    },
    render: (_: object, drawn: Widget) => {
      widget = drawn;
      return 0;
    },
    reset: () => {},
  };
  vi.stubGlobal('window', { grecaptcha });
  vi.stubGlobal('document', { createElement: () => ({}), body: { appendChild: () => ({}) } });
  vi.stubGlobal(
    'MutationObserver',
    vi.fn(
      class {
        observe() {}
        disconnect() {}
      },
    ),
  );
  const settings = { captchaType, captchaScript: 'c', captchaSiteKey: 'k' };
  return createCaptcha(settings, load)().catch(({ reason, messages }) => ({ reason, messages }));
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

it('the captcha is given up after 20 s, not before', async () => {
  const outcome = solve('token_1', () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(await Promise.race([outcome, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.race([outcome, 'waits'])).toEqual(unavailable);
});
