/** In milliseconds. An opening list gets the `pointerup` in place of the page, so the wait is limited. */
const longestPress = 400;

let press = Promise.resolve();

function onPress() {
  press = new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel'])
      document.addEventListener(end, () => resolve(), { capture: true, once: true });
    setTimeout(resolve, longestPress);
  });
}

/** Watches presses by mouse and finger. Returns a function that stops it. */
export function followPointer(): () => void {
  document.addEventListener('pointerdown', onPress, true);
  return () => document.removeEventListener('pointerdown', onPress, true);
}

/**
 * Resolves after the current press has become a click. A donor leaves a field by pressing something else; an error bubble
 * that appeared before the release would push that away from under the pointer.
 */
export async function pointerSettled(): Promise<void> {
  await press;
  await new Promise((resolve) => setTimeout(resolve));
}
