import { CallFailure } from '../signup/call-failure.ts';
import { captchaClosed, captchaUnavailable } from '../signup/messages.ts';
import type { LoadScript } from './load-script.ts';
import { requireNetwork } from './require-network.ts';
import { withTimeout } from './with-timeout.ts';

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

/** The longest wait for the script, and then for a token while no question is shown, in milliseconds. */
const CAPTCHA_TIMEOUT = 20_000;
/** How long after a question has closed its token may still come, in milliseconds. */
const AFTER_QUESTION = 3000;

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
 * Resolves to its token, or rejects with a CallFailure `notSent`, also if the donor closes its question.
 */
export function createCaptcha(settings: CaptchaSettings, loadScript: LoadScript): () => Promise<string> {
  const { captchaType, captchaSiteKey } = settings;
  const execute = {
    invisible: createWidget(captchaSiteKey),
    score: (grecaptcha: Grecaptcha) =>
      withTimeout(CAPTCHA_TIMEOUT, Promise.resolve(grecaptcha.execute(captchaSiteKey, { action: 'signup' }))),
  }[captchaType];
  const load = async () => {
    await loadScript(captchaUrl(settings));
    const { grecaptcha } = window;
    if (!grecaptcha) throw new Error('The captcha script gave no grecaptcha');
    await new Promise<void>((resolve) => grecaptcha.ready(resolve));
    return grecaptcha;
  };
  const solve = async () => {
    const token = await execute(await withTimeout(CAPTCHA_TIMEOUT, load()));
    if (typeof token !== 'string' || token === '') throw new Error('The captcha gave no token');
    return token;
  };
  return async () => {
    requireNetwork();
    return solve().catch((error: unknown) => {
      throw error instanceof CallFailure && error.messages.length > 0
        ? error
        : new CallFailure('notSent', [captchaUnavailable]);
    });
  };
}

/** The type `invisible`: a widget that is drawn once, and may ask the donor a question in a frame over the page. */
function createWidget(sitekey: string) {
  let widget: number | undefined;
  let settle: (token: unknown) => void = () => {};
  return async (grecaptcha: Grecaptcha): Promise<unknown> => {
    widget ??= grecaptcha.render(document.body.appendChild(document.createElement('div')), {
      sitekey,
      size: 'invisible',
      callback: (token: unknown) => settle(token),
      'error-callback': () => settle(null),
    });
    const id = widget;
    const settled = new AbortController();
    try {
      return await new Promise<unknown>((resolve, reject) => {
        settle = resolve;
        onNoTokenToCome(reject, settled.signal);
        void grecaptcha.execute(id);
      });
    } finally {
      settled.abort();
      grecaptcha.reset(id);
    }
  };
}

/**
 * Calls back with an error when nothing has happened for too long, or when the donor has closed the question. The captcha
 * has no event for that, so this watches its frame.
 */
function onNoTokenToCome(callback: (error: Error) => void, until: AbortSignal): void {
  let timer = setTimeout(() => callback(new Error('The captcha did not answer')), CAPTCHA_TIMEOUT);
  let wasAsking = false;
  const observer = new MutationObserver(() => {
    const question = document.querySelector('iframe[src*="/bframe"]');
    const isAsking = question !== null && getComputedStyle(question).visibility === 'visible';
    if (isAsking === wasAsking) return;
    wasAsking = isAsking;
    clearTimeout(timer);
    if (!isAsking)
      timer = setTimeout(() => callback(new CallFailure('notSent', [captchaClosed])), AFTER_QUESTION);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['style'] });
  until.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
}
