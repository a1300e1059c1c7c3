/** What is restored on a screen that replaces another: focus, place, and what was typed before hydration. */
export type ScreenSnapshot = {
  /** The prerendered form; null if the app has rendered the screen, since the chart knows what was typed there. */
  prerendered: HTMLFormElement | null;
  focused: Element | null;
  /** The focused element's distance from the window's upper edge, in pixels. */
  top: number;
};

export function takeSnapshot(prerendered: HTMLFormElement | null): ScreenSnapshot {
  const focused = document.activeElement;
  return { prerendered, focused, top: focused?.getBoundingClientRect().top ?? 0 };
}

/** Restores focus, selection and place in the window on the new screen. If the control is gone, focuses the headline. */
export function restorePlace({ focused, top }: ScreenSnapshot): void {
  if (!focused || focused.isConnected) return;
  const control = document.getElementById(focused.id);
  // A new screen that has set the focus keeps it, unless the donor was typing.
  if (!control?.matches('input, select') && document.activeElement !== document.body) return;
  (control ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  if (control) scrollBy(0, control.getBoundingClientRect().top - top);
  if (!(control instanceof HTMLInputElement && focused instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd, selectionDirection } = focused;
  // A microtask later the control holds the typed text. Radios have no caret.
  if (selectionStart !== null)
    queueMicrotask(() =>
      control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none'),
    );
}
