import { CallFailure } from '../signup/call-failure.ts';
import { captchaUnavailable } from '../signup/messages.ts';
import type { LoadScript } from './load-script.ts';
import { requireNetwork } from './require-network.ts';
import { withTimeout } from './with-timeout.ts';

type Grecaptcha = {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
};

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

const CAPTCHA_TIMEOUT = 20_000;

type CaptchaSettings = { captchaScript: string; captchaSiteKey: string };

/** The address of the captcha's script, which carries the site key. */
export function captchaUrl(settings: CaptchaSettings): string {
  return `${settings.captchaScript}?render=${encodeURIComponent(settings.captchaSiteKey)}`;
}

/**
 * The invisible captcha that runs at submit time (specification §4).
 * Resolves to its token, or rejects with a CallFailure `notSent`.
 */
export function createCaptcha(settings: CaptchaSettings, loadScript: LoadScript): () => Promise<string> {
  const solve = async () => {
    await loadScript(captchaUrl(settings));
    const { grecaptcha } = window;
    if (!grecaptcha) throw new Error('The captcha script gave no grecaptcha');
    await new Promise<void>((resolve) => grecaptcha.ready(resolve));
    const token: unknown = await grecaptcha.execute(settings.captchaSiteKey, { action: 'signup' });
    if (typeof token !== 'string' || token === '') throw new Error('The captcha gave no token');
    return token;
  };
  return async () => {
    requireNetwork();
    return withTimeout(CAPTCHA_TIMEOUT, solve()).catch(() => {
      throw new CallFailure('notSent', [captchaUnavailable]);
    });
  };
}
