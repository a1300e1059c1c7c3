import { isCardNumberIn } from './card-number.ts';
import type { FormField } from './form.ts';

/** How long a draft is kept, in milliseconds. Not longer, since others may use the same computer. */
export const draftLifetime = 12 * 60 * 60_000;

/** Values of controls by name; for radios, the chosen one. */
type Values = Readonly<Record<string, string | boolean>>;

/** The part of a draft that the prerendered page shows before the app has loaded. */
export type EarlyDraft = {
  /** Which part of the input screen has the same rows as the empty form: all, or all above the payment. */
  asBuilt: 'all' | 'top';
  values: Values;
};

/**
 * Reads a draft for the prerendered page. Null if the app may drop it or open another screen with it. Never throws.
 * @param now milliseconds since the epoch
 */
export function parseEarlyDraft(json: string, now: number): EarlyDraft | null {
  try {
    const { savedAt, asBuilt, form } = JSON.parse(json);
    // An older draft may be too old when the app reads it.
    if (!asBuilt || Math.abs(now - savedAt) > draftLifetime / 2) return null;
    return { asBuilt, values: { ...form, ...(form.zip && { zip: form.zip.replace('-', ' - ') }) } };
  } catch {
    return null;
  }
}

/** Every field of the form. The inline script cannot afford form.ts itself. */
const formFields: Readonly<Record<FormField, true>> = {
  price: true,
  priceOther: true,
  lastName: true,
  firstName: true,
  furigana: true,
  email: true,
  mailMagazine: true,
  expatriate: true,
  zip: true,
  zipExpatriate: true,
  country: true,
  prefecture: true,
  city: true,
  street: true,
  phone: true,
  birthYear: true,
  birthMonth: true,
  birthDay: true,
  gender: true,
  receipt: true,
  annualReport: true,
  paymentMethod: true,
  expirationMonth: true,
  expirationYear: true,
};

/**
 * What was typed into a page whose app did not load, as JSON that {@link parseEarlyDraft} reads. Null if nothing was.
 * Contains no card data, whichever field it was typed into (decision 5).
 */
export function serialiseTyped(typed: Values, now: number): string | null {
  const kept = Object.entries(typed).filter(
    ([name, value]) =>
      Object.hasOwn(formFields, name) && !(typeof value === 'string' && isCardNumberIn(name, value)),
  );
  const asBuilt: EarlyDraft['asBuilt'] = 'all';
  return kept.length > 0 ? JSON.stringify({ savedAt: now, asBuilt, form: Object.fromEntries(kept) }) : null;
}
