import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tellCopies, watchForCopies } from '../../../src/services/session/copies.ts';

/** The page of all these tabs, which Node does not have. */
const page = new EventTarget();
beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

const stops: (() => void)[] = [];
function leaveAll() {
  for (const stop of stops.splice(0)) stop();
}
afterEach(leaveAll);

/** Opens the application in a tab. Returns the function that the tab calls with what its copies do. */
function open(name: string) {
  const tell = vi.fn();
  stops.push(watchForCopies(name, tell));
  return tell;
}

it('only tabs with the same application find each other, and hear that one has signed up', async () => {
  const [original, other] = [open('one'), open('another')];
  const copy = open('one');
  await vi.waitUntil(() => original.mock.calls.length > 0 && copy.mock.calls.length > 0);
  tellCopies('one');
  await vi.waitUntil(() => original.mock.calls.length > 1 && copy.mock.calls.length > 1);
  const told = [[{ type: 'copy.found' }], [{ type: 'copy.finished', at: expect.any(Number) }]];
  expect([original, copy, other].map(({ mock }) => mock.calls)).toEqual([told, told, []]);
});

it('a tab that has left the confirm screen is not found', async () => {
  const left = open('one');
  leaveAll();
  const [next, last] = [open('two'), open('two')];
  const alone = open('one');
  await vi.waitUntil(() => next.mock.calls.length > 0 && last.mock.calls.length > 0);
  expect([left, alone].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it('a tab that is closed is no copy any more, while others still are', async () => {
  const [first, second] = [open('three'), open('three')];
  await vi.waitUntil(() => first.mock.calls.length > 0 && second.mock.calls.length > 0);
  const kinds = () => first.mock.calls.map(([{ type }]) => type);
  page.dispatchEvent(new Event('pagehide'));
  await vi.waitUntil(() => kinds().includes('copy.closed'));
  await vi.waitUntil(() => kinds().at(-1) === 'copy.found');
});
