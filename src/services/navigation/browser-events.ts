import { currentRoute, type Route } from './routes.ts';
import { isCallbackWaiting } from './waiting-callback.ts';

/** Events of the browser. */
export type BrowserEvent =
  | { type: 'route.requested'; route: Route; at: number }
  | { type: 'page.restored' }
  | { type: 'page.revisited'; at: number }
  | { type: 'connection.restored' };

/**
 * Sends the browser's events: back and forward, a page shown again from memory, a donor who returns.
 * @param isReplaced whether a page that is shown again has to open anew
 * @returns a function that stops it
 */
export function followBrowser(send: (event: BrowserEvent) => void, isReplaced: () => boolean): () => void {
  const onPopState = () => send({ type: 'route.requested', route: currentRoute(), at: Date.now() });
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    // Only a newly opened page takes a waiting `p`.
    if (isCallbackWaiting() || isReplaced()) location.reload();
    else send({ type: 'page.restored' });
  };
  const onRevisit = () => {
    if (document.visibilityState === 'visible') send({ type: 'page.revisited', at: Date.now() });
  };
  const onOnline = () => {
    onRevisit();
    send({ type: 'connection.restored' });
  };
  const followed = new AbortController();
  const { signal } = followed;
  window.addEventListener('popstate', onPopState, { signal });
  window.addEventListener('pageshow', onPageShow, { signal });
  window.addEventListener('online', onOnline, { signal });
  document.addEventListener('visibilitychange', onRevisit, { signal });
  return () => followed.abort();
}
