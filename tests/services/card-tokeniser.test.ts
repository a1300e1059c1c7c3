import { afterEach, expect, it, vi } from 'vitest';
import { createCardTokeniser } from '../../src/services/card-tokeniser.ts';
import { cardCheckTimedOut, cardCheckUnavailable } from '../../src/signup/messages.ts';

const settings = { cardGatewayScript: 's', cardGatewayApiKey: 'a', cardGatewayPublicKey: 'p' };
const card = { cardNum: '4929 7391-8264 0576', securityCode: '123' };
const expiry = { expirationMonth: '12', expirationYear: '2030' };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The tokeniser's result for this answer of the gateway. */
function outcomeOf(answer: unknown, cardNum = card.cardNum): Promise<unknown> {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  const getToken = (_: unknown, callback: (answer: unknown) => void) => callback(answer);
  vi.stubGlobal('window', { Multipayment: { init: () => ({ getToken }) } });
  const tokenise = createCardTokeniser(settings, () => Promise.resolve(), {
    read: () => ({ ...card, cardNum }),
  });
  return tokenise(expiry).catch(({ reason, messages }) => ({
    reason,
    messages,
  }));
}

it.each([
  ['its own mask', '************0576', '************0576'],
  ['no mask at all', '4929739182640576', '************0576'],
  ['the first digits too', '492973******0576', '************0576'],
  ['groups', '**** **** **** 0576', '************0576'],
  ['fewer digits', '*576', '*************576'],
  ['a shorter card', '30569309025904', '**********5904', '30569309025904'],
])(
  'never shows more of the card than its last four digits: the gateway gives %s',
  async (_, mask, shown, cardNum = card.cardNum) => {
    expect(
      await outcomeOf(
        { resultCode: '000', tokenObject: { token: ['tok_1'], maskedCardNo: [mask] } },
        cardNum,
      ),
    ).toEqual({ cardToken: 'tok_1', maskedCardNumber: shown, issuedAt: 1_790_000_000_000 });
  },
);

it('hands the card to the gateway’s script, with both keys', { tags: ['@§7.18', '@§7.19'] }, async () => {
  const getToken = vi.fn((_: unknown, callback: (answer: unknown) => void) => callback(undefined));
  const init = vi.fn(() => ({ getToken }));
  vi.stubGlobal('window', { Multipayment: { init } });
  const load = vi.fn(() => Promise.resolve());
  const tokenise = createCardTokeniser(settings, load, { read: () => card });
  await expect(tokenise({ expirationMonth: '12', expirationYear: '2030' })).rejects.toBeDefined();
  expect(load).toHaveBeenCalledWith('s');
  expect(init).toHaveBeenCalledWith('a', 'p');
  const entry = { cardno: '4929739182640576', expire: '203012', securitycode: '123' };
  expect(getToken).toHaveBeenCalledWith({ ...entry, holdername: '', tokennumber: '1' }, expect.any(Function));
});

const tokenObject = { token: 'tok_1', maskedCardNo: '************0576' };

it.each([
  ['no result code', { tokenObject }],
  ['an empty result code', { resultCode: '', tokenObject }],
  ['a list as result code', { resultCode: ['000'], tokenObject }],
  ['a result code of 400,000 letters', { resultCode: '1'.repeat(400_000), tokenObject }],
  ['the mask of another card', { resultCode: 0, tokenObject: { ...tokenObject, maskedCardNo: '****1111' } }],
  ['a mask without digits', { resultCode: 0, tokenObject: { ...tokenObject, maskedCardNo: '****' } }],
  ['the card as its token', { resultCode: 0, tokenObject: { ...tokenObject, token: 'x4929739182640576' } }],
  ['nothing', undefined],
])('takes %s for no answer', async (_, answer) => {
  expect(await outcomeOf(answer)).toEqual({ reason: 'notSent', messages: [cardCheckTimedOut] });
});

it.each([
  [102, 'refused', 'カード番号をご確認ください。'],
  [132, 'refused', 'カード情報をご確認ください。'],
  [133, 'notSent', 'システムの不具合により、'],
  [901, 'notSent', '決済代行会社のシステムが混み合っています。'],
])('passes the code %i on, %s', { tags: '@§5.23' }, async (resultCode, reason, beginning) => {
  expect(await outcomeOf({ resultCode, tokenObject })).toEqual({
    reason,
    messages: [expect.stringMatching(`^${beginning}.*（コード：${resultCode}）$`)],
  });
});

it.each([
  ['the gateway’s script did not load', () => Promise.reject(new Error()), cardCheckUnavailable],
  ['it failed with the card in its hands', () => Promise.resolve(), cardCheckTimedOut],
])('says whether the card has left the page: %s', async (_, load, message) => {
  const getToken = () => Promise.reject(new Error('broken'));
  vi.stubGlobal('window', { Multipayment: { init: () => ({ getToken }) } });
  const failed = createCardTokeniser(settings, load, { read: () => card })(expiry);
  await expect(failed).rejects.toMatchObject({ reason: 'notSent', messages: [message] });
});
