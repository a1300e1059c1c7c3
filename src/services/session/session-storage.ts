/** The key of the saved session. The prerendered page looks for it too. */
export const SESSION_KEY = 'signup.v4';
/** The key of what was typed into a page before its app had loaded. */
export const TYPED_KEY = `${SESSION_KEY}.typed`;

/** Reads session storage. Null for an unknown key, and if the browser's settings forbid storage. */
export function readStorage(key: string, openStorage = () => sessionStorage): string | null {
  try {
    return openStorage().getItem(key);
  } catch {
    return null;
  }
}

/** Sets a key, or removes it with null. False if storage is full or the browser's settings forbid it. */
export function writeStorage(key: string, value: string | null, openStorage = () => sessionStorage): boolean {
  try {
    if (value === null) openStorage().removeItem(key);
    else openStorage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
