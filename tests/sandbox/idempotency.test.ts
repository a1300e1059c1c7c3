import { expect } from 'vitest';
import type { Json } from './client.ts';
import { it, type TestSandbox } from './test-sandbox.ts';

async function send({ client }: TestSandbox, kind: 'Bank' | 'Card', payload: Json) {
  const key = { 'Idempotency-Key': 'key-1' };
  const response = await client.post(`memberRegister${kind}`, payload, undefined, key);
  return { status: response.status, answer: await response.json() };
}

it.for(['Bank', 'Card'] as const)(
  'memberRegister%s gives one application its first answer again, at the same time too',
  async (kind, { sandbox }) => {
    const { client } = sandbox;
    const payload = await (kind === 'Bank' ? client.bankSignup() : client.cardSignup());
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => send(sandbox, kind, payload)));
    expect(first).toMatchObject({ status: 200, answer: { success: true } });
    const token = await client.cardToken();
    const newTokens = { recaptchaToken: await client.captchaToken(), token, cardToken: token };
    const later = await send(sandbox, kind, { ...payload, ...newTokens, utmSource: 'mail' });
    expect([...others, later]).toEqual([first, first, first]);
    expect(await client.registrations()).toHaveLength(1);
  },
);

it('the same key with another application or call is refused with a sentence', async ({ sandbox }) => {
  const payload = await sandbox.client.bankSignup();
  await send(sandbox, 'Bank', payload);
  const answers = [
    await send(sandbox, 'Bank', { ...payload, street: '2-2' }),
    await send(sandbox, 'Card', payload),
  ];
  const messages = [expect.stringContaining('同じIdempotency-Key')];
  expect(answers).toEqual(Array(2).fill({ status: 422, answer: { success: false, messages } }));
  expect(await sandbox.client.registrations()).toHaveLength(1);
});

it('a refusal is repeated, and judged anew for a new captcha token', async ({ sandbox }) => {
  const payload = await sandbox.client.bankSignup();
  sandbox.clock.now += 2 * 60_000;
  const refused = await send(sandbox, 'Bank', payload);
  expect(refused.answer).toMatchObject({ success: false });
  expect(await send(sandbox, 'Bank', payload)).toEqual(refused);
  const recaptchaToken = await sandbox.client.captchaToken();
  const judgedAnew = await send(sandbox, 'Bank', { ...payload, recaptchaToken });
  expect(judgedAnew.answer).toEqual({ success: true });
});

it('a reset forgets the kept answers too', async ({ sandbox }) => {
  const payload = await sandbox.client.bankSignup();
  await send(sandbox, 'Bank', payload);
  await sandbox.client.reset();
  const recaptchaToken = await sandbox.client.captchaToken();
  expect(await send(sandbox, 'Bank', { ...payload, recaptchaToken })).toMatchObject({ status: 200 });
  expect(await sandbox.client.registrations()).toHaveLength(1);
});
