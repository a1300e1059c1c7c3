import {
  contentOf,
  parseSavedSession,
  type SavedSession,
  type StorageProblem,
  withTime,
} from '../signup/saved-session.ts';

/** Present as long as there is something to come back to: the prerendered page looks for it too. */
export const SESSION_KEY = 'signup.v2';
const ACCESS_TOKEN_KEY = 'accessToken';

/** As much as a draft with long texts and two addresses may come to, in letters. */
const ROOM_FOR_DRAFT = 10_000;

/** What the tab's storage holds; null also where the browser's settings forbid it. */
export function stored(key: string, openStorage = () => sessionStorage): string | null {
  try {
    return openStorage().getItem(key);
  } catch {
    return null;
  }
}

export type SessionStore = {
  load(): SavedSession | null;
  /** Why a draft cannot be kept; null where it can. */
  problem(): StorageProblem | null;
  /** Why what was saved last will not be there after the page has been left; null where it will. */
  lossOfLast(): StorageProblem | null;
  save(session: SavedSession): void;
  accessToken(): string | null;
  saveAccessToken(token: string): void;
};

/**
 * Keeps the sign-up in the browser session (specification §3, decision 7).
 * Where storage is full or forbidden it keeps everything in memory: the donor can finish, only a reload forgets.
 */
export function createSessionStore(openStorage: () => Storage): SessionStore {
  const memory = new Map<string, string>();
  // memory first: where a write failed, storage still holds what was there before
  const read = (key: string): string | null => memory.get(key) ?? stored(key, openStorage);
  const write = (key: string, value: string) => {
    memory.set(key, value);
    try {
      openStorage().setItem(key, value);
    } catch {
      // the copy in memory serves this page
    }
  };
  const remove = (key: string) => {
    memory.delete(key);
    try {
      openStorage().removeItem(key);
    } catch {
      // what cannot be reached cannot be read either
    }
  };
  // a draft grows old from the last change, however long its tab stays open
  let content: string | null = null;
  const problem = (): StorageProblem | null => {
    try {
      openStorage().setItem('room', ' '.repeat(ROOM_FOR_DRAFT));
      openStorage().removeItem('room');
      return null;
    } catch (error) {
      return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
    }
  };
  return {
    problem,
    lossOfLast: () =>
      stored(SESSION_KEY, openStorage) === (memory.get(SESSION_KEY) ?? null) ? null : (problem() ?? 'full'),
    load: () => {
      const json = read(SESSION_KEY);
      if (json !== null) memory.set(SESSION_KEY, json);
      const session = parseSavedSession(json, Date.now());
      content = session && contentOf(session);
      return session;
    },
    save: (session) => {
      const next = contentOf(session);
      if (next !== null && next === content) return;
      content = next;
      if (next === null) remove(SESSION_KEY);
      else write(SESSION_KEY, withTime(next, Date.now()));
    },
    accessToken: () => read(ACCESS_TOKEN_KEY),
    saveAccessToken: (token) => write(ACCESS_TOKEN_KEY, token),
  };
}
