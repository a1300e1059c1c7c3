import type { EarlyDraft } from './early-draft.ts';
import { inputFields } from './fields.ts';
import { emptyForm } from './form.ts';
import type { SavedSession } from './saved-session.ts';

const builtFields = inputFields(emptyForm, false);

/**
 * Which part of the session's input screen has the same rows as the empty form: all, all above the payment, or none.
 * The prerendered page shows that part of the draft before the app has loaded (src/start/inline/form-page.ts).
 */
export function asBuilt({
  form,
  card,
  isAtBank,
  unanswered,
  messages,
  keptMessages,
  finished,
}: SavedSession): EarlyDraft['asBuilt'] | null {
  if (isAtBank || unanswered !== null || finished !== null) return null;
  if (messages.length > 0 || keptMessages.length > 0) return null;
  const shown = inputFields(form, card !== null).join();
  if (shown === builtFields.join()) return 'all';
  const top = builtFields.slice(0, builtFields.indexOf('paymentMethod')).join();
  return shown.startsWith(`${top},`) ? 'top' : null;
}
