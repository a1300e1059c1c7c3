import { describe, expect, it } from 'vitest';
import { createSessionStore, SESSION_KEY } from '../../src/services/session-storage.ts';
import { emptyForm } from '../../src/signup/form.ts';
import type { SavedSession } from '../../src/signup/saved-session.ts';

const untouched: SavedSession = {
  form: emptyForm,
  isReviewed: false,
  hiddenAddress: { prefecture: '', city: '', street: '' },
  lookups: { answer: null, filled: null, declined: null, unanswered: null },
  card: null,
  application: null,
  registrations: [],
  callback: null,
  processedAccessIds: [],
  unanswered: null,
  isAtBank: false,
  finished: null,
};

/** What the browser's storage does, as far as the store needs it. */
function fakeStorage() {
  const items = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
  return { items, storage };
}

describe('a session in which nothing has happened', () => {
  it('is not kept, so that the prerendered page is right for the next load', () => {
    const { items, storage } = fakeStorage();
    const store = createSessionStore(() => storage);
    store.save(untouched);
    expect(items.has(SESSION_KEY)).toBe(false);
    expect(store.load()).toBeNull();
  });

  it('takes away what was kept before', () => {
    const { items, storage } = fakeStorage();
    const store = createSessionStore(() => storage);
    store.save({ ...untouched, form: { ...emptyForm, lastName: '山田' } });
    expect(items.has(SESSION_KEY)).toBe(true);
    store.save(untouched);
    expect(items.has(SESSION_KEY)).toBe(false);
    expect(store.load()).toBeNull();
    expect(store.outlivesPage()).toBe(true);
  });
});

it.each<[string, Partial<SavedSession>]>([
  ['a field', { form: { ...emptyForm, email: 'a@example.jp' } }],
  ['an unanswered call', { unanswered: 'registerBank' }],
  ['a callback that was settled', { processedAccessIds: ['a1'] }],
  [
    'a registration',
    {
      registrations: [
        {
          registerToken: 'r1',
          completion: {
            first_name: '花子',
            last_name: '山田',
            furigana: 'やまだはなこ',
            mail: 'a@example.jp',
            address: '東京都千代田区1-1',
            price: '3000',
          },
        },
      ],
    },
  ],
  ['the other address', { hiddenAddress: { prefecture: '東京都', city: '千代田区', street: '1-1' } }],
  ['that this tab has signed up', { finished: { at: 1_790_000_000_000, amount: 3000 } }],
])('%s is kept', (_, change) => {
  const { storage } = fakeStorage();
  createSessionStore(() => storage).save({ ...untouched, ...change });
  expect(createSessionStore(() => storage).load()).toEqual({ ...untouched, ...change });
});
