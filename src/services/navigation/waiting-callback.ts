import {
  type CallbackParameter,
  parseCallbackParameter,
} from '../../signup/application/callback-parameter.ts';
import { paths } from '../../signup/paths.ts';
import { readStorage, writeStorage } from '../session/session-storage.ts';
import { changeHistory } from './change-history.ts';
import { currentPath } from './routes.ts';

declare global {
  /** Set if this page was opened at the callback's address. */
  var isOpenedByBank: boolean | undefined;
  /** The `p` that storage has refused. */
  var unstoredCallback: string | undefined;
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
  changeHistory(() => history.replaceState(history.state, '', paths.callback));
}

/** Takes what {@link keepCallbackParameter} kept, at any address. Null if there is none or it is invalid. */
export function takeCallbackParameter(): CallbackParameter | null {
  const kept = globalThis.unstoredCallback ?? readStorage(CALLBACK_KEY);
  globalThis.unstoredCallback = undefined;
  writeStorage(CALLBACK_KEY, null);
  return parseCallbackParameter(kept);
}

/** Whether `p` waits for a newly opened page. */
export const isCallbackWaiting = (): boolean => readStorage(CALLBACK_KEY) !== null;
