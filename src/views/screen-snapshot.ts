import type { CardEntry } from '../signup/form.ts';

/** What a donor has in a screen that another one is about to take the place of, and where in it they are. */
export type ScreenSnapshot = {
  /** Its controls; they keep what they hold when they are no longer on the page. */
  controls: HTMLFormElement | null;
  /** The card that the input view held; null where no script had run yet, or another screen was shown. */
  card: CardEntry | null;
  focused: Element | null;
  /** How far down the page they are, in pixels. */
  scrollY: number;
};

/** Looks at the screen as it is now. */
export function takeSnapshot(card: CardEntry | null): ScreenSnapshot {
  const controls = document.querySelector<HTMLFormElement>('form.input-form');
  return { controls, card, focused: document.activeElement, scrollY };
}

/** Puts the donor back to where they were; where that is gone, to the top of what has taken its place. */
export function restorePlace({ focused, scrollY }: ScreenSnapshot): void {
  if (!focused || focused.isConnected) return;
  const control = document.getElementById(focused.id);
  // Who was typing goes on; from anything else, what the new screen wants read comes first.
  if (!control?.matches('input, select') && document.activeElement !== document.body) return;
  (control ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  if (control) scrollTo(0, scrollY);
  if (!(control instanceof HTMLInputElement && focused instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd, selectionDirection } = focused;
  // By then the control holds what was typed. A radio has no caret.
  if (selectionStart !== null)
    queueMicrotask(() =>
      control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none'),
    );
}
