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

it('the same key with another application, or for another call, is refused with a sentence', async ({
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
