import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_KEY } from '../../../src/services/session/session-storage.ts';
import { createSessionStore } from '../../../src/services/session/session-store.ts';
import { emptyForm } from '../../../src/signup/form.ts';
import { type SavedSession, untouchedSession } from '../../../src/signup/session/saved-session.ts';

/** What the browser makes of its session storage. */
let storage: 'works' | 'almost full' | 'full' | 'forbidden';
let items: Map<string, string>;
beforeEach(() => {
  storage = 'works';
  items = new Map();
});

/** The session store of a page that opens now. */
const openPage = () =>
  createSessionStore(() => {
    if (storage === 'forbidden') throw new DOMException('', 'SecurityError');
    return {
      length: 0,
      clear: () => {},
      key: () => null,
      removeItem: (key) => void items.delete(key),
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => {
        const isRefused = storage === 'full' || (storage === 'almost full' && value.length > 5000);
        if (isRefused) throw new DOMException('', 'QuotaExceededError');
        items.set(key, value);
      },
    };
  });
const named = (lastName: string): SavedSession => ({ ...untouchedSession, form: { ...emptyForm, lastName } });
/** The name that a page which opens now finds. */
const nameKept = () => openPage().load()?.form.lastName;

it('a session is kept for the next page, and removed once there is nothing to keep', () => {
  const page = openPage();
  page.save(named('山田'));
  expect(openPage().load()).toEqual(named('山田'));
  // The prerendered page looks for the key: an untouched form must leave none.
  page.save(untouchedSession);
  expect([items.has(SESSION_KEY), page.load()]).toEqual([false, null]);
});

it('what cannot be read is removed', () => {
  items.set(SESSION_KEY, '{}');
  const page = openPage();
  expect(page.load()).toBeNull();
  page.save(untouchedSession);
  expect(items.has(SESSION_KEY)).toBe(false);
});

it('a draft ages from its last change, however long the tab stays open', () => {
  vi.useFakeTimers({ now: 0 });
  const [page, draft] = [openPage(), named('山田')];
  page.save(draft);
  vi.setSystemTime(11 * 3_600_000);
  page.save({ ...draft });
  const reloaded = openPage();
  reloaded.save(reloaded.load() ?? named(''));
  vi.setSystemTime(13 * 3_600_000);
  expect(nameKept()).toBeUndefined();
});

it.each([
  ['works', null],
  ['almost full', 'full'],
  ['full', 'full'],
  ['forbidden', 'forbidden'],
] as const)('storage that is %s is told as %j, and nothing is left behind', (state, problem) => {
  storage = state;
  expect([openPage().problem(), items.size]).toEqual([problem, 0]);
});

it('storage that fills is told at the first refused draft, which it gets once it has room', () => {
  const page = openPage();
  const told: unknown[] = [];
  const stop = page.watch((problem) => told.push(problem));
  page.save(named('山田'));
  page.saveAccessToken('old');
  storage = 'full';
  page.save(named('鈴木'));
  page.saveAccessToken('new');
  expect([told, page.load()?.form.lastName, page.accessToken()]).toEqual([['full'], '鈴木', 'new']);
  storage = 'works';
  expect([page.problem(), nameKept()]).toEqual([null, '鈴木']);
  storage = 'forbidden';
  page.save(named('佐藤'));
  storage = 'works';
  page.save(named('高橋'));
  stop();
  storage = 'full';
  expect(page.problem()).toBe('full');
  expect(told).toEqual(['full', null, 'forbidden', null]);
});

it('where storage is forbidden, the page keeps the session', () => {
  storage = 'forbidden';
  const page = openPage();
  page.save(named('山田'));
  page.saveAccessToken('token');
  expect([page.load()?.form.lastName, page.accessToken()]).toEqual(['山田', 'token']);
});

it('a page is outdated once another page of its tab has saved, and then writes over nothing', () => {
  const [before, after] = [openPage(), openPage()];
  before.save(named('山田'));
  expect(before.isOutdated()).toBe(false);
  after.save(named('鈴木'));
  expect([before.isOutdated(), before.problem(), nameKept()]).toEqual([true, null, '鈴木']);
  // what storage has refused is not outdated
  storage = 'full';
  after.save(named('佐藤'));
  expect(after.isOutdated()).toBe(false);
});

it('a page that has opened with a session is not outdated until another one saves', () => {
  openPage().save(named('山田'));
  const reloaded = openPage();
  reloaded.load();
  expect(reloaded.isOutdated()).toBe(false);
});
