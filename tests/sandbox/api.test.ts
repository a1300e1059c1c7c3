import { describe, expect } from 'vitest';
import { emailRefusals, testEmails } from '../../sandbox/test-cards.ts';
import { it } from './test-sandbox.ts';

describe('the access token', () => {
  it('is asked for by every call, and is good for fifteen minutes', async ({ sandbox }) => {
    const { client, clock } = sandbox;
    for (const call of ['postalCode', 'memberRegisterCard', 'memberVerifyCard', 'memberRegisterBank'])
      expect((await client.post(call, await client.bankSignup(), 'wrong')).status, call).toBe(401);
    expect(await client.registrations()).toEqual([]);

    const token = await client.accessToken();
    const lookUp = async () => (await client.post('postalCode', { postalCode: '1000001' }, token)).status;
    clock.now += 15 * 60_000 - 1;
    expect(await lookUp()).toBe(200);
    clock.now += 1;
    expect(await lookUp()).toBe(401);
  });
});

describe('an application by bank debit', () => {
  it('is stored whole, as received, and complete', async ({ sandbox: { client } }) => {
    const payload = await client.bankSignup({ street: '<b>"1\'-1"</b> 🏠', unknownField: [1, null] });
    expect(await client.answer('memberRegisterBank', payload)).toEqual({ success: true });
    expect(await client.registrations()).toEqual([
      { id: 1, method: 'bank', status: 'complete', payload, createdAt: '2027-01-15T00:00:00.000Z' },
    ]);
  });

  it('needs a captcha token that is not older than two minutes and was not used before', async ({
    sandbox: { client, clock },
  }) => {
    const used = await client.bankSignup();
    await client.answer('memberRegisterBank', used);
    const late = await client.bankSignup();
    clock.now += 2 * 60_000;
    for (const payload of [used, late, await client.bankSignup({ recaptchaToken: 'made up' })])
      expect(await client.answer('memberRegisterBank', payload)).toMatchObject({ success: false });
    expect(await client.registrations()).toHaveLength(1);
  });

  // same-rules.test.ts checks that the server refuses what the form refuses.
  it.for([testEmails.refused, testEmails.duplicate, testEmails.hostile, testEmails.silent])(
    'is refused for the test address %s',
    async (email, { sandbox: { client } }) => {
      const payload = await client.bankSignup({ email });
      expect(await client.answer('memberRegisterBank', payload)).toEqual({
        success: false,
        messages: emailRefusals[email],
      });
      expect(await client.registrations()).toEqual([]);
    },
  );
});
