import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasValidCheckDigit } from '../../sandbox/card-check.ts';
import { cardRefusals, testCards } from '../../sandbox/test-cards.ts';
import { minimumAmount } from '../../src/signup/amount.ts';
import { type Json, readCallback, startTestSandbox } from './client.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const register = async (payload: Json) => sandbox.client.answer('memberRegisterCard', payload);

describe('token', () => {
  it('comes with the masked number', async () => {
    expect(await sandbox.client.tokenise()).toEqual({
      resultCode: '000',
      tokenObject: { token: expect.any(String), maskedCardNo: '************1111' },
    });
  });

  it.each([
    [{ cardno: '' }, '100'],
    [{ cardno: '4111-1111-1111-1111' }, '101'],
    [{ cardno: '411111111' }, '102'],
    [{ cardno: '4111111111111112' }, '102'],
    [{ expire: '' }, '110'],
    [{ expire: '12/28' }, '111'],
    [{ expire: '202813' }, '113'],
    [{ expire: '202612' }, '113'],
    [{ expire: '202701' }, '000'],
    [{ securitycode: '12x' }, '121'],
    [{ securitycode: '12' }, '122'],
    [{ securitycode: '12345' }, '122'],
    [{ securitycode: '' }, '000'],
    [{ apiKey: '' }, '160'],
  ])('%o gives result code %s', async (card, resultCode) => {
    expect(await sandbox.client.tokenise(card)).toMatchObject({ resultCode });
  });

  it('can be used once', async () => {
    const token = await sandbox.client.cardToken();
    const payloads = await Promise.all([1, 2].map(() => sandbox.client.cardSignup({ token })));
    const answers = await Promise.all(payloads.map(register));
    expect(answers.filter(({ success }) => success === true)).toHaveLength(1);
    expect(await sandbox.client.registrations()).toHaveLength(1);
  });

  it('is refused after thirty minutes', async () => {
    const token = await sandbox.client.cardToken();
    sandbox.clock.now += 30 * 60_000;
    expect(await register(await sandbox.client.cardSignup({ token }))).toMatchObject({ success: false });
    expect(await sandbox.client.registrations()).toEqual([]);
  });
});

describe('card registration', () => {
  it('is stored as received and waits for the 3-D Secure page', async () => {
    const payload = await sandbox.client.cardSignup();
    const answer = await register(payload);
    expect(answer).toEqual({
      success: true,
      redirectUrl: expect.stringMatching(new RegExp(`^${sandbox.addresses.gateway}/3ds/[\\w-]+$`)),
      registerToken: expect.any(String),
    });
    expect(await sandbox.client.registrations()).toMatchObject([
      { method: 'card', status: 'pending', payload },
    ]);
    expect(String(answer.redirectUrl)).not.toContain(String(answer.registerToken));
  });

  it.each([
    ['callbackUrl', 'https://evil.example/form/member/callback'],
    ['callbackUrl', '/form/member/callback'],
    ['cardExpiryMonth', '13'],
    ['cardExpiryYear', ''],
    ['token', ''],
    ['paymentAmount', minimumAmount - 1],
  ])('is refused for %s = %o', async (field, value) => {
    expect(await register(await sandbox.client.cardSignup({ [field]: value }))).toMatchObject({
      success: false,
    });
    expect(await sandbox.client.registrations()).toEqual([]);
  });
});

describe('3-D Secure', () => {
  it.each([
    ['approve', 'complete', true],
    ['decline', 'failed', false],
    ['cancel', 'failed', false],
  ])('%s ends as %s', async (button, status, success) => {
    const registered = await register(await sandbox.client.cardSignup());
    const callback = await sandbox.client.authenticate(registered.redirectUrl, button);
    expect(callback).toEqual({
      location: `${sandbox.addresses.site}/form/member/callback`,
      accessId: expect.any(String),
      event: 'AuthResult',
      csrfToken: expect.any(String),
    });
    expect(await sandbox.client.registrations()).toMatchObject([{ status: 'pending' }]);
    expect(await sandbox.client.verify(registered, callback)).toMatchObject({ success });
    expect(await sandbox.client.registrations()).toMatchObject([{ status }]);
    // Asked again, the server stands by its answer.
    expect(await sandbox.client.verify(registered, callback)).toMatchObject({ success });
    expect(await sandbox.client.registrations()).toMatchObject([{ status }]);
  });

  it('can be done once', async () => {
    const registered = await register(await sandbox.client.cardSignup());
    await sandbox.client.authenticate(registered.redirectUrl, 'decline');
    const again = await fetch(String(registered.redirectUrl), {
      method: 'POST',
      body: new URLSearchParams({ action: 'approve' }),
      redirect: 'manual',
    });
    expect(again.status).toBe(410);
    expect((await fetch(String(registered.redirectUrl))).status).toBe(410);
  });

  it('is not verified with a wrong accessId, csrf token or registerToken, nor before a button was pressed', async () => {
    const registered = await register(await sandbox.client.cardSignup());
    expect(await sandbox.client.verify(registered, { accessId: 'x', csrfToken: 'x' })).toMatchObject({
      success: false,
    });
    const callback = await sandbox.client.authenticate(registered.redirectUrl, 'approve');
    for (const wrong of [{ accessId: 'x' }, { csrfToken: 'x' }]) {
      expect(await sandbox.client.verify(registered, { ...callback, ...wrong })).toMatchObject({
        success: false,
      });
    }
    expect(await sandbox.client.verify({ registerToken: 'x' }, callback)).toMatchObject({ success: false });
    expect(await sandbox.client.registrations()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('test cards', () => {
  it.each(testCards.map((card) => [card.number, card]))(
    '%s has a valid check digit and does what it says',
    async (number, card) => {
      expect(hasValidCheckDigit(number)).toBe(true);
      const { resultCode } = await sandbox.client.tokenise({ cardno: number });
      expect(resultCode).toBe(
        { tokenFieldError: '102', tokenBusy: '901', tokenSetUpFault: '180' }[String(card.behaviour)] ?? '000',
      );
      if (resultCode !== '000') return;

      const registered = await register(await sandbox.client.cardSignup({}, number));
      const refused = cardRefusals[card.behaviour];
      if (refused) {
        expect(registered).toEqual({ success: false, messages: refused });
        expect(await sandbox.client.registrations()).toEqual([]);
        return;
      }
      const callback =
        card.behaviour === 'frictionless'
          ? readCallback(await fetch(String(registered.redirectUrl), { redirect: 'manual' }))
          : await sandbox.client.authenticate(registered.redirectUrl, 'approve');
      expect(await sandbox.client.verify(registered, callback)).toMatchObject({
        success: card.behaviour !== 'verifyDeclined',
      });
    },
  );
});
