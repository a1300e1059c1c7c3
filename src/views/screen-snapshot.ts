import type { CardEntry } from '../signup/form.ts';

/** What the donor has typed on a screen that is about to be replaced, and where on it they are. */
export type ScreenSnapshot = {
  /** The form with its controls, which keep their values after they are removed from the page. */
  controls: HTMLFormElement | null;
  /** The input view's card; null if another screen was shown or the app had not loaded. */
  card: CardEntry | null;
  focused: Element | null;
  /** In pixels. */
  scrollY: number;
};

export function takeSnapshot(card: CardEntry | null): ScreenSnapshot {
  const controls = document.querySelector<HTMLFormElement>('form.input-form');
  return { controls, card, focused: document.activeElement, scrollY };
}

/** Restores focus, selection and scroll position on the new screen. If the control is gone, focuses the headline. */
export function restorePlace({ focused, scrollY }: ScreenSnapshot): void {
  if (!focused || focused.isConnected) return;
  const control = document.getElementById(focused.id);
  // A new screen that has set the focus keeps it, unless the donor was typing.
  if (!control?.matches('input, select') && document.activeElement !== document.body) return;
  (control ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  if (control) scrollTo(0, scrollY);
  if (!(control instanceof HTMLInputElement && focused instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd, selectionDirection } = focused;
  // A microtask later the control holds the typed text. Radios have no caret.
  if (selectionStart !== null)
    queueMicrotask(() =>
      control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none'),
    );
}
