import { expect } from 'vitest';
import type { createClient, Json } from './client.ts';
import { it } from './test-sandbox.ts';

type Client = ReturnType<typeof createClient>;

async function send(client: Client, call: string, payload: Json, key = 'key-1') {
  const response = await client.post(call, payload, undefined, { 'Idempotency-Key': key });
  return { status: response.status, answer: await response.json() };
}

it.for([
  ['memberRegisterBank', 'bankSignup'],
  ['memberRegisterCard', 'cardSignup'],
] as const)(
  '%s: the same application gets the first answer again, at the same time too, and with new tokens',
  async ([call, sign], { sandbox: { client } }) => {
    const payload = await client[sign]();
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => send(client, call, payload)));
    expect(first).toMatchObject({ status: 200, answer: { success: true } });
    const token = await client.cardToken();
    const newTokens = { recaptchaToken: await client.captchaToken(), token, cardToken: token };
    const later = await send(client, call, { ...payload, ...newTokens, utmSource: 'mail' });
    expect([...others, later]).toEqual([first, first, first]);
    expect(await client.registrations()).toHaveLength(1);
  },
);

it('an answer that was dropped is given to the repeat', async ({ sandbox: { client } }) => {
  const payload = await client.cardSignup();
  await client.setScenario('memberRegisterCard', { drop: 'after', times: 1 });
  await expect(send(client, 'memberRegisterCard', payload)).rejects.toThrow();
  const { answer } = await send(client, 'memberRegisterCard', payload);
  const callback = await client.authenticate(answer.redirectUrl, 'approve');
  expect(await client.verify(answer, callback)).toEqual({ success: true });
  expect(await client.registrations()).toMatchObject([{ status: 'complete' }]);
});

it('the same key with another application, or for another call, is refused with a sentence, and nothing is stored', async ({
  sandbox: { client },
}) => {
  const payload = await client.bankSignup();
  await send(client, 'memberRegisterBank', payload);
  for (const [call, other] of [
    ['memberRegisterBank', { ...payload, street: '2-2' }],
    ['memberRegisterBank', { ...payload, paymentAmount: 10_000 }],
    ['memberRegisterCard', payload],
  ] as const) {
    expect(await send(client, call, other)).toEqual({
      status: 422,
      answer: { success: false, messages: [expect.stringContaining('同じIdempotency-Key')] },
    });
  }
  expect(await client.registrations()).toHaveLength(1);
});

it('a refusal is repeated to the very same call, and judged anew for a new captcha token', async ({
  sandbox: { client, clock },
}) => {
  const payload = await client.bankSignup();
  clock.now += 2 * 60_000;
  const refused = await send(client, 'memberRegisterBank', payload);
  expect(refused.answer).toMatchObject({ success: false });
  expect(await send(client, 'memberRegisterBank', payload)).toEqual(refused);
  const recaptchaToken = await client.captchaToken();
  expect(await send(client, 'memberRegisterBank', { ...payload, recaptchaToken })).toMatchObject({
    answer: { success: true },
  });
});

it('another key, or the same after a reset, is another application', async ({ sandbox: { client } }) => {
  for (const key of ['key-1', 'key-2'])
    await send(client, 'memberRegisterBank', await client.bankSignup(), key);
  expect(await client.registrations()).toHaveLength(2);
  await client.reset();
  await send(client, 'memberRegisterBank', await client.bankSignup());
  expect(await client.registrations()).toHaveLength(1);
});
