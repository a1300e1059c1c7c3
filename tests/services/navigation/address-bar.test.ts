import { expect, it, vi } from 'vitest';
import { createRouteFollower } from '../../../src/services/navigation/address-bar.ts';

it('only another screen is added to the history, without the query', () => {
  const address = new URL('https://example.org/form/member/?utm_source=a');
  const happened: unknown[] = [];
  const enter = (how: string) => (state: unknown, _: string, to: string) => {
    happened.push([how, state, to]);
    address.href = new URL(to, address).href;
  };
  vi.stubGlobal('location', address);
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
    ['added', null, '/form/member/confirm'],
    ['replaced', null, '/form/member'],
  ]);
});
