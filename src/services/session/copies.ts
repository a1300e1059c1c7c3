/** What other tabs with the same application do: one is there, one is gone, or one has signed up with it. `at` in milliseconds since the epoch. */
export type CopyEvent =
  | { type: 'copy.found' }
  | { type: 'copy.closed' }
  | { type: 'copy.finished'; at: number };

const channelOf = (key: string) => new BroadcastChannel(`application ${key}`);

/**
 * Watches for other tabs that have the same application open (decision 24). A duplicated tab copies the session storage, so
 * both tabs can send.
 * @param key the application's key, which copies share
 * @returns a function that stops watching
 */
export function watchForCopies(key: string, tell: (event: CopyEvent) => void): () => void {
  const channel = channelOf(key);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'finished') return tell({ type: 'copy.finished', at: Date.now() });
    if (data === 'closed') {
      tell({ type: 'copy.closed' });
      // Asks whether other copies are open.
      return channel.postMessage('opened');
    }
    if (data === 'opened') channel.postMessage('open already');
    tell({ type: 'copy.found' });
  });
  channel.postMessage('opened');
  const leave = () => channel.postMessage('closed');
  addEventListener('pagehide', leave);
  return () => {
    // No message that this copy closes: if this tab has sent it, the copies must keep warning.
    removeEventListener('pagehide', leave);
    channel.close();
  };
}

/** Tells the other open copies that this tab has signed up with the application. */
export function tellCopies(key: string): void {
  const channel = channelOf(key);
  channel.postMessage('finished');
  channel.close();
}
