import type { KeptCard } from '../card/kept-card.ts';
import type { SignupForm } from '../form.ts';
import { methodOf } from '../payment-methods.ts';
import { type Campaign, cardPayload, payloadWithoutCard } from './payload.ts';

const noCampaign: Campaign = { utmSource: '', utmMedium: '', utmCampaign: '', utmContent: '' };

/**
 * The key of what would be sent, by which the host tells a repeat from a second application (decision 24). It is the same
 * whenever the same is sent, whatever has been typed in between, until the host has answered.
 * @param base random, the same in all copies of the tab
 * @param answeredKeys the keys of applications that the host has answered
 */
export function applicationKey(
  base: string,
  form: SignupForm,
  card: KeptCard | null,
  answeredKeys: readonly string[],
): string {
  const maskedCardNumber = card?.maskedCardNumber ?? '';
  const payload = methodOf(form).needsCard
    ? cardPayload(form, { cardToken: '', maskedCardNumber }, '', '', noCampaign)
    : payloadWithoutCard(form, '', noCampaign);
  const name = `${base}-${digest(JSON.stringify(payload))}-`;
  return name + answeredKeys.filter((key) => key.startsWith(name)).length;
}

/** FNV-1a with 64 bits: two applications of one tab never share it by chance. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}
