import { expect } from 'vitest';
import { it } from './test-sandbox.ts';

// Browser tests check that a call is late, as often as told, and what the log has.
const page = { status: 502, body: '<h1>Bad Gateway</h1>', contentType: 'text/html' };
it.for([
  ['a delay', { delayMs: 1 }, [200, 'application/json', '{"success":true}'], 1],
  ['a page', page, [502, page.contentType, page.body], 0],
  ['a break before it', { drop: 'before' }, 'broken', 0],
  ['a break after it', { drop: 'after' }, 'broken', 1],
] as const)('memberRegisterBank with %s answers so, and is carried out or not', async (row, { sandbox }) => {
  const [, scenario, expected, stored] = row;
  const { client } = sandbox;
  await client.setScenario('memberRegisterBank', scenario);
  const answer = await client.post('memberRegisterBank', await client.bankSignup()).then(
    async (response) => [response.status, response.headers.get('Content-Type'), await response.text()],
    () => 'broken',
  );
  expect(answer).toEqual(expected);
  expect(await client.registrations()).toHaveLength(stored);
});

it('one scenario is taken back without the others', async ({ sandbox: { client } }) => {
  for (const call of ['token', 'postalCode']) await client.setScenario(call, { status: 500 });
  await client.takeBack('token');
  expect(await client.scenarios()).toEqual({ postalCode: { status: 500 } });
});

it('a reset ends delays and removes scenarios, registrations and the log', async ({
  sandbox: { client },
}) => {
  await client.answer('memberRegisterBank', await client.bankSignup());
  await client.setScenario('memberRegisterBank', { delayMs: 3_600_000 });
  const call = client.post('memberRegisterBank', await client.bankSignup()).catch(() => 'dropped');
  const logged = { at: '2027-01-15T00:00:00.000Z', scenario: 'delay 3600000 ms' };
  await expect.poll(async () => (await client.requests())[0]).toMatchObject(logged);
  await client.reset();
  expect(await call).toBe('dropped');
  const left = [await client.scenarios(), await client.registrations(), await client.requests()];
  expect(left).toEqual([{}, [], []]);
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
