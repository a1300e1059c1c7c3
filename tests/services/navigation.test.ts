import { afterEach, expect, it, vi } from 'vitest';
import {
  createRouteFollower,
  followBrowser,
  keepCallbackParameter,
  takeCallbackParameter,
} from '../../src/services/navigation.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['keeps it', new Map<string, string>()],
  ['refuses it', null],
])('p leaves address bar and history before the app is there, which gets it where storage %s', (_, items) => {
  const p = btoa(JSON.stringify({ accessId: 'access-1', event: '3DSecure', csrfToken: 'csrf-1' }));
  const changes: unknown[] = [];
  vi.stubGlobal('isOpenedByBank', undefined);
  vi.stubGlobal('location', new URL(`https://example.org/form//member/callback/?p=${encodeURIComponent(p)}`));
  vi.stubGlobal('history', {
    state: 'its state',
    replaceState: (...change: unknown[]) => changes.push(change),
  });
  vi.stubGlobal(
    'sessionStorage',
    items && {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    },
  );
  keepCallbackParameter();
  expect(changes).toEqual([['its state', '', '/form/member/callback']]);
  expect(globalThis.isOpenedByBank).toBe(true);
  expect(takeCallbackParameter()).toEqual({
    accessId: 'access-1',
    event: '3DSecure',
    csrfToken: 'csrf-1',
  });
  expect(takeCallbackParameter()).toBeNull();
});

it('p at another address than the callback’s is left alone', () => {
  vi.stubGlobal('isOpenedByBank', undefined);
  vi.stubGlobal('location', new URL('https://example.org/form/member?p=e30'));
  keepCallbackParameter();
  expect(globalThis.isOpenedByBank).toBeUndefined();
});

it.each([
  ['opens anew where an answer of the bank waits', 'waiting', false, ['reload']],
  ['opens anew where the bank has opened it', null, true, ['reload']],
  ['goes on where neither is so', null, false, ['page.restored']],
])('a page that the browser has kept %s', (_, kept, isOpenedByBank, expected) => {
  const happened: string[] = [];
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('location', { reload: () => happened.push('reload') });
  vi.stubGlobal('sessionStorage', { getItem: () => kept });
  vi.stubGlobal('isOpenedByBank', isOpenedByBank);
  followBrowser(({ type }) => happened.push(type));
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(happened).toEqual(expected);
});

it('a donor who looks at the page again, or is online again, comes back', () => {
  const happened: string[] = [];
  const [page, seen] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })];
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', seen);
  followBrowser(({ type }) => happened.push(type));
  page.dispatchEvent(new Event('online'));
  seen.dispatchEvent(new Event('visibilitychange'));
  seen.visibilityState = 'hidden';
  seen.dispatchEvent(new Event('visibilitychange'));
  expect(happened).toEqual(['page.revisited', 'connection.restored', 'page.revisited']);
});

it('only another screen adds an entry to the history, without the query, and starts at the top', {
  tags: '@§2.4',
}, () => {
  const address = new URL('https://example.org/form/member/?utm_source=a');
  const happened: unknown[] = [];
  const enter = (how: string) => (state: unknown, _: string, to: string) => {
    happened.push([how, state, to]);
    address.href = new URL(to, address).href;
  };
  vi.stubGlobal('location', address);
  vi.stubGlobal('window', { scrollTo: () => happened.push('top') });
  const history = {
    scrollRestoration: 'auto',
    replaceState: enter('replaced'),
    pushState: enter('added'),
  };
  vi.stubGlobal('history', history);
  const follow = createRouteFollower();
  expect(history.scrollRestoration).toBe('manual');
  for (const route of ['input', 'confirm', 'confirm'] as const) follow(route);
  address.pathname = '/form/member/callback/';
  follow('input');
  expect(happened).toEqual([
    ['replaced', null, '/form/member?utm_source=a'],
    'top',
    ['added', null, '/form/member/confirm'],
    'top',
    ['replaced', null, '/form/member'],
  ]);
});
