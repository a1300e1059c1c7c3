import { asBuilt } from './as-built.ts';
import { toSavedSession } from './parse-session.ts';
import { type SavedSession, untouchedSession } from './saved-session.ts';

const untouched = JSON.stringify(untouchedSession);

/**
 * The session as it is stored, or null for an untouched one. Holds only the fields that `toSavedSession` lists.
 * @param savedAt milliseconds since the epoch
 */
export function serialiseSession(session: SavedSession, savedAt: number): string | null {
  const kept = toSavedSession(session);
  return JSON.stringify(kept) === untouched
    ? null
    : JSON.stringify({ savedAt, asBuilt: asBuilt(kept), ...kept });
}
