import { expect } from 'vitest';
import { cardRefusals, emailRefusals, testCards, testEmails } from '../../sandbox/test-cards.ts';
import { type Json, readCallback } from './client.ts';
import { it, type TestSandbox } from './test-sandbox.ts';

type Ask = (sandbox: TestSandbox) => Promise<unknown>;

const minutes = 60_000;
const refused = expect.objectContaining({ success: false });
const lookUp =
  (postalCode: string): Ask =>
  ({ client }) =>
    client.answer('postalCode', { postalCode });
const tokenise =
  (card: Json): Ask =>
  ({ client }) =>
    client.tokenise(card);
const applyByBank =
  (changes: Json): Ask =>
  async ({ client }) =>
    client.answer('memberRegisterBank', await client.bankSignup(changes));
/** Applies with a token that has been used or has grown old. */
const applyLater =
  (call: 'memberRegisterBank' | 'memberRegisterCard', age: number, uses: number): Ask =>
  async ({ client, clock }) => {
    const payload = await (call === 'memberRegisterBank' ? client.bankSignup() : client.cardSignup());
    for (let use = 0; use < uses; use++) await client.answer(call, payload);
    clock.now += age;
    // the captcha's token is as old as the card's, and is replaced, so that the card's is looked at
    const recaptchaToken = await client.captchaToken();
    return client.answer(call, call === 'memberRegisterCard' ? { ...payload, recaptchaToken } : payload);
  };
const withAccessToken =
  (age: number): Ask =>
  async ({ client, clock }) => {
    const token = await client.accessToken();
    clock.now += age;
    return (await client.post('postalCode', { postalCode: '1000001' }, token)).status;
  };

const accepted = { success: true };
const tokyo = { prefName: '東京都', cityName: '千代田区', townName: '千代田' };
const withResult = (resultCode: string) => expect.objectContaining({ resultCode });

it.for<[call: string, scenario: string, ask: Ask, answer: unknown]>([
  ['postalCode', 'a code with a town', lookUp('1000001'), { data: tokyo }],
  ['postalCode', 'a code without a town', lookUp('1000000'), { data: { ...tokyo, townName: '' } }],
  ['postalCode', 'an unknown code', lookUp('9999999'), { data: [] }],
  ['postalCode', 'an access token of nearly 15 minutes', withAccessToken(15 * minutes - 1), 200],
  ['postalCode', 'an access token of 15 minutes', withAccessToken(15 * minutes), 401],
  ['gatewayToken', 'a card', tokenise({}), withResult('000')],
  ['gatewayToken', 'a wrong check digit', tokenise({ cardno: '4111111111111112' }), withResult('102')],
  ['gatewayToken', 'a card of last month', tokenise({ expire: '202612' }), withResult('113')],
  ['gatewayToken', 'a card of this month', tokenise({ expire: '202701' }), withResult('000')],
  ['memberRegisterBank', 'a complete application', applyByBank({}), accepted],
  ['memberRegisterBank', 'a made-up captcha token', applyByBank({ recaptchaToken: 'made up' }), refused],
  [
    'memberRegisterBank',
    'a captcha token of two minutes',
    applyLater('memberRegisterBank', 2 * minutes, 0),
    refused,
  ],
  ['memberRegisterBank', 'a captcha token used before', applyLater('memberRegisterBank', 0, 1), refused],
  [
    'memberRegisterCard',
    'a card token of 30 minutes',
    applyLater('memberRegisterCard', 30 * minutes, 0),
    refused,
  ],
  ['memberRegisterCard', 'a card token used before', applyLater('memberRegisterCard', 0, 1), refused],
  ...([testEmails.refused, testEmails.duplicate, testEmails.hostile, testEmails.silent] as const).map(
    (email): [string, string, Ask, unknown] => [
      'memberRegisterBank',
      email,
      applyByBank({ email }),
      { success: false, messages: emailRefusals[email] },
    ],
  ),
])('%s answers to %s', async ([, , ask, answer], { sandbox }) => {
  expect(await ask(sandbox)).toEqual(answer);
});

it('every call asks for an access token', async ({ sandbox: { client } }) => {
  for (const call of ['postalCode', 'memberRegisterCard', 'memberVerifyCard', 'memberRegisterBank'])
    expect((await client.post(call, await client.bankSignup(), 'wrong')).status, call).toBe(401);
  expect(await client.registrations()).toEqual([]);
});

it('an application by bank debit is stored whole, as received, and a refused one is not', async ({
  sandbox: { client },
}) => {
  const payload = await client.bankSignup({ street: '<b>"1\'-1"</b> 🏠', unknownField: [1, null] });
  await client.answer('memberRegisterBank', payload);
  await client.answer('memberRegisterBank', await client.bankSignup({ email: testEmails.refused }));
  expect(await client.registrations()).toEqual([
    { id: 1, method: 'bank', status: 'complete', payload, createdAt: '2027-01-15T00:00:00.000Z' },
  ]);
});

it.for([
  ['approve', 'complete', true],
  ['decline', 'failed', false],
  ['cancel', 'failed', false],
] as const)(
  'an application by card waits for the bank’s page, once: %s ends as %s',
  async ([button, status, success], { sandbox: { client, addresses } }) => {
    const payload = await client.cardSignup();
    const registered = await client.answer('memberRegisterCard', payload);
    expect(registered).toEqual({
      success: true,
      redirectUrl: expect.stringMatching(new RegExp(`^${addresses.gateway}/3ds/[\\w-]+$`)),
      registerToken: expect.any(String),
    });
    expect(await client.verify(registered, { accessId: 'x', csrfToken: 'x' })).toEqual(refused);
    const callback = await client.authenticate(registered.redirectUrl, button);
    expect(callback).toEqual({
      location: `${addresses.site}/form/member/callback`,
      accessId: expect.any(String),
      event: 'AuthResult',
      csrfToken: expect.any(String),
    });
    expect((await fetch(String(registered.redirectUrl))).status).toBe(410);
    for (const wrong of [{ accessId: 'x' }, { csrfToken: 'x' }])
      expect(await client.verify(registered, { ...callback, ...wrong })).toEqual(refused);
    expect(await client.registrations()).toMatchObject([{ method: 'card', status: 'pending', payload }]);
    // A second call gets the same answer.
    for (const _ of [1, 2]) {
      expect(await client.verify(registered, callback)).toMatchObject({ success });
      expect(await client.registrations()).toMatchObject([{ status }]);
    }
  },
);

it.for(testCards)('the test card $number does what it says', async (card, { sandbox: { client } }) => {
  const { resultCode } = await client.tokenise({ cardno: card.number });
  const faults = { tokenFieldError: '102', tokenBusy: '901', tokenSetUpFault: '180' };
  expect(resultCode).toBe(Object.entries(faults).find(([name]) => name === card.behaviour)?.[1] ?? '000');
  if (resultCode !== '000') return;

  const registered = await client.answer('memberRegisterCard', await client.cardSignup({}, card.number));
  const messages = cardRefusals[card.behaviour];
  if (messages) {
    expect(registered).toEqual({ success: false, messages });
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
