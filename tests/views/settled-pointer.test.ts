import { afterEach, expect, it, vi } from 'vitest';
import { followPointer, pointerSettled } from '../../src/views/input/settled-pointer.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['that a list has swallowed is waited for 400 ms', null, 400],
  ['that ends is waited for until then', 'pointerup', 100],
  ['that becomes a scroll is waited for until then', 'pointercancel', 100],
])('a press %s', async (_, end, duration) => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  const stop = followPointer();
  page.dispatchEvent(new Event('pointerdown'));
  let isSettled = false;
  void pointerSettled().then(() => {
    isSettled = true;
  });
  if (end) setTimeout(() => page.dispatchEvent(new Event(end)), 100);
  await vi.advanceTimersByTimeAsync(duration - 1);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(isSettled).toBe(true);
  stop();
});
