import { navigate } from 'wouter/use-browser-location';
import { type CallbackParameter, parseCallbackParameter } from '../signup/callback-parameter.ts';
import { asRecord } from './as-record.ts';
import { stored } from './session-storage.ts';

declare global {
  /** Whether this page was opened with `p`. */
  var isOpenedByBank: boolean | undefined;
}

/** Base path /form (specification §2). */
const paths = {
  input: '/form/member',
  confirm: '/form/member/confirm',
  callback: '/form/member/callback',
} as const;

type Route = keyof typeof paths;

export type BrowserNews =
  | { type: 'route.requested'; route: Route; at: number }
  | { type: 'page.restored' }
  | { type: 'page.revisited'; at: number };

/** The route of the address bar; every unknown address counts as the input screen. */
export function currentRoute(): Route {
  // a server may answer doubled slashes as if they were one
  const path = location.pathname.replace(/\/+/g, '/').replace(/\/$/, '');
  if (path === paths.confirm) return 'confirm';
  if (path === paths.callback) return 'callback';
  return 'input';
}

/** The callback's absolute address, on the site's own origin (specification §3). */
export function callbackUrl(siteOrigin: string): string {
  return siteOrigin + paths.callback;
}

/**
 * Browsers refuse to change the history when they are asked too often, and storage where it is forbidden; what comes next
 * must happen all the same.
 */
function tryTo(change: () => void): void {
  try {
    change();
  } catch {
    // The address bar shows the page before: a reload opens that one.
  }
}

/** Where `p` waits in the tab's storage for the app, in this page or in one that is opened after it. */
const CALLBACK_KEY = 'callback';

/**
 * Takes `p` out of the callback's address into the tab's storage (decision 11); not into the history's state, which a
 * failed load forgets. As long as a page that was opened with `p` lives, every script in it can read `p` from its timing
 * entries: so it is marked as one that runs our own scripts only.
 */
export function keepCallbackParameter(): void {
  const p = new URLSearchParams(location.search).get('p');
  if (p === null || currentRoute() !== 'callback') return;
  globalThis.isOpenedByBank = true;
  // Without storage there is no registration either that it could settle.
  tryTo(() => sessionStorage.setItem(CALLBACK_KEY, p));
  tryTo(() => history.replaceState(history.state, '', paths.callback));
}

/** Takes what {@link keepCallbackParameter} has kept, at whichever address the tab was opened since. */
export function takeCallbackParameter(): CallbackParameter | null {
  const kept = stored(CALLBACK_KEY);
  tryTo(() => sessionStorage.removeItem(CALLBACK_KEY));
  return parseCallbackParameter(kept);
}

/**
 * Makes the address bar follow the chart, and scrolls to the top whenever another screen is shown, by back and
 * forward too (specification §2). Arriving and leaving the callback replace the entry, so that "back" never leads
 * to a dead end.
 */
export function createRouteFollower(): (route: Route) => void {
  // The browser would go back to where each entry was left.
  history.scrollRestoration = 'manual';
  let shown: Route | null = null;
  return (route) => {
    const replace = shown === null || currentRoute() === 'callback';
    const isAnother = shown !== null && shown !== route;
    shown = route;
    if (isAnother) window.scrollTo(0, 0);
    if (location.pathname !== paths[route]) {
      const { search } = location;
      // What the entry keeps for a return stays with it.
      const state: unknown = replace ? history.state : null;
      navigate(paths[route] + (replace && route === 'input' ? search : ''), { replace, state });
    }
  };
}

/** Gives what lies over the screen an entry of its own in the history, so that "back" takes it away. */
export function openOverlay(): void {
  tryTo(() => history.pushState({ isOverlay: true }, ''));
}

/** Closed by hand, it takes its entry along. */
export function closeOverlay(): void {
  if (asRecord(history.state).isOverlay === true) history.back();
}

/** Tells of back, forward, of a page that the browser shows again from its memory, and of a donor who is back. */
export function followBrowser(tell: (news: BrowserNews) => void): () => void {
  const onPopState = () => tell({ type: 'route.requested', route: currentRoute(), at: Date.now() });
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    // Only a page that opens takes what waits, and one that was opened with `p` shows nothing but how that was settled.
    if (stored(CALLBACK_KEY) === null && !globalThis.isOpenedByBank) tell({ type: 'page.restored' });
    else location.reload();
  };
  const onRevisit = () => {
    if (document.visibilityState === 'visible') tell({ type: 'page.revisited', at: Date.now() });
  };
  window.addEventListener('popstate', onPopState);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('online', onRevisit);
  document.addEventListener('visibilitychange', onRevisit);
  return () => {
    document.removeEventListener('visibilitychange', onRevisit);
    window.removeEventListener('online', onRevisit);
    window.removeEventListener('popstate', onPopState);
    window.removeEventListener('pageshow', onPageShow);
  };
}

/**
 * Leaves a page that was opened with `p` for one that was not, also where the address bar could not be cleaned. Not where
 * the donor has begun to go elsewhere meanwhile: Firefox then ends the calls under way, as if they had failed.
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
      if (!isLeaving) location.replace(paths.callback);
    },
  };
}

/** Leaves for another site. The address has been checked by the chart. */
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
