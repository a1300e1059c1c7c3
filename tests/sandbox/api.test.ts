import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fields, startTestSandbox } from './client.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

describe('access token', () => {
  it.each(['postalCode', 'memberRegisterCard', 'memberVerifyCard', 'memberRegisterBank'])(
    '%s answers 401 without one and stores nothing',
    async (call) => {
      const response = await sandbox.client.post(call, await sandbox.client.bankSignup(), 'wrong');
      expect(response.status).toBe(401);
      expect(await sandbox.client.registrations()).toEqual([]);
    },
  );

  it('is good for fifteen minutes', async () => {
    const token = await sandbox.client.accessToken();
    const lookUp = async () =>
      (await sandbox.client.post('postalCode', { postalCode: '1000001' }, token)).status;
    sandbox.clock.now += 15 * 60_000 - 1;
    expect(await lookUp()).toBe(200);
    sandbox.clock.now += 1;
    expect(await lookUp()).toBe(401);
  });

  it('is no captcha token and no card token', async () => {
    const recaptchaToken = await sandbox.client.accessToken();
    expect(
      await sandbox.client.answer('memberRegisterBank', await sandbox.client.bankSignup({ recaptchaToken })),
    ).toMatchObject({ success: false });
  });
});

describe('cross-origin', () => {
  const preflight = (origin: string) =>
    fetch(`${sandbox.addresses.api}/app/postalCode.php`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });

  it('lets no other origin in', async () => {
    expect((await preflight('https://example.com')).headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect((await preflight('http://localhost:1')).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('bank debit', () => {
  it('is stored whole, as received, and complete', async () => {
    const payload = await sandbox.client.bankSignup({ street: '<b>"1\'-1"</b> 🏠', unknownField: [1, null] });
    expect(await sandbox.client.answer('memberRegisterBank', payload)).toEqual({ success: true });
    expect(await sandbox.client.registrations()).toEqual([
      { id: 1, method: 'bank', status: 'complete', payload, createdAt: '2027-01-15T00:00:00.000Z' },
    ]);
  });

  it('is stored once for a captcha token, also when both calls come at the same time', async () => {
    const payload = await sandbox.client.bankSignup();
    const answers = await Promise.all([1, 2].map(() => sandbox.client.answer('memberRegisterBank', payload)));
    expect(answers.filter(({ success }) => success === true)).toHaveLength(1);
    expect(await sandbox.client.registrations()).toHaveLength(1);
  });

  it('needs a captcha token that the captcha issued, not older than two minutes', async () => {
    for (const recaptchaToken of [undefined, '', 'made up']) {
      const payload = await sandbox.client.bankSignup({ recaptchaToken });
      expect(await sandbox.client.answer('memberRegisterBank', payload)).toMatchObject({ success: false });
    }
    const late = await sandbox.client.bankSignup();
    sandbox.clock.now += 2 * 60_000;
    expect(await sandbox.client.answer('memberRegisterBank', late)).toMatchObject({ success: false });
    expect(await sandbox.client.registrations()).toEqual([]);
  });
});

// That it refuses what the form refuses, same-rules.test.ts says.
describe("the server's own checks", () => {
  it.each([
    ['gender', '女', '性別の値が正しくありません。'],
    ['paymentMethod', 'クレジットカード', 'お支払い方法が正しくありません。'],
    ['paymentAmount', '3000', 'ご支援金額が正しくありません。'],
    ['cardNum', '4111111111111111', 'カード番号とセキュリティコードは受け付けていません。'],
  ])('%s = %o is refused', async (field, value, message) => {
    const payload = await sandbox.client.bankSignup({ [field]: value });
    expect(await sandbox.client.answer('memberRegisterBank', payload)).toEqual({
      success: false,
      messages: [message],
    });
    expect(await sandbox.client.registrations()).toEqual([]);
  });

  it.each(['', 'null', '{'])('the body %o is answered with 400', async (body) => {
    expect((await sandbox.client.post('memberRegisterBank', body)).status).toBe(400);
  });
});

describe('test addresses', () => {
  it.each(['refused@example.com', 'duplicate@example.com', 'hostile@example.com', 'silent@example.com'])(
    '%s is refused',
    async (email) => {
      const answer = await sandbox.client.answer(
        'memberRegisterBank',
        await sandbox.client.bankSignup({ email }),
      );
      expect(fields(answer).success).toBe(false);
      expect(await sandbox.client.registrations()).toEqual([]);
    },
  );
});
