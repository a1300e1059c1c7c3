import { CallFailure } from '../signup/call-failure.ts';
import { withTimeout } from './with-timeout.ts';

export type LoadScript = (url: string) => Promise<void>;

/**
 * Loads scripts of other sites, each at most once, and only those on the list: the page's Trusted Types policy
 * knows no other. A script that failed may be asked for again.
 *
 * The returned function rejects with a CallFailure `notSent` where the script is blocked, broken or too slow.
 */
export function createScriptLoader(allowedUrls: readonly string[], timeout = 15_000): LoadScript {
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
      // assigned this way since the DOM's own types know no trusted address yet
      Object.assign(script, { src: policy.createScriptURL(url) });
      document.head.append(script);
    });

  return (url) => {
    const earlier = loads.get(url);
    if (earlier) return earlier;
    // Twice: Chromium answers the first element after a failed preload with that old failure, asking nobody.
    const load = withTimeout(
      timeout,
      addScript(url).catch(() => addScript(url)),
    ).catch(() => {
      loads.delete(url);
      throw new CallFailure('notSent');
    });
    loads.set(url, load);
    return load;
  };
}

/**
 * Fetches a script without running it, so that {@link LoadScript} need not wait for the network later. Not in Safari's
 * engine: where a preload has failed it never asks for the script again, in this page or the next.
 */
export function preloadScript(url: string): void {
  if (navigator.vendor.startsWith('Apple')) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  link.fetchPriority = 'low';
  link.href = url;
  document.head.append(link);
}
