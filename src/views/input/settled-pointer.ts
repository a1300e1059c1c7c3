/** In milliseconds. An open list takes the `pointerup`, so the wait for it is limited. */
const LIST_OPENING_TIME = 400;

let press = Promise.resolve();

function onPress({ target }: Event) {
  const ended = new AbortController();
  press = new Promise((resolve) => {
    const end = () => {
      ended.abort();
      resolve();
    };
    // A scroll bar or a context menu may swallow the end as well; a key then shows that the press is over.
    for (const name of ['pointerup', 'pointercancel', 'keydown'])
      document.addEventListener(name, end, { capture: true, signal: ended.signal });
    if (target instanceof HTMLSelectElement) setTimeout(end, LIST_OPENING_TIME);
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
