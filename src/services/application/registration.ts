import { type Campaign, cardPayload, payloadWithoutCard } from '../../signup/application/payload.ts';
import { CallFailure } from '../../signup/call-failure.ts';
import type { KeptCard } from '../../signup/card/kept-card.ts';
import type { SignupForm } from '../../signup/form.ts';
import { notSentByCard } from '../../signup/messages.ts';
import { methodOf } from '../../signup/payment-methods.ts';
import type { StorageProblem } from '../../signup/session/saved-session.ts';
import type { Api, CardRegistration } from '../api.ts';

/** What an application sends; `key` is the same for all its tries. */
export type Application = {
  form: SignupForm;
  card: KeptCard | null;
  captchaToken: string;
  key: string;
  /** Why the sign-up is lost while the donor is at the bank, or null. */
  storageProblem: StorageProblem | null;
};

/** What an accepted application leads to: it is complete, or the bank has to authenticate the card first. */
export type Registered = 'complete' | CardRegistration;

type Dependencies = {
  api: Api;
  campaign: Campaign;
  /** The callback route on the site's own origin. */
  callbackUrl: string;
  signal: AbortSignal;
};

/**
 * Sends an application with its payment method's call (specification §7). Rejects with a CallFailure.
 */
export async function register(
  { form, card, captchaToken, key, storageProblem }: Application,
  { api, campaign, callbackUrl, signal }: Dependencies,
): Promise<Registered> {
  const { needsCard, registers } = methodOf(form);
  if (!needsCard) {
    const payload = payloadWithoutCard(form, captchaToken, campaign);
    await api.registerWithoutCard(registers, payload, key, signal);
    return 'complete';
  }
  if (!card) throw new CallFailure('refused');
  if (storageProblem) throw new CallFailure('notSent', [notSentByCard[storageProblem]]);
  const payload = cardPayload(form, card, callbackUrl, captchaToken, campaign);
  return api.registerCard(payload, key, signal);
}
