import type { CardEntry } from '../signup/form.ts';

/** What a donor has in a screen that another one is about to take the place of, and where in it they are. */
export type ScreenSnapshot = {
  /** Its controls; they keep what they hold when they are no longer on the page. */
  controls: HTMLFormElement | null;
  /** The card that the input view held; null where no script had run yet, or another screen was shown. */
  card: CardEntry | null;
  focused: Element | null;
  selection: Parameters<HTMLInputElement['setSelectionRange']> | null;
  /** How far down the page they are, in pixels. */
  scrollY: number;
};

/** Looks at the screen as it is now. */
export function takeSnapshot(card: CardEntry | null): ScreenSnapshot {
  const { activeElement: focused } = document;
  return {
    controls: document.querySelector<HTMLFormElement>('form.input-form'),
    card,
    focused,
    selection:
      focused instanceof HTMLInputElement && focused.selectionStart !== null
        ? [focused.selectionStart, focused.selectionEnd, focused.selectionDirection ?? 'none']
        : null,
    scrollY,
  };
}

/** Puts the donor back to where they were; where that is gone, to the top of what has taken its place. */
export function restorePlace({ focused, selection, scrollY }: ScreenSnapshot): void {
  if (!focused || focused.isConnected) return;
  const control = counterpart(focused);
  // Who was typing goes on; from anything else, what the new screen wants read comes first.
  if (!control?.matches('input, select') && document.activeElement !== document.body) return;
  (control ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  if (control) scrollTo(0, scrollY);
  // By then the control holds what was typed.
  if (selection && control instanceof HTMLInputElement)
    queueMicrotask(() => control.setSelectionRange(...selection));
}

function counterpart(element: Element): HTMLElement | null {
  if (element.id !== '') return document.getElementById(element.id);
  if (!(element instanceof HTMLInputElement)) return null;
  const namesakes = [...document.getElementsByName(element.name)];
  return (
    namesakes.find((other) => other instanceof HTMLInputElement && other.value === element.value) ?? null
  );
}
