/**
 * Looks for copies of an application: a tab that is duplicated takes session storage along, and both can send.
 * Only tabs that have it open at the same time can be told of each other (decision 24).
 * @param name the application's, which copies share
 * @returns what ends the search
 */
export function watchForCopies(name: string, tell: () => void): () => void {
  const channel = new BroadcastChannel(`application ${name}`);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'opened') channel.postMessage('open already');
    tell();
  });
  channel.postMessage('opened');
  return () => channel.close();
}
