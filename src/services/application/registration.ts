import { bankPayload, type Campaign, cardPayload } from '../../signup/application/payload.ts';
import { CallFailure } from '../../signup/call-failure.ts';
import type { KeptCard } from '../../signup/card/kept-card.ts';
import { BANK_DEBIT, CARD, type PaymentMethod, type SignupForm } from '../../signup/form.ts';
import { notSentByCard } from '../../signup/messages.ts';
import type { Api, CardRegistration } from '../api.ts';
import type { SessionStore } from '../session/session-store.ts';

/** What an application sends; `key` is the same for all its tries. */
export type Application = { form: SignupForm; card: KeptCard | null; captchaToken: string; key: string };

type Dependencies = {
  api: Api;
  campaign: Campaign;
  /** The callback route on the site's own origin. */
  callbackUrl: string;
  /** Why the sign-up is lost while the donor is at the bank, or null. */
  storageProblem: SessionStore['problem'];
  signal: AbortSignal;
};

/**
 * Sends an application, by payment method (specification §7). Resolves to null if the sign-up is then complete. Rejects
 * with a CallFailure.
 */
export const register: Readonly<
  Record<PaymentMethod, (application: Application, outside: Dependencies) => Promise<CardRegistration | null>>
> = {
  [CARD]: async (
    { form, card, captchaToken, key },
    { api, campaign, callbackUrl, storageProblem, signal },
  ) => {
    if (!card) throw new CallFailure('refused');
    const problem = storageProblem();
    if (problem) throw new CallFailure('notSent', [notSentByCard[problem]]);
    const payload = cardPayload(form, card, callbackUrl, captchaToken, campaign);
    return api.registerCard(payload, key, signal);
  },
  [BANK_DEBIT]: async ({ form, captchaToken, key }, { api, campaign, signal }) => {
    const payload = bankPayload(form, captchaToken, campaign);
    await api.registerBank(payload, key, signal);
    return null;
  },
};
