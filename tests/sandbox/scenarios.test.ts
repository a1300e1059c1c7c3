import { expect } from 'vitest';
import { it } from './test-sandbox.ts';

// Browser tests check that a call is late, broken or answered as told, as often as told, and what the log has.
it('a reset ends delays and removes scenarios', async ({ sandbox: { client } }) => {
  await client.setScenario('memberRegisterBank', { delayMs: 3_600_000 });
  const call = client.post('memberRegisterBank', await client.bankSignup()).catch(() => 'dropped');
  await expect.poll(async () => (await client.requests())[0]?.scenario).toBe('delay 3600000 ms');
  await client.reset();
  expect(await call).toBe('dropped');
  expect(await client.scenarios()).toEqual({});
});

it.for([
  ['unknownCall', { status: 500 }, 'unknownCall'],
  ['token', { times: 3 }, 'delayMs'],
] as const)('a wrong scenario is refused in words: %s %j', async (row, { sandbox: { client } }) => {
  const [call, scenario, word] = row;
  const response = await client.setScenario(call, scenario);
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(word)]);
  expect(await client.scenarios()).toEqual({});
});
