import { expect, it, vi } from 'vitest';
import { SESSION_KEY } from '../../src/services/session-storage.ts';
import { createSessionStore } from '../../src/services/session-store.ts';
import { emptyForm } from '../../src/signup/form.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';

const session = (lastName: string): SavedSession => ({
  ...untouchedSession,
  form: { ...emptyForm, lastName },
});

/** A storage that a test can make fail. */
function storage() {
  const items = new Map<string, string>();
  const state = { isFull: false, isForbidden: false };
  const open = (): Storage => {
    if (state.isForbidden) throw new DOMException('', 'SecurityError');
    return {
      length: 0,
      clear: () => {},
      key: () => null,
      removeItem: (key) => void items.delete(key),
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => {
        if (state.isFull) throw new DOMException('', 'QuotaExceededError');
        items.set(key, value);
      },
    };
  };
  return { items, state, open };
}

it('a draft ages from its last change, however long the tab stays open', () => {
  vi.useFakeTimers({ now: 0 });
  const { open } = storage();
  const [store, draft] = [createSessionStore(open), session('山田')];
  store.save(draft);
  vi.setSystemTime(11 * 3_600_000);
  store.save({ ...draft });
  const reloaded = createSessionStore(open);
  reloaded.save(reloaded.load() ?? session(''));
  vi.setSystemTime(13 * 3_600_000);
  expect(createSessionStore(open).load()).toBeNull();
  vi.useRealTimers();
});

it.each([
  ['there', {}, null],
  ['full', { isFull: true }, 'full'],
  ['forbidden', { isForbidden: true }, 'forbidden'],
])('knows that storage is %s', (_, changes, problem) => {
  const { items, open, state } = storage();
  Object.assign(state, changes);
  expect([createSessionStore(open).problem(), items.size]).toEqual([problem, 0]);
});

it('a session is kept for the next page, and removed once there is nothing to keep', () => {
  const { items, open } = storage();
  const store = createSessionStore(open);
  store.save(session('山田'));
  const reloaded = createSessionStore(open);
  expect(reloaded.load()).toEqual(session('山田'));
  // The prerendered page looks for the key: an untouched form must leave none.
  store.save(untouchedSession);
  expect(items.has(SESSION_KEY)).toBe(false);
  expect(store.load()).toBeNull();
});

it('removes what cannot be read', () => {
  const { items, open } = storage();
  items.set(SESSION_KEY, '{}');
  const store = createSessionStore(open);
  expect(store.load()).toBeNull();
  store.save(untouchedSession);
  expect(items.has(SESSION_KEY)).toBe(false);
});

it('storage that fills is reported at the first refused draft, which it gets once it has room', () => {
  const { open, state } = storage();
  const store = createSessionStore(open);
  const reported: unknown[] = [];
  const stop = store.watch((problem) => reported.push(problem));
  store.save(session('山田'));
  store.saveAccessToken('old');
  state.isFull = true;
  store.save(session('鈴木'));
  store.saveAccessToken('new');
  expect(reported).toEqual(['full']);
  expect(store.load()?.form.lastName).toBe('鈴木');
  expect(store.accessToken()).toBe('new');
  state.isFull = false;
  expect(store.problem()).toBeNull();
  expect(createSessionStore(open).load()?.form.lastName).toBe('鈴木');
  state.isForbidden = true;
  store.save(session('佐藤'));
  state.isForbidden = false;
  store.save(session('高橋'));
  stop();
  state.isFull = true;
  expect(store.problem()).toBe('full');
  expect(reported).toEqual(['full', null, 'forbidden', null]);
});

it('where storage is forbidden, the page keeps the session', () => {
  const { open, state } = storage();
  state.isForbidden = true;
  const store = createSessionStore(open);
  store.save(session('山田'));
  store.saveAccessToken('token');
  expect(store.load()?.form.lastName).toBe('山田');
  expect(store.accessToken()).toBe('token');
});

it('a page is outdated once another page of its tab has saved, and then writes over nothing', () => {
  const { open, state } = storage();
  const [before, after] = [createSessionStore(open), createSessionStore(open)];
  before.save(session('山田'));
  expect(before.isOutdated()).toBe(false);
  after.save(session('鈴木'));
  expect([before.isOutdated(), before.problem()]).toEqual([true, null]);
  expect(createSessionStore(open).load()?.form.lastName).toBe('鈴木');
  // what storage has refused is not outdated
  state.isFull = true;
  after.save(session('佐藤'));
  expect(after.isOutdated()).toBe(false);
});
