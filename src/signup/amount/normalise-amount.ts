import { toHalfWidth } from '../normalise.ts';

/** Reduces a free amount to digits: `３,０００円`, `¥3000`. Anything else stays, and the rules refuse it. Idempotent. */
export function normaliseAmount(value: string): string {
  const text = toHalfWidth(value).replace(/\s/g, '');
  const digits = text
    .replace(/^[¥￥\\]|円$/g, '')
    .replace(/^\d{1,3}([,、]\d{3})+$/, (groups) => groups.replace(/\D/g, ''));
  return /^\d+$/.test(digits) ? digits : text;
}
