/** A card that the gateway has checked: its masked number, and its token, which works once and for 30 minutes. */
export type KeptCard = {
  cardToken: string;
  maskedCardNumber: string;
  /** Milliseconds since the epoch. */
  issuedAt: number;
};

/** In milliseconds (decision 6). */
export const CARD_TOKEN_LIFETIME = 25 * 60_000;

/** Whether the token can still be used. `at` in milliseconds since the epoch. */
export function isFresh(card: KeptCard | null, at: number): boolean {
  return card !== null && at - card.issuedAt < CARD_TOKEN_LIFETIME;
}
