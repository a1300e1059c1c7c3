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

describe('postal codes', () => {
  it.each([
    ['1000001', { prefName: '東京都', cityName: '千代田区', townName: '千代田' }],
    ['0608621', { prefName: '北海道', cityName: '札幌市中央区', townName: '北一条西' }],
    ['1000000', { prefName: '東京都', cityName: '千代田区', townName: '' }],
  ])('%s is found', async (postalCode, data) => {
    expect(await sandbox.client.answer('postalCode', { postalCode })).toEqual({ data });
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

  it('is refused below 2,000 yen, with a message that holds HTML', async () => {
    const refused = await sandbox.client.answer(
      'memberRegisterBank',
      await sandbox.client.bankSignup({ paymentAmount: 1999 }),
    );
    expect(refused.messages).toEqual([expect.stringContaining('<a href="/contact/"')]);
    const accepted = await sandbox.client.bankSignup({ paymentAmount: 2000 });
    expect(await sandbox.client.answer('memberRegisterBank', accepted)).toEqual({ success: true });
  });
});

describe("the server's own checks", () => {
  it.each([
    ['lastName', '', '姓を入力してください。'],
    ['furigana', undefined, 'ふりがなを入力してください。'],
    ['email', 'hanako@', 'メールアドレスの形式が正しくありません。'],
    ['phone', '03-1234-5678', '電話番号は10桁または11桁の数字で入力してください。'],
    ['zip', '1000', '郵便番号の形式が正しくありません。'],
    ['state', ' ', '都道府県を入力してください。'],
    ['birthDate', '2023-2-29', '生年月日が正しくありません。'],
    ['gender', '女', '性別の値が正しくありません。'],
    ['paymentMethod', 'クレジットカード', 'お支払い方法が正しくありません。'],
    ['paymentAmount', '3000', 'ご支援金額が正しくありません。'],
    ['city', '長'.repeat(201), '市区町村は200文字以内で入力してください。'],
    ['cardNum', '4111111111111111', 'カード番号とセキュリティコードは受け付けていません。'],
  ])('%s = %o is refused', async (field, value, message) => {
    const payload = await sandbox.client.bankSignup({ [field]: value });
    expect(await sandbox.client.answer('memberRegisterBank', payload)).toEqual({
      success: false,
      messages: [message],
    });
    expect(await sandbox.client.registrations()).toEqual([]);
  });

  it('takes an overseas address with any zip, but not without a country', async () => {
    const abroad = { expatriate: true, zip: 'SW1A 1AA', state: 'London', country: 'United Kingdom' };
    const withCountry = await sandbox.client.bankSignup(abroad);
    expect(await sandbox.client.answer('memberRegisterBank', withCountry)).toEqual({ success: true });
    const without = await sandbox.client.bankSignup({ ...abroad, country: '' });
    expect(await sandbox.client.answer('memberRegisterBank', without)).toMatchObject({ success: false });
  });

  it.each(['', '[]', 'null', '{'])('the body %o is answered with 400', async (body) => {
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
