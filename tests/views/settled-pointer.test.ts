// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followPointer, pointerSettled } from '../../src/views/input/settled-pointer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['on a list, which swallows its end, is waited for 400 ms', 'select', null, 400],
  ['that ends is waited for until then, however long it takes', 'button', 'pointerup', 5000],
  ['whose end was swallowed is over at the next key', 'html', 'keydown', 5000],
  ['that becomes a scroll is waited for until then', 'button', 'pointercancel', 100],
])('a press %s', async (_, element, end, duration) => {
  const target = document.body.appendChild(document.createElement(element));
  const stop = followPointer();
  target.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  let isSettled = false;
  void pointerSettled().then(() => {
    isSettled = true;
  });
  if (end) setTimeout(() => target.dispatchEvent(new Event(end, { bubbles: true })), duration);
  await vi.advanceTimersByTimeAsync(duration - 1);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(isSettled).toBe(true);
  stop();
});
