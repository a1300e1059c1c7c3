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

/** Follows mouse and finger. Returns what ends it. */
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
 * Resolves once the press under way has become a click, so that nothing moves between pressing and releasing: a field is
 * left by pressing something else, and a bubble that appeared at that moment would push it away from under the pointer.
 * A list that opens swallows the release, hence the limit.
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
