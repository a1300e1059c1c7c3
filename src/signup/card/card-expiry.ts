import type { SignupForm } from '../form.ts';
import { inJapan } from '../japan-date.ts';

const numberOfYears = 10;

/** The expiry years on offer: Japan's current one and nine more, four digits (specification §9). */
export function expiryYears(now: Date): string[] {
  const { year } = inJapan(now);
  return Array.from({ length: numberOfYears }, (_, index) => String(year + index));
}

/** A card's expiry for a donor to read: `2028年12月`. */
export function formatExpiry(form: Pick<SignupForm, 'expirationMonth' | 'expirationYear'>): string {
  return `${form.expirationYear}年${Number(form.expirationMonth)}月`;
}

/** The expiry months on offer: `01` to `12`. */
export const expiryMonths: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  String(index + 1).padStart(2, '0'),
);
