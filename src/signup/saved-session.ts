import { type CallbackParameter, toCallbackParameter } from './callback-parameter.ts';
import { isCardNumberIn } from './card-number.ts';
import { type CompletionFields, toCompletionFields } from './completion-fields.ts';
import { draftLifetime, type EarlyDraft } from './early-draft.ts';
import { inputFields } from './fields.ts';
import {
  type AddressWords,
  type CardToken,
  emptyForm,
  type FieldName,
  formOf,
  isText,
  type PaymentMethod,
  paymentMethodsByName,
  type SignupForm,
} from './form.ts';
import { asRecord, isNonEmpty, textOf } from './from-outside.ts';
import { type UnansweredCall, unansweredCalls } from './messages.ts';
import { withoutInvisible } from './normalise.ts';
import type { PostalAddress, PostalLookups } from './postal-address.ts';
import { prefectures } from './prefectures.ts';

/** A card application that the API host has accepted, with the data for the completion page (decision 19). */
export type Registration = {
  registerToken: string;
  completion: CompletionFields;
  /** The host has refused to settle it after the donor was back from the bank. */
  isDeclined: boolean;
};

/**
 * Identifies one application in all its tries and all copies of its tab, so that the API host can tell a repeat from a
 * second application (decision 24).
 */
export type SavedApplication = {
  key: string;
  /** Null for bank debit. With another card it is another application. */
  maskedCardNumber: string | null;
  /** Another tab has the same application open. */
  isCopied: boolean;
};

/** This tab has signed up. Holds no personal data. */
export type Finished = {
  /** Milliseconds since the epoch. */
  at: number;
  /** Yen a month. */
  amount: number;
  paymentMethod: PaymentMethod;
  /** Decides what is said of bank debit's paper form. */
  expatriate: boolean;
};

/** The part of the context that is saved for a reload, in session storage under one versioned key (decision 7). */
export type SavedSession = {
  form: SignupForm;
  /** The donor has typed or chosen something: what a link chooses no longer counts. */
  isTouched: boolean;
  /** The form has not changed since the donor reviewed it. */
  isReviewed: boolean;
  /** The values of the address that is not shown, home or overseas. */
  hiddenAddress: AddressWords;
  lookups: PostalLookups;
  card: CardToken | null;
  application: SavedApplication | null;
  /** The newest registration, until it is settled. Older ones cannot be settled (decision 22). */
  registration: Registration | null;
  callback: CallbackParameter | null;
  processedAccessIds: readonly string[];
  /** A call that was sent and not answered. The donor must see the message about it first. */
  unanswered: UnansweredCall | null;
  /** The donor was sent to the bank's page and has not come back. Never together with `unanswered`. */
  isAtBank: boolean;
  /** At the top of the screen. May hold HTML from a server, sanitised where it is shown. */
  messages: readonly string[];
  /** The host's messages from a refused verify call, for the next page to show; may hold HTML. */
  keptMessages: readonly string[];
  finished: Finished | null;
};

/** Why storage cannot keep a session: the browser's settings forbid it, or storage is full. */
export type StorageProblem = 'forbidden' | 'full';

/** More than a donor needs in one tab. The limit keeps the saved session from growing without end. */
const keptAccessIds = 20;

/** The session of a newly opened form. */
export const untouchedSession: SavedSession = toSavedSession(null);
const untouched = JSON.stringify(untouchedSession);

/**
 * The session as JSON, without its time: equal while nothing changes. Holds only the fields listed in
 * {@link toSavedSession}. Null for an untouched session.
 */
export function contentOf(session: SavedSession): string | null {
  const kept = toSavedSession(session);
  const json = JSON.stringify(kept);
  return json === untouched ? null : `{"asBuilt":${JSON.stringify(asBuilt(kept))},${json.slice(1)}`;
}

const builtFields = inputFields(emptyForm, false);

/**
 * Which part of the session's input screen has the same rows as the empty form: all, all above the payment, or none.
 * The prerendered page shows that part of the draft before the app has loaded (src/start/inline/form-page.ts).
 */
function asBuilt({
  form,
  card,
  isAtBank,
  unanswered,
  messages,
  keptMessages,
  finished,
}: SavedSession): EarlyDraft['asBuilt'] | null {
  if (isAtBank || unanswered !== null || finished !== null) return null;
  if (messages.length > 0 || keptMessages.length > 0) return null;
  const shown = inputFields(form, card !== null).join();
  if (shown === builtFields.join()) return 'all';
  const top = builtFields.slice(0, builtFields.indexOf('paymentMethod')).join();
  return shown.startsWith(`${top},`) ? 'top' : null;
}

/**
 * Adds the time to {@link contentOf}'s JSON. Without parsing it, since this runs at every key.
 * @param now milliseconds since the epoch
 */
export const withTime = (content: string, now: number): string => `{"savedAt":${now},${content.slice(1)}`;

/** The session as it is stored, or null for an untouched one. */
export function serialiseSavedSession(session: SavedSession, now: number): string | null {
  const content = contentOf(session);
  return content && withTime(content, now);
}

/**
 * Reads what {@link serialiseSavedSession} wrote. Null if it is unreadable or was saved more than 12 hours ago. A single
 * wrong value falls back to the empty form's. Never throws.
 * @param now milliseconds since the epoch
 */
export function parseSavedSession(json: string | null, now: number): SavedSession | null {
  if (json === null) return null;
  try {
    const saved: unknown = JSON.parse(json);
    const { savedAt } = asRecord(saved);
    // A time in the future means that the clock was changed.
    return typeof savedAt === 'number' && Math.abs(now - savedAt) <= draftLifetime
      ? toSavedSession(saved)
      : null;
  } catch {
    return null;
  }
}

function toSavedSession(value: unknown): SavedSession {
  const saved = asRecord(value);
  const form = toForm(saved.form);
  return {
    form,
    isTouched: saved.isTouched === true,
    isReviewed: saved.isReviewed === true,
    hiddenAddress: toAddressWords(saved.hiddenAddress),
    lookups: toLookups(saved.lookups),
    card: toCard(saved.card, form),
    application: toSavedApplication(saved.application),
    registration: toRegistration(saved.registration),
    callback: toCallbackParameter(saved.callback),
    processedAccessIds: textsOf(saved.processedAccessIds).slice(-keptAccessIds),
    unanswered: unansweredCalls.find((call) => call === saved.unanswered) ?? null,
    isAtBank: saved.isAtBank === true,
    messages: textsOf(saved.messages),
    keptMessages: textsOf(saved.keptMessages),
    finished: toFinished(saved.finished),
  };
}

function toForm(saved: unknown): SignupForm {
  const values = asRecord(saved);
  return formOf((name) => (isText(name) ? typed(name, values[name]) : values[name]));
}

function toAddressWords(saved: unknown): AddressWords {
  const { prefecture, city, street } = asRecord(saved);
  return {
    prefecture: typed('prefecture', prefecture),
    city: typed('city', city),
    street: typed('street', street),
  };
}

/** `unanswered` is not saved: after a reload the code may be looked up again. */
function toLookups(saved: unknown): PostalLookups {
  const { answer, filled, declined } = asRecord(saved);
  return {
    answer: toPostalAddress(answer),
    filled: toPostalAddress(filled),
    declined: textOf(declined) || null,
    unanswered: null,
  };
}

function toPostalAddress(saved: unknown): PostalAddress | null {
  const { postalCode, prefecture, city: savedCity } = asRecord(saved);
  const city = typed('city', savedCity);
  const isKnown = isNonEmpty(postalCode) && isNonEmpty(prefecture) && city !== '';
  return isKnown && /^\d{7}$/.test(postalCode) && prefectures.includes(prefecture)
    ? { postalCode, prefecture, city }
    : null;
}

function toSavedApplication(saved: unknown): SavedApplication | null {
  const { key, maskedCardNumber, isCopied } = asRecord(saved);
  return isNonEmpty(key)
    ? { key, maskedCardNumber: textOf(maskedCardNumber) || null, isCopied: isCopied === true }
    : null;
}

function toRegistration(saved: unknown): Registration | null {
  const { registerToken, completion: savedCompletion, isDeclined } = asRecord(saved);
  const completion = toCompletionFields(savedCompletion);
  return isNonEmpty(registerToken) && completion
    ? { registerToken, completion, isDeclined: isDeclined === true }
    : null;
}

function toFinished(saved: unknown): Finished | null {
  const { at, amount, paymentMethod: savedMethod, expatriate } = asRecord(saved);
  const paymentMethod = Object.values(paymentMethodsByName).find((method) => method === savedMethod);
  return isFiniteNumber(at) && isFiniteNumber(amount) && paymentMethod
    ? { at, amount, paymentMethod, expatriate: expatriate === true }
    : null;
}

/** Null also without an expiry date: the donor could not enter one, because a kept card hides the card fields. */
function toCard(saved: unknown, { expirationMonth, expirationYear }: SignupForm): CardToken | null {
  const { cardToken, maskedCardNumber, issuedAt } = asRecord(saved);
  if (expirationMonth === '' || expirationYear === '') return null;
  return isNonEmpty(cardToken) && isNonEmpty(maskedCardNumber) && isFiniteNumber(issuedAt)
    ? { cardToken, maskedCardNumber, issuedAt }
    : null;
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** A text that the donor typed; empty if it holds a card number, which must not be stored (decision 5). */
function typed(name: FieldName, value: unknown): string {
  const text = withoutInvisible(textOf(value));
  return text !== '' && isCardNumberIn(name, text) ? '' : text;
}
