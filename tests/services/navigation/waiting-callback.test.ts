import { expect, it, vi } from 'vitest';
import {
  keepCallbackParameter,
  takeCallbackParameter,
} from '../../../src/services/navigation/waiting-callback.ts';

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
