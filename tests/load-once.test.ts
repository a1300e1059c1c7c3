import { expect, test, vi } from 'vitest';
import { loadOnce } from '../src/load-once.ts';

test('what has been loaded is not asked for again, and what has failed is', async () => {
  const ask = vi.fn(async () => 'rules').mockRejectedValueOnce(new Error('offline'));
  const load = loadOnce(ask);
  await expect(load()).rejects.toThrow('offline');
  expect(await Promise.all([load(), load()])).toEqual(['rules', 'rules']);
  expect(await load()).toBe('rules');
  expect(ask).toHaveBeenCalledTimes(2);
});
