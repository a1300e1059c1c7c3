import { navigate } from 'wouter/use-browser-location';
import { type CallbackParameter, parseCallbackParameter } from '../signup/callback-parameter.ts';
import { asRecord } from '../signup/from-outside.ts';
import { readStorage, writeStorage } from './session-storage.ts';

declare global {
  /** Set if this page was opened at the callback's address. */
  var isOpenedByBank: boolean | undefined;
  /** The `p` that storage has refused. */
  var unstoredCallback: string | undefined;
}

/** Base path /form (specification §2). */
const paths = {
  input: '/form/member',
  confirm: '/form/member/confirm',
  callback: '/form/member/callback',
} as const;

/**
 * The page that replaces a page of the callback. It is the same to the app, but other sites' scripts may run in it, which
 * the callback's headers forbid.
 */
const AFTER_CALLBACK = '/form/member/returned';

/** The three addresses of the app (specification §2). */
export type Route = keyof typeof paths;

/** What the browser does. */
export type BrowserEvent =
  | { type: 'route.requested'; route: Route; at: number }
  | { type: 'page.restored' }
  | { type: 'page.revisited'; at: number }
  | { type: 'connection.restored' };

/** A server may treat doubled slashes as one. */
const currentPath = () => location.pathname.replace(/\/+/g, '/').replace(/\/$/, '');

/** The route of the address bar. Unknown addresses count as the input screen. */
export function currentRoute(): Route {
  const path = currentPath();
  if (path === paths.confirm) return 'confirm';
  if (path === paths.callback || path === AFTER_CALLBACK) return 'callback';
  return 'input';
}

/** The callback's absolute address, on the site's own origin (specification §3). */
export function callbackUrl(siteOrigin: string): string {
  return siteOrigin + paths.callback;
}

/** Ignores a change of the history that the browser refuses, as when there are too many. */
function tryTo(change: () => void): void {
  try {
    change();
  } catch {
    // the sign-up goes on without the change
  }
}

/** The key under which `p` waits in session storage until an app in this tab takes it. */
const CALLBACK_KEY = 'callback';

/**
 * Moves `p` from the callback's address to session storage (decision 11). The history's state would be lost if the page
 * failed to load. Every script in this page can read `p` from the timing entries, so the callback's headers keep other
 * sites' scripts out, and `isOpenedByBank` tells the app.
 */
export function keepCallbackParameter(): void {
  if (currentPath() !== paths.callback) return;
  globalThis.isOpenedByBank = true;
  const p = new URLSearchParams(location.search).get('p');
  if (p === null) return;
  // Storage that is full may still hold the registration.
  if (!writeStorage(CALLBACK_KEY, p)) globalThis.unstoredCallback = p;
  tryTo(() => history.replaceState(history.state, '', paths.callback));
}

/** Takes what {@link keepCallbackParameter} kept, at any address. Null if there is none or it is invalid. */
export function takeCallbackParameter(): CallbackParameter | null {
  const kept = globalThis.unstoredCallback ?? readStorage(CALLBACK_KEY);
  globalThis.unstoredCallback = undefined;
  writeStorage(CALLBACK_KEY, null);
  return parseCallbackParameter(kept);
}

/**
 * Returns a function that writes a route into the address bar, and scrolls to the top when the screen changes
 * (specification §2). On arrival, and when it leaves the callback, it replaces the history entry: "back" must not lead
 * to the callback.
 */
export function createRouteFollower(): (route: Route) => void {
  // Otherwise the browser restores the scroll position of each entry.
  history.scrollRestoration = 'manual';
  let shown: Route | null = null;
  return (route) => {
    const replace = shown === null || currentRoute() === 'callback';
    const isAnother = shown !== null && shown !== route;
    shown = route;
    if (isAnother) window.scrollTo(0, 0);
    if (location.pathname !== paths[route]) {
      const { search } = location;
      navigate(paths[route] + (replace && route === 'input' ? search : ''), { replace });
    }
  };
}

/** Adds a history entry for an overlay, so that "back" closes it. */
export function openOverlay(): void {
  tryTo(() => history.pushState({ isOverlay: true }, ''));
}

/** Removes the overlay's history entry, if "back" has not. */
export function closeOverlay(): void {
  if (asRecord(history.state).isOverlay === true) history.back();
}

/**
 * Sends the browser's events: back and forward, a page shown again from memory, a donor who returns.
 * @returns a function that stops it
 */
export function followBrowser(send: (event: BrowserEvent) => void): () => void {
  const onPopState = () => send({ type: 'route.requested', route: currentRoute(), at: Date.now() });
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    // Only a newly opened page takes a waiting `p`, and a page of the callback shows no other screen.
    if (readStorage(CALLBACK_KEY) === null && !globalThis.isOpenedByBank) send({ type: 'page.restored' });
    else location.reload();
  };
  const onRevisit = () => {
    if (document.visibilityState === 'visible') send({ type: 'page.revisited', at: Date.now() });
  };
  const onOnline = () => {
    onRevisit();
    send({ type: 'connection.restored' });
  };
  window.addEventListener('popstate', onPopState);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onRevisit);
  return () => {
    document.removeEventListener('visibilitychange', onRevisit);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('popstate', onPopState);
    window.removeEventListener('pageshow', onPageShow);
  };
}

/**
 * `open` replaces a page that was opened at the callback's address by one that was not. It does nothing if the donor is already leaving:
 * Firefox then ends the calls under way as if they had failed.
 */
export function createFreshPageOpener() {
  let isLeaving = false;
  return {
    noticeLeaving(): void {
      window.addEventListener('beforeunload', () => {
        isLeaving = true;
      });
    },
    open(): void {
      if (!isLeaving) location.replace(AFTER_CALLBACK);
    },
  };
}

/** Leaves for another site. The chart has checked the address. */
export function leaveFor(url: string): void {
  location.assign(url);
}

/** Posts a hidden form, which takes the browser to the organisation's own page (specification §2, Completion). */
export function postForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
