import { parseSession } from '../../signup/session/parse-session.ts';
import {
  type SavedSession,
  type StorageProblem,
  untouchedSession,
} from '../../signup/session/saved-session.ts';
import { serialiseSession } from '../../signup/session/serialise-session.ts';
import { readStorage, SESSION_KEY, writeStorage } from './session-storage.ts';

const ACCESS_TOKEN_KEY = 'accessToken';

/** The length of a draft with long texts and two addresses, in characters. */
const ROOM_FOR_DRAFT = 10_000;

/** The chart assigns new values only to fields that change, so a save compares them by identity. */
const savedFields = Object.keys(untouchedSession) as (keyof SavedSession)[];

export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * Keeps the sign-up in session storage (specification §3, decision 7). If storage is full or forbidden, it keeps it in
 * memory: the donor can finish, but a reload loses everything.
 */
export function createSessionStore(openStorage: () => Storage) {
  const memory = new Map<string, string>();
  // memory first: after a failed write, storage holds an older value
  const read = (key: string): string | null => memory.get(key) ?? readStorage(key, openStorage);
  const write = (key: string, value: string | null) => {
    // If storage refuses it, the copy in memory serves this page.
    if (value === null) memory.delete(key);
    else memory.set(key, value);
    return writeStorage(key, value, openStorage);
  };
  let last: SavedSession | null = null;
  let known: StorageProblem | null = null;
  let tell: (problem: StorageProblem | null) => void = () => {};
  const tryStorage = (): StorageProblem | null => {
    try {
      const session = memory.get(SESSION_KEY);
      // Only after a refusal: otherwise storage may hold a newer session of another page.
      if (known !== null && session !== undefined) openStorage().setItem(SESSION_KEY, session);
      openStorage().setItem('room', ' '.repeat(ROOM_FOR_DRAFT));
      openStorage().removeItem('room');
      return null;
    } catch (error) {
      return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
    }
  };
  /** Why a reload loses the sign-up, or null. Tries storage, and stores what it has refused before. */
  const problem = (): StorageProblem | null => {
    const found = tryStorage();
    if (found !== known) {
      known = found;
      tell(found);
    }
    return found;
  };
  return {
    problem,
    /**
     * Calls the listener when `problem` or a save finds that this has changed. There is one listener.
     * @returns a function that stops it
     */
    watch: (listener: typeof tell) => {
      tell = listener;
      return () => {
        tell = () => {};
      };
    },
    load: (): SavedSession | null => {
      const json = read(SESSION_KEY);
      if (json !== null) memory.set(SESSION_KEY, json);
      last = parseSession(json, Date.now());
      return last;
    },
    save: (session: SavedSession) => {
      // Without a change nothing is written, so that a draft's age counts from its last change.
      if (savedFields.every((name) => session[name] === last?.[name])) return;
      last = session;
      const wasKept = known === null;
      const isKept = write(SESSION_KEY, serialiseSession(session, Date.now()));
      if (isKept !== wasKept) problem();
    },
    /** Another page in this tab has saved since, for example while this one was in the back/forward cache. */
    isOutdated: () =>
      known === null && readStorage(SESSION_KEY, openStorage) !== (memory.get(SESSION_KEY) ?? null),
    accessToken: () => read(ACCESS_TOKEN_KEY),
    saveAccessToken: (token: string): void => void write(ACCESS_TOKEN_KEY, token),
  };
}
