const key = 'statechart-inspector.tab';

/** Identifies this tab across reloads; without session storage (Node, or forbidden), only this page. */
export function tabId(): string {
  try {
    const id = sessionStorage.getItem(key) ?? crypto.randomUUID();
    sessionStorage.setItem(key, id);
    return id;
  } catch {
    return crypto.randomUUID();
  }
}
