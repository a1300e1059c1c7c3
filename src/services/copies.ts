/**
 * Calls `onCopy` when another tab has the same application open (decision 24). A duplicated tab copies the session
 * storage, so both tabs can send.
 * @param key the application's key, which copies share
 * @returns a function that stops watching
 */
export function watchForCopies(key: string, onCopy: () => void): () => void {
  const channel = new BroadcastChannel(`application ${key}`);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'opened') channel.postMessage('open already');
    onCopy();
  });
  channel.postMessage('opened');
  return () => channel.close();
}
