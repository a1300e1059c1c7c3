import { CallFailure } from '../signup/call-failure.ts';

const TIMEOUT = 15_000;
const tooLong = () => new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT));

export type LoadScript = (url: string) => Promise<void>;

/**
 * Returns a function that loads a script of another site, each one once. The page's Trusted Types policy allows only
 * `allowedUrls`. After a failure the script can be loaded again.
 *
 * It rejects with a CallFailure `notSent` if the script is blocked, broken or slower than `TIMEOUT`.
 */
export function createScriptLoader(allowedUrls: readonly string[]): LoadScript {
  const rules = {
    createScriptURL(url: string) {
      if (!allowedUrls.includes(url)) throw new TypeError(`Script ${url} is not on the list`);
      return url;
    },
  };
  const policy = window.trustedTypes?.createPolicy('signup', rules) ?? rules;
  const loads = new Map<string, Promise<void>>();

  const addScript = (url: string) =>
    new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.onload = () => resolve();
      script.onerror = () => {
        script.remove();
        reject(new Error('blocked or broken'));
      };
      script.async = true;
      // TypeScript's DOM types do not accept a TrustedScriptURL here
      Object.assign(script, { src: policy.createScriptURL(url) });
      document.head.append(script);
    });

  return (url) => {
    const earlier = loads.get(url);
    if (earlier) return earlier;
    const load = Promise.race([addScript(url), tooLong()]).catch(() => {
      loads.delete(url);
      throw new CallFailure('notSent');
    });
    loads.set(url, load);
    return load;
  };
}

/**
 * Fetches a script without running it, so that {@link LoadScript} need not wait for the network later. Only in Chromium and
 * browsers based on it: Safari cannot prefetch, and in Firefox `default-src` of the page's policy forbids it.
 */
export function prefetchScript(url: string): void {
  if (navigator.vendor !== 'Google Inc.') return;
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.as = 'script';
  link.href = url;
  document.head.append(link);
}
