/** Changes the history. Ignores it if the browser refuses, as when there are too many changes. */
export function changeHistory(change: () => void): void {
  try {
    change();
  } catch {
    // the sign-up goes on without the change
  }
}
