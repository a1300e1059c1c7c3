import { afterEach, expect, it, vi } from 'vitest';
import { createCaptcha } from '../../src/services/captcha.ts';
import { captchaUnavailable } from '../../src/signup/messages.ts';

afterEach(() => vi.unstubAllGlobals());

/** Solves a captcha whose script gives this token once it is ready. */
function solve(token: unknown): Promise<string> {
  let isReady = false;
  const grecaptcha = {
    ready: (callback: () => void) => {
      isReady = true;
      callback();
    },
    execute: (siteKey: string) =>
      isReady && siteKey === 'k' ? Promise.resolve(token) : Promise.reject(new Error('not ready')),
  };
  vi.stubGlobal('window', { grecaptcha });
  return createCaptcha({ captchaType: 'score', captchaScript: 'c', captchaSiteKey: 'k' }, () =>
    Promise.resolve(),
  )();
}

it('the captcha is asked for a token once it is ready', async () => {
  expect(await solve('token_1')).toBe('token_1');
});

it.each(['', null])('nothing is sent with %j for a token', async (token) => {
  await expect(solve(token)).rejects.toMatchObject({ reason: 'notSent', messages: [captchaUnavailable] });
});
