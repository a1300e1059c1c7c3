import { beforeAll, expect, it } from 'vitest';
import { ignoreStrayPresses } from '../../src/services/stray-presses.ts';

beforeAll(() => {
  ignoreStrayPresses();
  document.body.innerHTML = '<button>確認する</button><label><b>月5,000円</b><input type="radio"></label>';
});

type Press = { on: string; by: 'mouse' | 'touch'; count?: number; x?: number; at: number };

/** A test's begin, in milliseconds, long after the one before. */
let now = new Event('').timeStamp;

function press({ on, by, count = 1, x = 0, at }: Press): boolean {
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  document.body.addEventListener('click', hear, { once: true });
  const target = document.querySelector(on);
  const events = ['pointerdown', 'mousedown', 'click'].map((type) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail: count, clientX: x });
    Object.defineProperties(event, { pointerType: { value: by }, timeStamp: { value: now + at } });
    target?.dispatchEvent(event);
    return event;
  });
  document.body.removeEventListener('click', hear);
  const [, down, click] = events.map(({ defaultPrevented }) => defaultPrevented);
  expect([down, click]).toEqual([!isHeard, !isHeard]);
  return isHeard;
}

it.each([
  ['by mouse, hits something else: ignored', 'button', { on: 'b', by: 'mouse', count: 2, at: 300 }, false],
  ['by mouse, hits the same', 'button', { on: 'button', by: 'mouse', count: 2, at: 300 }, true],
  ['by mouse, hits the label’s control', 'b', { on: 'input', by: 'mouse', count: 2, at: 300 }, true],
  ['by mouse, is a press of its own', 'button', { on: 'b', by: 'mouse', at: 300 }, true],
  ['by mouse, is elsewhere', 'button', { on: 'b', by: 'mouse', count: 2, x: 30, at: 300 }, true],
  ['by finger, hits something else: ignored', 'button', { on: 'b', by: 'touch', x: 20, at: 200 }, false],
  ['by finger, hits the same', 'button', { on: 'button', by: 'touch', x: 20, at: 200 }, true],
  ['by finger, comes later', 'button', { on: 'b', by: 'touch', at: 300 }, true],
  ['by finger, is elsewhere', 'button', { on: 'b', by: 'touch', x: 30, at: 200 }, true],
  ['by finger, follows a choice', 'input', { on: 'button', by: 'touch', at: 200 }, true],
] as const)('the second press %s', (_, on, second, isTaken) => {
  now += 10_000;
  press({ on, by: second.by, at: 0 });
  expect(press(second)).toBe(isTaken);
});

it('a tap soon after a press by mouse is a press of its own', () => {
  now += 10_000;
  press({ on: 'button', by: 'mouse', at: 0 });
  expect(press({ on: 'b', by: 'touch', at: 200 })).toBe(true);
});
