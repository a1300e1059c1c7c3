import { CallFailure } from '../signup/call-failure.ts';
import { captchaUnavailable } from '../signup/messages.ts';
import type { LoadScript } from './load-script.ts';
import { requireNetwork } from './require-network.ts';

/** What the script defines: `execute` takes a widget of `render`'s, or the site key and an action. */
type Grecaptcha = {
  ready(callback: () => void): void;
  render(place: HTMLElement, widget: object): number;
  execute(widgetOrKey: number | string, options?: { action: string }): PromiseLike<unknown> | undefined;
  reset(widget: number): void;
};

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

/** When the captcha's question opens and closes. */
export type CaptchaEvent = { type: 'captchaQuestion.opened' } | { type: 'captchaQuestion.closed' };

type CaptchaSettings = {
  captchaType: 'invisible' | 'score';
  captchaScript: string;
  captchaSiteKey: string;
};

/** The address of the captcha's script. With `score` it carries the site key. */
export function captchaUrl({ captchaType, captchaScript, captchaSiteKey }: CaptchaSettings): string {
  const render = { invisible: 'explicit', score: captchaSiteKey }[captchaType];
  return `${captchaScript}?render=${encodeURIComponent(render)}`;
}

/**
 * The invisible captcha that runs at submit time (specification §4), of either type (decision 32).
 * Resolves to its token, or rejects with a CallFailure `notSent`.
 */
export function createCaptcha(
  settings: CaptchaSettings,
  loadScript: LoadScript,
): (signal: AbortSignal) => Promise<string> {
  const { captchaType, captchaSiteKey } = settings;
  const execute = {
    invisible: createWidget(captchaSiteKey),
    score: (grecaptcha: Grecaptcha) => grecaptcha.execute(captchaSiteKey, { action: 'signup' }),
  }[captchaType];
  const solve = async (signal: AbortSignal) => {
    await loadScript(captchaUrl(settings));
    const { grecaptcha } = window;
    if (!grecaptcha) throw new Error('The captcha script gave no grecaptcha');
    await new Promise<void>((resolve) => grecaptcha.ready(resolve));
    signal.throwIfAborted();
    const token = await execute(grecaptcha, signal);
    if (typeof token !== 'string' || token === '') throw new Error('The captcha gave no token');
    return token;
  };
  return async (signal) => {
    requireNetwork();
    return solve(signal).catch(() => {
      throw new CallFailure('notSent', [captchaUnavailable]);
    });
  };
}

/** The type `invisible`: a widget that is rendered once, and may ask the donor a question in a frame over the page. */
function createWidget(sitekey: string) {
  let widget: number | undefined;
  let answer: (token: unknown) => void = () => {};
  return (grecaptcha: Grecaptcha, signal: AbortSignal): Promise<unknown> => {
    widget ??= grecaptcha.render(document.body.appendChild(document.createElement('div')), {
      sitekey,
      size: 'invisible',
      callback: (token: unknown) => answer(token),
      'error-callback': () => answer(null),
    });
    const id = widget;
    return new Promise<unknown>((resolve, reject) => {
      answer = resolve;
      signal.addEventListener('abort', reject);
      void grecaptcha.execute(id);
    }).finally(() => grecaptcha.reset(id));
  };
}

/** Reports when the captcha's question opens and closes. The captcha has no event for that, so this watches its frame. */
export function watchCaptchaQuestion(tell: (event: CaptchaEvent) => void): () => void {
  let wasOpen = false;
  const observer = new MutationObserver(() => {
    const question = document.querySelector('iframe[src*="/bframe"]');
    const isOpen = question !== null && getComputedStyle(question).visibility === 'visible';
    if (isOpen !== wasOpen) tell({ type: isOpen ? 'captchaQuestion.opened' : 'captchaQuestion.closed' });
    wasOpen = isOpen;
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['style'] });
  return () => observer.disconnect();
}
