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
  const addresses: unknown[] = [];
  const history = {
    state: 'its state' as unknown,
    replaceState: (state: unknown, _: string, address?: string) => {
      history.state = state;
      addresses.push(address);
    },
  };
  vi.stubGlobal('location', new URL(`https://example.org/form//member/callback/?p=${encodeURIComponent(p)}`));
  vi.stubGlobal('history', history);
  vi.stubGlobal(
    'sessionStorage',
    items && {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    },
  );
  keepCallbackParameter();
  expect(addresses).toEqual(['/form/member/callback']);
  vi.stubGlobal('location', new URL('https://example.org/form/member/callback'));
  expect(takeCallbackParameter()).toEqual({
    accessId: 'access-1',
    event: '3DSecure',
    csrfToken: 'csrf-1',
  });
  expect(takeCallbackParameter()).toBeNull();
  expect(history.state).toBe(items ? 'its state' : null);
});

it('p at another address than the callback’s is left alone', () => {
  vi.stubGlobal('location', new URL('https://example.org/form/member?p=e30'));
  const history = { state: null, replaceState: vi.fn() };
  vi.stubGlobal('history', history);
  expect(takeCallbackParameter()).toBeNull();
  expect(history.replaceState).not.toHaveBeenCalled();
});
