import {
  type CallbackParameter,
  parseCallbackParameter,
} from '../../signup/application/callback-parameter.ts';
import { paths } from '../../signup/paths.ts';
import { asRecord, textOf } from '../../signup/type-guards.ts';
import { readStorage, writeStorage } from '../session/session-storage.ts';
import { changeHistory } from './change-history.ts';
import { isCallbackAddress } from './routes.ts';

/** The key under which `p` waits in session storage until an app in this tab takes it. */
const CALLBACK_KEY = 'callback';

/**
 * Moves `p` from the callback's address to session storage (decision 11), or to the history's state if storage is full: it
 * may still hold the registration. Every script in this page can read `p` from the timing entries, so the callback's headers
 * keep other sites' scripts out.
 */
export function keepCallbackParameter(): void {
  const p = isCallbackAddress() ? new URLSearchParams(location.search).get('p') : null;
  if (p === null) return;
  const state: unknown = writeStorage(CALLBACK_KEY, p) ? history.state : { [CALLBACK_KEY]: p };
  changeHistory(() => history.replaceState(state, '', paths.callback));
}

/** Takes `p` from where {@link keepCallbackParameter} keeps it, at any address. Null if there is none or it is invalid. */
export function takeCallbackParameter(): CallbackParameter | null {
  // In a built page the inline script has done this; the development server's page has none.
  keepCallbackParameter();
  const unstored = textOf(asRecord(history.state)[CALLBACK_KEY]);
  if (unstored) changeHistory(() => history.replaceState(null, ''));
  const kept = unstored || readStorage(CALLBACK_KEY);
  writeStorage(CALLBACK_KEY, null);
  return parseCallbackParameter(kept);
}

/** Whether `p` waits for a newly opened page. */
export const isCallbackWaiting = (): boolean => readStorage(CALLBACK_KEY) !== null;
