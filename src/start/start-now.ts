/**
 * Stands inline in the page of the screens that need the donor's data (scripts/write-pages.ts puts it there) and
 * starts the app at once. The query parameter `p` goes out of the address into the tab's storage (decision 11); not into
 * the history's state, which a failed load forgets. As long as a page that was opened with `p` lives, every script in
 * it can read `p` from its timing entries: so it is marked as one that runs our own scripts only.
 *
 * Must not refer to anything outside itself.
 * @param entry address of the app's module
 * @param token address of the API's token: no screen after this page can do anything without one
 * @param callback address of the callback's screen
 * @param callbackKey where session storage keeps `p` from one page to the next
 */
export function startNow(entry: string, token: string, callback: string, callbackKey: string): void {
  const p = new URLSearchParams(location.search).get('p');
  if (p !== null && location.pathname.replace(/\/+/g, '/').replace(/\/$/, '') === callback) {
    globalThis.isOpenedByBank = true;
    try {
      sessionStorage.setItem(callbackKey, p);
      history.replaceState(history.state, '', callback);
    } catch {
      // The app reads it from the address.
    }
  }
  globalThis.earlyAccessToken = fetch(token, { cache: 'no-store', referrerPolicy: 'no-referrer' })
    .then((answer) => answer.ok && answer.json())
    .catch(() => null);
  // Not before the page is there that the app looks for.
  addEventListener('DOMContentLoaded', () =>
    // The page offers to load it again, and must not get a damaged copy out of the browser's cache then.
    import(/* @vite-ignore */ entry).catch(() => fetch(entry, { cache: 'reload' }).catch(() => {})),
  );
}
