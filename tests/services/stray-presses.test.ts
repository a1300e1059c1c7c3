import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ignoreStrayPresses } from '../../src/services/stray-presses.ts';

beforeAll(() => {
  ignoreStrayPresses();
  document.body.innerHTML = '<button>確認する</button><label><b>月5,000円</b><input type="radio"></label><p>';
});

/** When a test begins, in milliseconds, long after the one before. */
let now = new Event('').timeStamp;
/** Where the button is in the page, and what is now under the point of the first press. */
let top = 0;
let under = 'button';

beforeEach(() => {
  now += 10_000;
  [top, under] = [0, 'button'];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('scrollY', 0);
  document.elementFromPoint = () => document.querySelector(under);
  // jsdom has no layout.
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(() => [new DOMRect()] as never);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top: top - scrollY }) as DOMRect,
  );
});

/** Whether the page hears the press. */
function press(on: string, { at = 0, x = 0, by = 'touch' } = {}): boolean {
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  document.body.addEventListener('click', hear, { once: true });
  const pointer = Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType: by });
  document.querySelector(on)?.dispatchEvent(pointer);
  const [down, click] = ['mousedown', 'click'].map((type) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail: 1, clientX: x });
    Object.defineProperty(event, 'timeStamp', { value: now + at });
    document.querySelector(on)?.dispatchEvent(event);
    return event.defaultPrevented;
  });
  document.body.removeEventListener('click', hear);
  expect([down, click]).toEqual([!isHeard, !isHeard]);
  return isHeard;
}

const move = () => {
  [top, under] = [56, 'b'];
};
const cover = () => {
  under = 'p';
};
const scroll = () => {
  vi.stubGlobal('scrollY', 56);
  under = 'b';
};
const moveAndScroll = () => {
  move();
  scroll();
};
const nothing = () => {};

it.each([
  ['hits what has come there: ignored', [move], 'b', { at: 600, x: 20 }, false],
  ['hits what has come there at once: ignored', [], 'b', { at: 20 }, false],
  ['hits what lies over the first: ignored', [cover], 'p', { at: 600 }, false],
  ['hits what the first has scrolled there: ignored', [scroll], 'b', { at: 600 }, false],
  ['hits what came late, with a scroll: ignored', [nothing, moveAndScroll], 'b', { at: 600 }, false],
  ['by a shaking mouse is ignored', [move], 'b', { at: 600, x: 9, by: 'mouse' }, false],
  ['is aimed anew with a mouse', [move], 'b', { at: 600, x: 11, by: 'mouse' }, true],
  ['follows a scroll', [nothing, scroll], 'b', { at: 600 }, true],
  ['follows a scroll after a move', [move, scroll], 'b', { at: 600 }, true],
  ['hits the same', [move], 'button', { at: 300 }, true],
  ['hits a neighbour', [nothing], 'b', { at: 300, x: 20 }, true],
  ['comes later', [move], 'b', { at: 800 }, true],
  ['is elsewhere', [move], 'b', { at: 300, x: 30 }, true],
] as const)('the second press %s', async (_, frames, on, second, isTaken) => {
  expect(press('button')).toBe(true);
  for (const change of frames) {
    change();
    await new Promise(requestAnimationFrame);
  }
  if (frames.length === 0) move();
  expect(press(on, second)).toBe(isTaken);
});

it('a third press soon after a stray one is stray too', () => {
  press('button');
  move();
  expect([600, 1200, 2000].map((at) => press('b', { at }))).toEqual([false, false, true]);
});

it('a label’s words and its control are one target', () => {
  press('input');
  cover();
  expect(press('b', { at: 100 })).toBe(true);
});
