import { expect, it, vi } from 'vitest';
import type { Api } from '../../src/services/api.ts';
import { register } from '../../src/services/registration.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { BANK_DEBIT, CARD, type PaymentMethod } from '../../src/signup/form.ts';
import { notSentByCard } from '../../src/signup/messages.ts';
import type { StorageProblem } from '../../src/signup/saved-session.ts';
import { completeDonor, withoutCard } from '../complete-donor.ts';

/** Sends an application with a kept card. Returns the answer and the keys of what reached the API. */
function send(method: PaymentMethod, storageProblem: StorageProblem | null) {
  const keys: string[] = [];
  const registerBank = async (_: object, key: string) => void keys.push(key);
  const api: Api = {
    fetchAccessToken: vi.fn<Api['fetchAccessToken']>(),
    lookUpPostalCode: vi.fn<Api['lookUpPostalCode']>(),
    registerCard: async (payload, key) => {
      await registerBank(payload, key);
      return { redirectUrl: '', registerToken: '' };
    },
    registerBank,
    verifyCard: vi.fn<Api['verifyCard']>(),
  };
  const card = { cardToken: 'token', maskedCardNumber: '************1111', issuedAt: 0 };
  const answer = register[method](
    { form: withoutCard(completeDonor), card, captchaToken: 'captcha', key: 'key' },
    {
      api,
      campaign: { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' },
      callbackUrl: '',
      storageProblem: () => storageProblem,
      report: () => {},
    },
  );
  return { answer, keys };
}

it.each(['full', 'forbidden'] as const)('where storage is %s, no card is sent', async (problem) => {
  const { answer, keys } = send(CARD, problem);
  await expect(answer).rejects.toEqual(new CallFailure('notSent', [notSentByCard[problem]]));
  expect(keys).toEqual([]);
});

it.each([CARD, BANK_DEBIT] as const)('by %s, the application is sent with its key', async (method) => {
  const { answer, keys } = send(method, null);
  await answer;
  expect(keys).toEqual(['key']);
});
