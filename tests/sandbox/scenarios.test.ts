import { expect } from 'vitest';
import { it } from './test-sandbox.ts';

// Browser tests check that a call is late, broken or answered as told.
it('a scenario applies to as many calls as it says, without preflights', async ({ sandbox }) => {
  const { client, addresses } = sandbox;
  const statusOf = async (method: string) =>
    (await fetch(`${addresses.api}/app/token.php`, { method })).status;
  await client.setScenario('token', { status: 500, times: 2 });
  expect(await statusOf('GET')).toBe(500);
  await statusOf('OPTIONS');
  expect(await client.scenarios()).toEqual({ token: { status: 500, times: 1 } });
  expect([await statusOf('GET'), await statusOf('GET')]).toEqual([500, 200]);
  expect(await client.scenarios()).toEqual({});
});

it('a reset ends delays, and removes scenarios and registrations', async ({ sandbox: { client } }) => {
  await client.answer('memberRegisterBank', await client.bankSignup());
  await client.setScenario('memberRegisterBank', { delayMs: 3_600_000 });
  const call = client.post('memberRegisterBank', await client.bankSignup()).catch(() => 'dropped');
  await expect.poll(async () => (await client.requests())[0]?.scenario).toBe('delay 3600000 ms');
  await client.reset();
  expect(await call).toBe('dropped');
  expect([await client.registrations(), await client.scenarios()]).toEqual([[], {}]);
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

it('the log has requests newest first, as the contract says', async ({ sandbox: { client } }) => {
  await client.accessToken();
  await client.post('postalCode', { postalCode: '1000001' }, 'wrong');
  const { at, path } = { at: '2027-01-15T00:00:00.000Z', path: '/app/postalCode.php' };
  expect(await client.requests()).toMatchObject([
    { at, method: 'POST', path, status: 401, body: { postalCode: '1000001' } },
    { at, method: 'GET', path: '/app/token.php', status: 200, body: null },
  ]);
});
