import { isCardNumberIn } from '../card/card-number.ts';
import type { CardEntry } from '../form.ts';
import { asRecord, textOf } from '../type-guards.ts';

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
    const { savedAt, asBuilt, form } = asRecord(JSON.parse(json));
    // An older draft may be too old when the app reads it.
    const isYoung = typeof savedAt === 'number' && Math.abs(now - savedAt) <= draftLifetime / 2;
    if (!isYoung || (asBuilt !== 'all' && asBuilt !== 'top') || form === undefined) return null;
    const values: Record<string, string | boolean> = {};
    for (const [name, value] of Object.entries(asRecord(form)))
      if (typeof value === 'boolean') values[name] = value;
      else values[name] = name === 'zip' ? textOf(value).replace('-', ' - ') : textOf(value);
    return { asBuilt, values };
  } catch {
    return null;
  }
}

/** What is never kept (decision 5). form.ts is too large for the inline script. */
const secrets: Readonly<Record<keyof CardEntry, true>> = { cardNum: true, securityCode: true };

/**
 * What was typed into a page whose app has not come, as JSON that {@link parseEarlyDraft} reads. Contains no card data,
 * whichever field it was typed into (decision 5).
 */
export function serialiseTyped(typed: Values, now: number): string {
  const isKept = ([name, value]: [string, string | boolean]) =>
    !Object.hasOwn(secrets, name) && !(typeof value === 'string' && isCardNumberIn(name, value));
  const asBuilt: EarlyDraft['asBuilt'] = 'all';
  return JSON.stringify({
    savedAt: now,
    asBuilt,
    form: Object.fromEntries(Object.entries(typed).filter(isKept)),
  });
}
