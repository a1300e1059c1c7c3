import type { CardToken } from './form.ts';

/** In milliseconds, 25 minutes: a gateway token is single-use and lives for 30 (decision 6). */
export const CARD_TOKEN_LIFETIME = 25 * 60_000;

/** Whether the token of the kept card can still be used. `at` in milliseconds since the epoch. */
export function isFresh(card: CardToken | null, at: number): boolean {
  return card !== null && at - card.issuedAt < CARD_TOKEN_LIFETIME;
}
