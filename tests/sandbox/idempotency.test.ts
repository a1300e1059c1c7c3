import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Json, startTestSandbox } from './client.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

async function send(call: string, payload: Json, key: string) {
  const response = await fetch(`${sandbox.addresses.api}/app/${call}.php`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${await sandbox.client.accessToken()}`,
      'Idempotency-Key': key,
    },
    body: JSON.stringify(payload),
  });
  return { status: response.status, answer: await response.json() };
}
const stored = async () => (await sandbox.client.registrations()).length;

it.each([
  ['memberRegisterBank', () => sandbox.client.bankSignup()],
  ['memberRegisterCard', () => sandbox.client.cardSignup()],
] as const)(
  '%s: the same application gets the first answer again, with new tokens too',
  async (call, sign) => {
    const payload = await sign();
    const first = await send(call, payload, 'key-1');
    expect(first.answer).toMatchObject({ success: true });
    expect(await send(call, payload, 'key-1')).toEqual(first);
    const token = await sandbox.client.cardToken();
    const newTokens = { recaptchaToken: await sandbox.client.captchaToken(), token, cardToken: token };
    expect(await send(call, { ...payload, ...newTokens, utmSource: 'mail' }, 'key-1')).toEqual(first);
    expect(await stored()).toBe(1);
  },
);

it('a repeat at the same time gets the same answer, and one is stored', async () => {
  const payload = await sandbox.client.bankSignup();
  const answers = await Promise.all([1, 2, 3].map(() => send('memberRegisterBank', payload, 'key-1')));
  expect(answers).toEqual(Array(3).fill({ status: 200, answer: { success: true } }));
  expect(await stored()).toBe(1);
});

it('an answer that was dropped is given to the repeat', async () => {
  const payload = await sandbox.client.cardSignup();
  await sandbox.client.setScenario('memberRegisterCard', { drop: 'after', times: 1 });
  await expect(send('memberRegisterCard', payload, 'key-1')).rejects.toThrow();
  const { answer } = await send('memberRegisterCard', payload, 'key-1');
  expect(answer).toMatchObject({ success: true, redirectUrl: expect.any(String) });
  const callback = await sandbox.client.authenticate(answer.redirectUrl, 'approve');
  expect(await sandbox.client.verify(answer, callback)).toEqual({ success: true });
  expect(await sandbox.client.registrations()).toMatchObject([{ status: 'complete' }]);
});

it('the same key with another application, or for another call, is refused with a sentence, and nothing is stored', async () => {
  const payload = await sandbox.client.bankSignup();
  await send('memberRegisterBank', payload, 'key-1');
  for (const [call, other] of [
    ['memberRegisterBank', { ...payload, street: '2-2' }],
    ['memberRegisterBank', { ...payload, paymentAmount: 10_000 }],
    ['memberRegisterCard', payload],
  ] as const) {
    expect(await send(call, other, 'key-1')).toEqual({
      status: 422,
      answer: { success: false, messages: [expect.stringContaining('同じIdempotency-Key')] },
    });
  }
  expect(await stored()).toBe(1);
});

it('a refusal is repeated to the very same call, and judged anew for a new captcha token', async () => {
  const payload = await sandbox.client.bankSignup();
  sandbox.clock.now += 2 * 60_000;
  const refused = await send('memberRegisterBank', payload, 'key-1');
  expect(refused.answer).toMatchObject({ success: false });
  expect(await send('memberRegisterBank', payload, 'key-1')).toEqual(refused);
  const recaptchaToken = await sandbox.client.captchaToken();
  expect(await send('memberRegisterBank', { ...payload, recaptchaToken }, 'key-1')).toMatchObject({
    answer: { success: true },
  });
  expect(await stored()).toBe(1);
});

it('another key, or the same after a reset, is another application', async () => {
  await send('memberRegisterBank', await sandbox.client.bankSignup(), 'key-1');
  await send('memberRegisterBank', await sandbox.client.bankSignup(), 'key-2');
  expect(await stored()).toBe(2);
  await fetch(`${sandbox.addresses.api}/sandbox/reset`, { method: 'POST' });
  await send('memberRegisterBank', await sandbox.client.bankSignup(), 'key-1');
  expect(await stored()).toBe(1);
});
