/** In milliseconds. An opening list gets the `pointerup` in place of the page, so the wait is limited. */
const longestPress = 400;

let isDown = false;
let release = () => {};

const down = () => {
  isDown = true;
};
const up = () => {
  isDown = false;
  release();
};

/** Watches presses by mouse and finger. Returns a function that stops it. */
export function followPointer(): () => void {
  document.addEventListener('pointerdown', down, true);
  document.addEventListener('pointerup', up, true);
  document.addEventListener('pointercancel', up, true);
  return () => {
    document.removeEventListener('pointerdown', down, true);
    document.removeEventListener('pointerup', up, true);
    document.removeEventListener('pointercancel', up, true);
    up();
  };
}

/**
 * Resolves after the current press has become a click. A donor leaves a field by pressing something else; an error bubble
 * that appeared before the release would push that away from under the pointer.
 */
export async function pointerSettled(): Promise<void> {
  if (isDown) {
    await new Promise<void>((resolve) => {
      release = resolve;
      setTimeout(resolve, longestPress);
    });
  }
  await new Promise((resolve) => setTimeout(resolve));
}
