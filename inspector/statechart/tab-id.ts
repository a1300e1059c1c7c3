const key = 'statechart-inspector.tab';

/** What identifies this tab across reloads; null where it has no id yet or no session storage (Node, or forbidden). */
export function currentTabId(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Gives this tab an id. Without session storage it lasts for this page only. */
export function newTabId(): string {
  const id = crypto.randomUUID();
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // Then each load counts as a tab of its own.
  }
  return id;
}
