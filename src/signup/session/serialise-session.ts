import { inputFields } from '../fields.ts';
import { emptyForm } from '../form.ts';
import type { EarlyDraft } from './early-draft.ts';
import { checkedSession } from './parse-session.ts';
import { type SavedSession, untouchedSession } from './saved-session.ts';

const untouched = JSON.stringify(untouchedSession);

/**
 * The session as it is stored, or null for an untouched one. Holds only the fields that `checkedSession` lists.
 * @param savedAt milliseconds since the epoch
 */
export function serialiseSession(session: SavedSession, savedAt: number): string | null {
  const kept = checkedSession(session);
  return JSON.stringify(kept) === untouched
    ? null
    : JSON.stringify({ savedAt, asBuilt: asBuilt(kept), ...kept });
}

const builtFields = inputFields(emptyForm, false);

/**
 * Which part of the session's input screen has the same rows as the empty form: all, all above the payment, or none.
 * The prerendered page shows that part of the draft before the app has loaded (src/start/inline/form-page.ts).
 */
function asBuilt({ form, card, lastTry, messages }: SavedSession): EarlyDraft['asBuilt'] | null {
  if (lastTry !== null || messages.length > 0) return null;
  const shown = inputFields(form, card !== null).join();
  if (shown === builtFields.join()) return 'all';
  const top = builtFields.slice(0, builtFields.indexOf('paymentMethod')).join();
  return shown.startsWith(`${top},`) ? 'top' : null;
}
