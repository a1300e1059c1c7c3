/**
 * Stands inline in the page of the screens that need the donor's data (scripts/write-pages.ts puts it there) and
 * starts the app at once, but not in a page that was opened with the query parameter `p` (decision 11). Taking `p` out
 * of the address bar is not enough: as long as such a page lives, every script in it can read the address that it was
 * opened with from its timing entries. So `p` goes into the tab's storage, and the page is loaded anew without it.
 * Not into the history's state, which a failed load forgets.
 *
 * Must not refer to anything outside itself.
 * @param entry address of the app's module
 * @param nextParts addresses of what the app asks for next
 * @param token address of the API's token: no screen after this page can do anything without one
 * @param callback address of the callback's screen
 * @param callbackKey where session storage keeps `p` from one page to the next
 */
export function startNow(
  entry: string,
  nextParts: string[],
  token: string,
  callback: string,
  callbackKey: string,
): void {
  const p = new URLSearchParams(location.search).get('p');
  if (p !== null && location.pathname.replace(/\/+/g, '/').replace(/\/$/, '') === callback) {
    try {
      sessionStorage.setItem(callbackKey, p);
      history.replaceState(history.state, '', callback);
      location.reload();
      return;
    } catch {
      // The app reads it from the address.
    }
  }
  globalThis.earlyAccessToken = fetch(token, { cache: 'no-store', referrerPolicy: 'no-referrer' })
    .then((answer) => answer.ok && answer.json())
    .catch(() => null);
  // Not as preloading links: a script for which one has failed is never asked for again by Safari, whatever is loaded anew.
  for (const part of nextParts) fetch(part).catch(() => {});
  // Not before the page is there that the app looks for.
  addEventListener('DOMContentLoaded', () =>
    import(/* @vite-ignore */ entry).catch(() => {
      // The page offers to load it again.
    }),
  );
}
