const longestPress = 400;

/**
 * Follows mouse and finger, so that nothing moves between pressing and releasing: a field is left by pressing
 * something else, and a bubble that appeared at that moment would push it away from under the pointer.
 */
export function followPointer() {
  let isDown = false;
  let release = () => {};
  const down = () => {
    isDown = true;
  };
  const up = () => {
    isDown = false;
    release();
  };
  document.addEventListener('pointerdown', down, true);
  document.addEventListener('pointerup', up, true);
  document.addEventListener('pointercancel', up, true);
  return {
    /** Resolves once the press under way has become a click; a list that opens swallows the release, hence the limit. */
    settled: async () => {
      if (isDown) {
        await new Promise<void>((resolve) => {
          release = resolve;
          setTimeout(resolve, longestPress);
        });
      }
      await new Promise((resolve) => setTimeout(resolve));
    },
    stop: () => {
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('pointerup', up, true);
      document.removeEventListener('pointercancel', up, true);
    },
  };
}
