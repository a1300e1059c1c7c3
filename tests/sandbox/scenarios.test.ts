import { describe, expect } from 'vitest';
import { it } from './test-sandbox.ts';

// Browser tests check that a call is late, broken or answered as told.
describe('a scenario', () => {
  it('applies to as many calls as it says, preflights not counted', async ({
    sandbox: { client, addresses },
  }) => {
    const statusOf = async (method: string) =>
      (await fetch(`${addresses.api}/app/token.php`, { method })).status;
    await client.setScenario('token', { status: 500, times: 2 });
    expect(await statusOf('GET')).toBe(500);
    await statusOf('OPTIONS');
    expect(await client.scenarios()).toEqual({ token: { status: 500, times: 1 } });
    expect([await statusOf('GET'), await statusOf('GET')]).toEqual([500, 200]);
    expect(await client.scenarios()).toEqual({});
  });

  it('that delays a call ends at a reset, which also removes registrations', async ({
    sandbox: { client },
  }) => {
    const payload = await client.bankSignup();
    await client.answer('memberRegisterBank', payload);
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
  ] as const)(
    'is refused, with a word on what is wrong: %s %j',
    async ([call, scenario, word], { sandbox: { client } }) => {
      const response = await client.setScenario(call, scenario);
      expect(response.status).toBe(400);
      expect(JSON.stringify(await response.json())).toContain(word);
      expect(await client.scenarios()).toEqual({});
    },
  );
});

it('the log has requests newest first, as the contract says', async ({ sandbox: { client } }) => {
  await client.accessToken();
  await client.post('postalCode', { postalCode: '1000001' }, 'wrong');
  expect(await client.requests()).toMatchObject([
    {
      at: '2027-01-15T00:00:00.000Z',
      method: 'POST',
      path: '/app/postalCode.php',
      status: 401,
      body: { postalCode: '1000001' },
    },
    { method: 'GET', path: '/app/token.php', status: 200, body: null },
  ]);
});
