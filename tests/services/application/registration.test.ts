import { expect, it, vi } from 'vitest';
import { register } from '../../../src/services/application/registration.ts';
import { CallFailure } from '../../../src/signup/call-failure.ts';
import { notSentByCard } from '../../../src/signup/messages.ts';
import { completeDonor, withoutCard } from '../../complete-donor.ts';

it.each(['full', 'forbidden'] as const)(
  'where storage is %s, no card is sent, and the donor reads why',
  async (problem) => {
    const api = {
      fetchAccessToken: vi.fn(),
      lookUpPostalCode: vi.fn(),
      registerCard: vi.fn(),
      registerBank: vi.fn(),
      verifyCard: vi.fn(),
    };
    const card = { cardToken: 'token', maskedCardNumber: '************1111', issuedAt: 0 };
    const sent = register(
      { form: withoutCard(completeDonor), card, captchaToken: 'captcha', key: 'key' },
      {
        api,
        campaign: { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' },
        callbackUrl: '',
        storageProblem: () => problem,
        signal: new AbortController().signal,
      },
    );
    await expect(sent).rejects.toEqual(new CallFailure('notSent', [notSentByCard[problem]]));
    expect(api.registerCard).not.toHaveBeenCalled();
  },
);
