import { expect } from 'vitest';
import { cardRefusals, emailRefusals, testCards, testEmails } from '../../sandbox/test-cards.ts';
import { CARD } from '../../src/signup/form.ts';
import { type Json, readCallback } from './client.ts';
import { it, type TestSandbox } from './test-sandbox.ts';

type Ask = (sandbox: TestSandbox) => Promise<unknown>;
type Row = [call: string, scenario: string, ask: Ask, answer: unknown];

const minutes = 60_000;
const tokyo = { prefName: '東京都', cityName: '千代田区', townName: '千代田' };
const accepted = { success: true };
const refused = expect.objectContaining({ success: false });

const postal = (scenario: string, postalCode: string, data: unknown): Row => [
  'postalCode',
  scenario,
  ({ client }) => client.answer('postalCode', { postalCode }),
  { data },
];
const card = (scenario: string, changes: Json, resultCode: string): Row => [
  'the gateway',
  scenario,
  ({ client }) => client.tokenise(changes),
  expect.objectContaining({ resultCode }),
];
const bank = (scenario: string, changes: Json, answer: unknown): Row => [
  'memberRegisterBank',
  scenario,
  async ({ client }) => client.answer('memberRegisterBank', await client.bankSignup(changes)),
  answer,
];
/** Sends an application whose token has grown old, or sends it twice. */
const late = (kind: 'Bank' | 'Card', scenario: string, age: number, sent = 1): Row => [
  `memberRegister${kind}`,
  scenario,
  async ({ client, clock }) => {
    const application = await (kind === 'Bank' ? client.bankSignup() : client.cardSignup());
    if (sent > 1) await client.answer(`memberRegister${kind}`, application);
    clock.now += age;
    // the captcha's token grows old first: with a new one the card's is looked at
    if (kind === 'Card') application.recaptchaToken = await client.captchaToken();
    return client.answer(`memberRegister${kind}`, application);
  },
  refused,
];
const accessTokenOf = (scenario: string, age: number, status: number): Row => [
  'postalCode',
  scenario,
  async ({ client, clock }) => {
    const token = await client.accessToken();
    clock.now += age;
    return (await client.post('postalCode', { postalCode: '1000001' }, token)).status;
  },
  status,
];

it.for<Row>([
  postal('a code with a town', '1000001', tokyo),
  postal('a code without a town', '1000000', { ...tokyo, townName: '' }),
  postal('an unknown code', '9999999', []),
  accessTokenOf('an access token of nearly 15 minutes', 15 * minutes - 1, 200),
  accessTokenOf('an access token of 15 minutes', 15 * minutes, 401),
  card('a card', {}, '000'),
  card('a wrong check digit', { cardno: '4111111111111112' }, '102'),
  card('a card of last month', { expire: '202612' }, '113'),
  card('a card of this month', { expire: '202701' }, '000'),
  bank('a complete application', {}, accepted),
  bank('a made-up captcha token', { recaptchaToken: 'made up' }, refused),
  bank('another payment method', { paymentMethod: CARD }, refused),
  bank('a card number', { cardNum: '4111111111111111' }, refused),
  bank('a security code', { securityCode: '123' }, refused),
  [
    'memberRegisterCard',
    'a callback address of another site',
    async ({ client }) => {
      const callbackUrl = 'https://evil.example/form/member/callback';
      return client.answer('memberRegisterCard', { ...(await client.cardSignup()), callbackUrl });
    },
    refused,
  ],
  [
    'memberRegisterBank',
    testEmails.failing,
    async ({ client }) =>
      (await client.post('memberRegisterBank', await client.bankSignup({ email: testEmails.failing })))
        .status,
    500,
  ],
  late('Bank', 'a captcha token of two minutes', 2 * minutes),
  late('Bank', 'a captcha token used before', 0, 2),
  late('Card', 'a card token of 30 minutes', 30 * minutes),
  late('Card', 'a card token used before', 0, 2),
  ...[testEmails.refused, testEmails.duplicate, testEmails.hostile, testEmails.silent].map((email) =>
    bank(email, { email }, { success: false, messages: emailRefusals[email] }),
  ),
])('%s answers to %s', async ([, , ask, answer], { sandbox }) => {
  expect(await ask(sandbox)).toEqual(answer);
});

it('every call asks for an access token', async ({ sandbox: { client } }) => {
  for (const call of ['postalCode', 'memberRegisterCard', 'memberVerifyCard', 'memberRegisterBank'])
    expect((await client.post(call, await client.bankSignup(), 'wrong')).status, call).toBe(401);
  expect(await client.registrations()).toEqual([]);
});

it('applications by bank debit are stored as received, the newest first, a refused one is not', async ({
  sandbox,
}) => {
  const { client } = sandbox;
  const payload = await client.bankSignup({ street: '<b>"1\'-1"</b> 🏠', unknownField: [1, null] });
  await client.answer('memberRegisterBank', payload);
  await client.answer('memberRegisterBank', await client.bankSignup({ email: testEmails.refused }));
  await client.answer('memberRegisterBank', await client.bankSignup());
  expect(await client.registrations()).toEqual([
    expect.objectContaining({ id: 2 }),
    { id: 1, method: 'bank', status: 'complete', payload, createdAt: '2027-01-15T00:00:00.000Z' },
  ]);
});

it.for([
  ['approve', 'complete', true],
  ['decline', 'failed', false],
  ['cancel', 'failed', false],
] as const)(
  'a card application waits for the bank’s page, once: %s → %s',
  async (row, { sandbox: { client, addresses } }) => {
    const [button, status, success] = row;
    const payload = await client.cardSignup();
    const registered = await client.answer('memberRegisterCard', payload);
    const page = expect.stringMatching(new RegExp(`^${addresses.gateway}/3ds/[\\w-]+$`));
    expect(registered).toEqual({ ...accepted, redirectUrl: page, registerToken: expect.any(String) });
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

it.for(testCards)('the test card %s does what it says', async (card, { sandbox: { client } }) => {
  const [cardno, , behaviour] = card;
  const faults: Json = { tokenFieldError: '102', tokenBusy: '901', tokenSetUpFault: '180' };
  const { resultCode } = await client.tokenise({ cardno });
  expect(resultCode).toBe(faults[behaviour] ?? '000');
  if (resultCode !== '000') return;

  const registered = await client.answer('memberRegisterCard', await client.cardSignup(cardno));
  const messages = cardRefusals[behaviour];
  if (messages) return expect(registered).toEqual({ success: false, messages });
  const callback =
    behaviour === 'frictionless'
      ? readCallback(await fetch(String(registered.redirectUrl), { redirect: 'manual' }))
      : await client.authenticate(registered.redirectUrl, 'approve');
  const success = behaviour !== 'verifyDeclined';
  expect(await client.verify(registered, callback)).toMatchObject({ success });
});
