import { isCardNumberIn } from './card-number.ts';
import type { CardField } from './form.ts';

/** How long a draft waits for its donor, in milliseconds: others may use the same computer. */
export const draftLifetime = 12 * 60 * 60_000;

/** What stands in controls, by their names; of radios, which one is chosen. */
type Values = Readonly<Record<string, string | boolean>>;

/** What the prerendered page shows of a draft before the app is there. */
export type EarlyDraft = {
  /** How much of the page has the rows of the empty form: all of it, or all above the payment. */
  asBuilt: 'all' | 'top';
  values: Values;
};

/**
 * Reads a draft for the prerendered page, which knows no rules. Null where the app may open another screen with it, or
 * drop it. Never throws.
 * @param now milliseconds since the epoch
 */
export function parseEarlyDraft(json: string, now: number): EarlyDraft | null {
  try {
    const { savedAt, asBuilt, form } = JSON.parse(json);
    // One that is nearly too old would be so by the time that the app looks.
    if (!asBuilt || Math.abs(now - savedAt) > draftLifetime / 2) return null;
    return { asBuilt, values: { ...form, zip: form.zip.replace('-', ' - ') } };
  } catch {
    return null;
  }
}

const secrets: Readonly<Record<CardField, true>> = { cardNum: true, securityCode: true };

/**
 * What was typed into a page whose app did not come, as a draft of it: after a reload it is there, and the app goes on
 * with it. Nothing of a card, wherever it stands (decision 5).
 */
export function serialiseEarlyDraft(typed: Values, now: number): string {
  const kept = Object.entries(typed).filter(
    ([name, value]) => !(name in secrets || (typeof value === 'string' && isCardNumberIn(name, value))),
  );
  const asBuilt: EarlyDraft['asBuilt'] = 'all';
  return JSON.stringify({ savedAt: now, asBuilt, form: Object.fromEntries(kept) });
}
