import { expect, it, vi } from 'vitest';
import type { Api } from '../../src/services/api.ts';
import { register } from '../../src/services/registration.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { CARD } from '../../src/signup/form.ts';
import { notSentByCard } from '../../src/signup/messages.ts';
import { completeDonor, withoutCard } from '../complete-donor.ts';

const campaign = { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' };

it.each(['full', 'forbidden'] as const)('where storage is %s, no card is sent', async (problem) => {
  const api = {
    fetchAccessToken: vi.fn<Api['fetchAccessToken']>(),
    lookUpPostalCode: vi.fn<Api['lookUpPostalCode']>(),
    registerCard: vi.fn<Api['registerCard']>(),
    registerBank: vi.fn<Api['registerBank']>(),
    verifyCard: vi.fn<Api['verifyCard']>(),
  };
  const card = { cardToken: 'token', maskedCardNumber: '************1111', issuedAt: 0 };
  const sent = register[CARD](
    { form: withoutCard(completeDonor), card, captchaToken: 'captcha', key: 'key' },
    {
      api,
      campaign,
      callbackUrl: '',
      storageProblem: () => problem,
      report: () => {},
    },
  );
  await expect(sent).rejects.toEqual(new CallFailure('notSent', [notSentByCard[problem]]));
  expect(api.registerCard).not.toHaveBeenCalled();
});
