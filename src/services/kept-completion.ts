import { type CompletionFields, toCompletionFields } from '../signup/completion-fields.ts';
import { asRecord } from '../signup/from-outside.ts';

const STORAGE_KEY = 'signup.completion';

/**
 * Keeps the completion page's data, for a donor who comes back to this entry of the tab's history. Storage holds it
 * encrypted, and the history's state holds the key: scripts of the organisation's other pages can read the storage, and
 * analytics can read the state. If storage is forbidden, nothing is kept.
 */
export function keepCompletion(fields: CompletionFields): void {
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  const pad = crypto.getRandomValues(new Uint8Array(bytes.length));
  try {
    sessionStorage.setItem(STORAGE_KEY, toBase64(xor(bytes, pad)));
    history.replaceState({ completion: toBase64(pad) }, '');
  } catch {
    // the completion page still opens, but not a second time
  }
}

/** What {@link keepCompletion} kept for this entry, or null. Never throws. */
export function readCompletion(): CompletionFields | null {
  try {
    const { completion } = asRecord(history.state);
    const pad = fromBase64(String(completion));
    const bytes = xor(fromBase64(sessionStorage.getItem(STORAGE_KEY) ?? ''), pad);
    return toCompletionFields(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

export function forgetCompletion(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
    history.replaceState(null, '');
  } catch {
    // storage that cannot be written cannot be read either
  }
}

const xor = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(one, (byte, index) => byte ^ (other[index] ?? 0));

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
