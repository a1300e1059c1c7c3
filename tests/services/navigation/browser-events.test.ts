import { expect, it, vi } from 'vitest';
import { followBrowser } from '../../../src/services/navigation/browser-events.ts';

it.each([
  ['opens anew where an answer of the bank waits', 'waiting', false, ['reload']],
  ['opens anew where it is replaced', null, true, ['reload']],
  ['goes on where neither is so', null, false, ['page.restored']],
])('a page that the browser has kept %s', (_, kept, isReplaced, expected) => {
  const happened: string[] = [];
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('location', { reload: () => happened.push('reload') });
  vi.stubGlobal('sessionStorage', { getItem: () => kept });
  followBrowser(
    ({ type }) => happened.push(type),
    () => isReplaced,
  );
  for (const persisted of [false, true])
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  expect(happened).toEqual(expected);
});

it('a donor who looks at the page again, or is online again, comes back', () => {
  const happened: string[] = [];
  const [page, seen] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })];
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', seen);
  followBrowser(
    ({ type }) => happened.push(type),
    () => false,
  );
  page.dispatchEvent(new Event('online'));
  seen.dispatchEvent(new Event('visibilitychange'));
  seen.visibilityState = 'hidden';
  seen.dispatchEvent(new Event('visibilitychange'));
  expect(happened).toEqual(['page.revisited', 'connection.restored', 'page.revisited']);
});
