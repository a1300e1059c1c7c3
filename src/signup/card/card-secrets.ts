import type { CardEntry } from '../form.ts';

const nothing: CardEntry = { cardNum: '', securityCode: '' };

/**
 * The owner of the card's two secrets (decision 5): the input screen writes them, the tokeniser reads them, and the chart
 * clears them when the donor leaves that screen or empties it. Nothing else keeps them.
 */
export function createCardSecrets() {
  let entry = nothing;
  const listeners = new Set<() => void>();
  const set = (next: CardEntry) => {
    entry = next;
    for (const listener of listeners) listener();
  };
  return {
    read: (): CardEntry => entry,
    write: (name: keyof CardEntry, value: string) => set({ ...entry, [name]: value }),
    clear: () => set(nothing),
    /** Calls the listener after each change. Returns a function that ends it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type CardSecrets = ReturnType<typeof createCardSecrets>;
