import { afterEach, expect, it, vi } from 'vitest';
import { forgetCompletion, keepCompletion, readCompletion } from '../../src/services/kept-completion.ts';
import { donorsCompletion } from '../complete-donor.ts';

afterEach(() => vi.unstubAllGlobals());

it('the completion data comes back only in the history entry that kept it; storage alone does not reveal it', () => {
  const items = new Map<string, string>();
  const entry: { state: unknown; replaceState: (state: unknown) => void } = {
    state: null,
    replaceState: (state) => {
      entry.state = state;
    },
  };
  vi.stubGlobal('history', entry);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  keepCompletion(donorsCompletion);
  expect(readCompletion()).toEqual(donorsCompletion);
  const stored = [...items.values()].map((text) => Buffer.from(text, 'base64').toString()).join();
  for (const value of Object.values(donorsCompletion)) expect(stored).not.toContain(value);

  const { state } = entry;
  entry.state = null;
  expect(readCompletion()).toBeNull();
  entry.state = state;
  forgetCompletion();
  expect([items.size, entry.state, readCompletion()]).toEqual([0, null, null]);
});
