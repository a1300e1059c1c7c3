import { beforeEach, expect, it, vi } from 'vitest';
import { createScriptLoader } from '../../src/services/load-script.ts';

const url = 'https://gateway.example.org/token.js';
let added: { src: string; remove: () => void; onload?: () => void; onerror?: () => void }[];
const last = () => added.at(-1);

beforeEach(() => {
  added = [];
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    head: { append: (script: (typeof added)[number]) => added.push(script) },
    createElement: () => ({ src: '', remove: () => {} }),
  });
});

it('a script that fails is requested again when it is wanted again, until it is there', async () => {
  const load = createScriptLoader([url]);
  const failed = load(url).catch(({ reason }) => reason);
  expect(added.map(({ src }) => src)).toEqual([url]);
  last()?.onerror?.();
  expect(await failed).toBe('notSent');
  const [first, second] = [load(url), load(url)];
  expect(added).toHaveLength(2);
  last()?.onload?.();
  await Promise.all([first, second, load(url)]);
  expect(added).toHaveLength(2);
});

it('a script that is not on the list is not requested', async () => {
  const other = createScriptLoader([url])('https://elsewhere.example/x.js');
  await expect(other).rejects.toMatchObject({ reason: 'notSent' });
  expect(added).toEqual([]);
});

it('a script is given up after 15 s, not before', async () => {
  const outcome = createScriptLoader([url])(url).catch(({ reason }) => reason);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(await Promise.race([outcome, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.race([outcome, 'waits'])).toBe('notSent');
});
