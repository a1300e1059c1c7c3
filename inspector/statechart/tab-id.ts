const key = 'statechart-inspector.tab';

/** What identifies this tab across reloads; without session storage (Node, or forbidden) it lasts for this page only. */
export function tabId(): string {
  try {
    const id = sessionStorage.getItem(key) ?? crypto.randomUUID();
    sessionStorage.setItem(key, id);
    return id;
  } catch {
    return crypto.randomUUID();
  }
}
