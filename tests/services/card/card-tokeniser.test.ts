import { beforeEach, expect, it, vi } from 'vitest';
import { createCardTokeniser } from '../../../src/services/card/card-tokeniser.ts';
import {
  cardCheckFailed,
  cardCheckTimedOut,
  cardCheckUnavailable,
  offline,
} from '../../../src/signup/messages.ts';

const settings = { cardGatewayScript: 's', cardGatewayApiKey: 'a', cardGatewayPublicKey: 'p' };
const expiry = { expirationMonth: '12', expirationYear: '2030' };
const tokenObject = { token: 'tok_1', maskedCardNo: '************0576' };
/** The gateway's code is a text or a number. */
const right = { resultCode: 0, tokenObject };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
});

type GetToken = (card: unknown, callback: (answer: unknown) => void) => unknown;
const answers =
  (answer: unknown): GetToken =>
  (_, callback) =>
    callback(answer);

/** What becomes of a card, by what the gateway's script does with it. */
function tokenise(
  getToken: GetToken,
  {
    cardNum = '4929 7391-8264 0576',
    load = async (_: string) => {},
    signal = new AbortController().signal,
  } = {},
) {
  const init = vi.fn(() => ({ getToken }));
  vi.stubGlobal('window', { Multipayment: { init } });
  const secrets = { read: () => ({ cardNum, securityCode: '123' }) };
  const outcome = createCardTokeniser(settings, load, secrets)(expiry, signal);
  return { init, outcome: outcome.catch(({ reason, messages }) => ({ reason, messages })) };
}

it.each([
  ['its own mask', '************0576', '************0576'],
  ['no mask at all', '4929739182640576', '************0576'],
  ['groups', '**** **** **** 0576', '************0576'],
  ['fewer digits', '*576', '*************576'],
  ['a shorter card', '30569309025904', '**********5904', '30569309025904'],
])('only the last four digits are shown, whatever the gateway gives: %s', async (...row) => {
  const [, mask, shown, cardNum] = row;
  const answer = { resultCode: '000', tokenObject: { token: ['tok_1'], maskedCardNo: [mask] } };
  const { outcome } = tokenise(answers(answer), cardNum ? { cardNum } : {});
  expect(await outcome).toEqual({
    cardToken: 'tok_1',
    maskedCardNumber: shown,
    issuedAt: 1_790_000_000_000,
  });
});

it('hands the card to the gateway’s script, with both keys', { tags: ['@§7.18', '@§7.19'] }, async () => {
  const getToken = vi.fn(answers(right));
  const load = vi.fn(async () => {});
  const { init, outcome } = tokenise(getToken, { load });
  expect(await outcome).toHaveProperty('cardToken', 'tok_1');
  expect([load.mock.calls, init.mock.calls]).toEqual([[['s']], [['a', 'p']]]);
  const entry = { cardno: '4929739182640576', expire: '203012', securitycode: '123' };
  expect(getToken).toHaveBeenCalledWith({ ...entry, holdername: '', tokennumber: '1' }, expect.any(Function));
});

it.each([
  ['no result code', { tokenObject }],
  ['an empty result code', { ...right, resultCode: '' }],
  ['a list as result code', { ...right, resultCode: ['000'] }],
  ['a result code of 400,000 letters', { ...right, resultCode: '1'.repeat(400_000) }],
  ['the mask of another card', { ...right, tokenObject: { ...tokenObject, maskedCardNo: '****1111' } }],
  ['a mask without digits', { ...right, tokenObject: { ...tokenObject, maskedCardNo: '****' } }],
  ['the card as its token', { ...right, tokenObject: { ...tokenObject, token: 'x4929739182640576' } }],
  ['nothing', undefined],
])('takes %s for no answer', async (_, answer) => {
  const { outcome } = tokenise(answers(answer));
  expect(await outcome).toEqual({ reason: 'notSent', messages: [cardCheckTimedOut] });
});

it.each([
  [102, 'refused'],
  [132, 'refused'],
  [133, 'notSent'],
  [901, 'notSent'],
])('passes the code %i on, %s', { tags: '@§5.23' }, async (resultCode, reason) => {
  const messages = [cardCheckFailed(String(resultCode))];
  expect(await tokenise(answers({ resultCode, tokenObject })).outcome).toEqual({ reason, messages });
});

const fails = () => Promise.reject(new Error('broken'));
it.each<[what: string, message: string, getToken: GetToken, load?: () => Promise<void>]>([
  ['its script did not load', cardCheckUnavailable, answers(right), fails],
  ['it failed while it had the card', cardCheckTimedOut, fails],
])('a failing gateway is told by whether the card has left the page: %s', async (...row) => {
  const [, message, getToken, load] = row;
  const { outcome } = tokenise(getToken, load ? { load } : {});
  expect(await outcome).toEqual({ reason: 'notSent', messages: [message] });
});

it('the card is handed to nobody while the browser is offline, and that is what is said', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const getToken = vi.fn(answers(right));
  for (const load of [async () => {}, fails])
    expect(await tokenise(getToken, { load }).outcome).toEqual({ reason: 'notSent', messages: [offline] });
  expect(getToken).not.toHaveBeenCalled();
});

it('a card that is no longer waited for is handed to nobody', async () => {
  const getToken = vi.fn(answers(right));
  await tokenise(getToken, { signal: AbortSignal.abort() }).outcome;
  expect(getToken).not.toHaveBeenCalled();
});
