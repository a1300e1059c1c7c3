import { organisation } from '#organisation/organisation.ts';
import type { SignupForm } from '../form.ts';

/** The smallest monthly amount of all payment methods, in yen (specification §9). */
export const minimumAmount = Math.min(
  ...Object.values(organisation.payment).flatMap((terms) => (terms ? [terms.minimum] : [])),
);
/** In yen: the gateway's amount has seven digits. */
export const maximumAmount = 9_999_999;

/** The monthly amount in yen. NaN if the free amount is not a whole number; the schema refuses that. */
export function paymentAmount(form: Pick<SignupForm, 'price' | 'priceOther'>): number {
  if (form.price !== 'other') return Number(form.price);
  return /^-?\d+$/.test(form.priceOther) ? Number(form.priceOther) : Number.NaN;
}

/** An amount for a donor to read: `3,000円`. Not with `Intl`, which takes a third of the app's start to load its data. */
export function formatYen(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}円`;
}
