import { type CallbackParameter, toCallbackParameter } from './callback-parameter.ts';
import { isCardNumberIn } from './card-number.ts';
import type { CompletionFields } from './completion-fields.ts';
import { draftLifetime, type EarlyDraft } from './early-draft.ts';
import { inputFields } from './fields.ts';
import {
  type AddressWords,
  type CardToken,
  emptyForm,
  type FieldName,
  formOf,
  isText,
  type SignupForm,
} from './form.ts';
import { type UnansweredCall, unansweredCalls } from './messages.ts';
import { withoutInvisible } from './normalise.ts';
import type { PostalAddress, PostalLookups } from './postal-address.ts';
import { prefectures } from './prefectures.ts';

/** A card application that the API host has accepted, with the data for the completion page (decision 19). */
export type Registration = {
  registerToken: string;
  completion: CompletionFields;
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
};

/** The part of the context that is saved for a reload, in session storage under one versioned key (decision 7). */
export type SavedSession = {
  form: SignupForm;
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
  processedAccessIds: string[];
  /** A call that was sent and not answered. The donor must see the message about it first. */
  unanswered: UnansweredCall | null;
  /** The donor was sent to the bank's page and has not come back. Never together with `unanswered`. */
  isAtBank: boolean;
  /** The host's messages from a failed verify call, for the next page to show; may hold HTML. */
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
 * The prerendered page shows that part of the draft before the app has loaded (src/start/start-late.ts).
 */
function asBuilt({
  form,
  card,
  isAtBank,
  unanswered,
  keptMessages,
  finished,
}: SavedSession): EarlyDraft['asBuilt'] | null {
  if (isAtBank || unanswered !== null || keptMessages.length > 0 || finished !== null) return null;
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
    const savedAt = own(saved, 'savedAt');
    // A time in the future means that the clock was changed.
    return typeof savedAt === 'number' && Math.abs(now - savedAt) <= draftLifetime
      ? toSavedSession(saved)
      : null;
  } catch {
    return null;
  }
}

function toSavedSession(saved: unknown): SavedSession {
  const form = toForm(own(saved, 'form'));
  return {
    form,
    isReviewed: own(saved, 'isReviewed') === true,
    hiddenAddress: toAddressWords(own(saved, 'hiddenAddress')),
    lookups: toLookups(own(saved, 'lookups')),
    card: toCard(own(saved, 'card'), form),
    application: toSavedApplication(own(saved, 'application')),
    registration: toRegistration(own(saved, 'registration')),
    callback: toCallbackParameter(own(saved, 'callback')),
    processedAccessIds: texts(saved, 'processedAccessIds').slice(-keptAccessIds),
    unanswered: unansweredCalls.find((call) => call === own(saved, 'unanswered')) ?? null,
    isAtBank: own(saved, 'isAtBank') === true,
    keptMessages: texts(saved, 'keptMessages'),
    finished: toFinished(own(saved, 'finished')),
  };
}

function toAddressWords(saved: unknown): AddressWords {
  return {
    prefecture: typed(saved, 'prefecture'),
    city: typed(saved, 'city'),
    street: typed(saved, 'street'),
  };
}

/** `unanswered` is not saved: after a reload the code may be looked up again. */
function toLookups(saved: unknown): PostalLookups {
  return {
    answer: toPostalAddress(own(saved, 'answer')),
    filled: toPostalAddress(own(saved, 'filled')),
    declined: text(saved, 'declined') || null,
    unanswered: null,
  };
}

function toPostalAddress(saved: unknown): PostalAddress | null {
  const postalCode = text(saved, 'postalCode');
  const prefecture = text(saved, 'prefecture');
  const city = typed(saved, 'city');
  return /^\d{7}$/.test(postalCode) && prefectures.includes(prefecture) && city
    ? { postalCode, prefecture, city }
    : null;
}

function toSavedApplication(saved: unknown): SavedApplication | null {
  const key = text(saved, 'key');
  if (!key) return null;
  const maskedCardNumber = text(saved, 'maskedCardNumber') || null;
  return { key, maskedCardNumber, isCopied: own(saved, 'isCopied') === true };
}

function toRegistration(saved: unknown): Registration | null {
  const registerToken = text(saved, 'registerToken');
  const completion = toCompletionFields(own(saved, 'completion'));
  return registerToken && completion ? { registerToken, completion } : null;
}

/** Checks the shape of the completion page's data. Null if a part is missing. */
export function toCompletionFields(saved: unknown): CompletionFields | null {
  const fields: CompletionFields = {
    first_name: text(saved, 'first_name'),
    last_name: text(saved, 'last_name'),
    furigana: text(saved, 'furigana'),
    mail: text(saved, 'mail'),
    address: text(saved, 'address'),
    price: text(saved, 'price'),
  };
  return Object.values(fields).every((value) => value !== '') ? fields : null;
}

function toFinished(saved: unknown): Finished | null {
  const at = own(saved, 'at');
  const amount = own(saved, 'amount');
  const isFinished =
    typeof at === 'number' && Number.isFinite(at) && typeof amount === 'number' && amount > 0;
  return isFinished ? { at, amount } : null;
}

/** Null also without an expiry date: the donor could not enter one, because a kept card hides the card fields. */
function toCard(saved: unknown, form: SignupForm): CardToken | null {
  const cardToken = text(saved, 'cardToken');
  const maskedCardNumber = text(saved, 'maskedCardNumber');
  const issuedAt = own(saved, 'issuedAt');
  const isUsable =
    cardToken !== '' && maskedCardNumber !== '' && form.expirationMonth !== '' && form.expirationYear !== '';
  return isUsable && typeof issuedAt === 'number' && Number.isFinite(issuedAt)
    ? { cardToken, maskedCardNumber, issuedAt }
    : null;
}

function texts(from: unknown, name: string): string[] {
  const value = own(from, name);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function text(from: unknown, name: string): string {
  const value = own(from, name);
  return typeof value === 'string' ? value : '';
}

function toForm(saved: unknown): SignupForm {
  return formOf((name) => (isText(name) ? typed(saved, name) : own(saved, name)));
}

/** A text that the donor typed; empty if it holds a card number, which must not be stored (decision 5). */
function typed(saved: unknown, name: FieldName): string {
  const value = withoutInvisible(text(saved, name));
  return value !== '' && isCardNumberIn(name, value) ? '' : value;
}

/** The object's own value, never one from its prototype. */
function own(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null && Object.hasOwn(from, name)
    ? Reflect.get(from, name)
    : undefined;
}
