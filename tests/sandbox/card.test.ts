import { describe, expect } from 'vitest';
import { cardRefusals, testCards } from '../../sandbox/test-cards.ts';
import { readCallback } from './client.ts';
import { it } from './test-sandbox.ts';

describe('the card token', () => {
  it.for([
    [{}, '000'],
    [{ cardno: '4111111111111112' }, '102'],
    [{ expire: '202612' }, '113'],
    [{ expire: '202701' }, '000'],
  ] as const)('of %j has result code %s', async ([card, resultCode], { sandbox: { client } }) => {
    expect(await client.tokenise(card)).toMatchObject({ resultCode });
  });

  it('can be used once, within thirty minutes', async ({ sandbox: { client, clock } }) => {
    const register = async (token: string) =>
      client.answer('memberRegisterCard', await client.cardSignup({ token }));
    const [used, late] = [await client.cardToken(), await client.cardToken()];
    expect(await register(used)).toMatchObject({ success: true });
    expect(await register(used)).toMatchObject({ success: false });
    clock.now += 30 * 60_000;
    expect(await register(late)).toMatchObject({ success: false });
    expect(await client.registrations()).toHaveLength(1);
  });
});

describe('an application by card', () => {
  it.for([
    ['approve', 'complete', true],
    ['decline', 'failed', false],
    ['cancel', 'failed', false],
  ] as const)(
    'waits for the bank’s page, once: %s ends as %s',
    async ([button, status, success], { sandbox: { client, addresses } }) => {
      const payload = await client.cardSignup();
      const registered = await client.answer('memberRegisterCard', payload);
      expect(registered).toEqual({
        success: true,
        redirectUrl: expect.stringMatching(new RegExp(`^${addresses.gateway}/3ds/[\\w-]+$`)),
        registerToken: expect.any(String),
      });
      expect(await client.verify(registered, { accessId: 'x', csrfToken: 'x' })).toMatchObject({
        success: false,
      });
      const callback = await client.authenticate(registered.redirectUrl, button);
      expect(callback).toEqual({
        location: `${addresses.site}/form/member/callback`,
        accessId: expect.any(String),
        event: 'AuthResult',
        csrfToken: expect.any(String),
      });
      expect((await fetch(String(registered.redirectUrl))).status).toBe(410);
      for (const wrong of [{ accessId: 'x' }, { csrfToken: 'x' }])
        expect(await client.verify(registered, { ...callback, ...wrong })).toMatchObject({ success: false });
      expect(await client.registrations()).toMatchObject([{ method: 'card', status: 'pending', payload }]);
      // A second call gets the same answer.
      for (const _ of [1, 2]) {
        expect(await client.verify(registered, callback)).toMatchObject({ success });
        expect(await client.registrations()).toMatchObject([{ status }]);
      }
    },
  );
});

it.for(testCards)('the test card $number does what it says', async (card, { sandbox: { client } }) => {
  const { resultCode } = await client.tokenise({ cardno: card.number });
  const faults = { tokenFieldError: '102', tokenBusy: '901', tokenSetUpFault: '180' };
  expect(resultCode).toBe(Object.entries(faults).find(([name]) => name === card.behaviour)?.[1] ?? '000');
  if (resultCode !== '000') return;

  const registered = await client.answer('memberRegisterCard', await client.cardSignup({}, card.number));
  const refused = cardRefusals[card.behaviour];
  if (refused) {
    expect(registered).toEqual({ success: false, messages: refused });
    return;
  }
  const callback =
    card.behaviour === 'frictionless'
      ? readCallback(await fetch(String(registered.redirectUrl), { redirect: 'manual' }))
      : await client.authenticate(registered.redirectUrl, 'approve');
  expect(await client.verify(registered, callback)).toMatchObject({
    success: card.behaviour !== 'verifyDeclined',
  });
});
