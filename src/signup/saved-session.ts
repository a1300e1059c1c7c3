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

/** A card application that the API host has taken: its token, and what completion is told of it (decision 19). */
export type Registration = {
  registerToken: string;
  completion: CompletionFields;
};

/**
 * Names one application for all its tries and all copies of its tab, so that the API host can tell a repeat from a
 * second one (decision 24).
 */
export type ApplicationName = {
  key: string;
  /** Another card makes it another application; null for bank debit. */
  maskedCardNumber: string | null;
  /** Another tab was seen to have it too, and the API host cannot tell a repeat from a second one. */
  isCopied: boolean;
};

/** That this tab has signed up. Nothing about the person. */
export type Finished = {
  /** Milliseconds since the epoch. */
  at: number;
  /** Yen a month. */
  amount: number;
};

/** What outlives a reload, in session storage under one versioned key (decision 7). */
export type SavedSession = {
  form: SignupForm;
  /** The form is as it was when the confirm screen was shown. */
  isReviewed: boolean;
  /** What stands in the address shape that is not shown, at home or overseas. */
  hiddenAddress: AddressWords;
  lookups: PostalLookups;
  card: CardToken | null;
  application: ApplicationName | null;
  /** The newest, as long as it has not been completed: no other one can be (decision 22). */
  registration: Registration | null;
  callback: CallbackParameter | null;
  processedAccessIds: string[];
  /** A call that was sent and not answered: nothing may be sent again before the donor knows. */
  unanswered: UnansweredCall | null;
  /** The donor was sent to the bank's page and has not been seen since. Never together with `unanswered`. */
  isAtBank: boolean;
  /** What a host has said when it did not settle a payment, for the page that opens next to show; may hold HTML. */
  keptMessages: readonly string[];
  finished: Finished | null;
};

/** Why a session cannot be kept: the browser's settings forbid it, or other pages have left no room. */
export type StorageProblem = 'forbidden' | 'full';

/** More than a donor can collect in one tab; keeps a hostile value from growing with each reload. */
const keptAccessIds = 20;

/** A session in which nothing has happened. */
export const untouchedSession: SavedSession = toSavedSession(null);
const untouched = JSON.stringify(untouchedSession);

/**
 * The session as JSON, allow-listed: nothing that another part of the program has added gets out. Null where
 * nothing has happened that is worth coming back to. Without its time: the same for as long as nothing changes.
 */
export function contentOf(session: SavedSession): string | null {
  const kept = toSavedSession(session);
  const json = JSON.stringify(kept);
  return json === untouched ? null : `{"asBuilt":${JSON.stringify(asBuilt(kept))},${json.slice(1)}`;
}

const builtFields = inputFields(emptyForm, false);

/**
 * How much of the input screen, as this session opens it, has the rows of the empty form. So much of the draft the
 * prerendered page shows before the app is there (src/start/start-late.ts): all, all above the payment, or nothing.
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
 * What is stored of {@link contentOf}: put together by hand, since this runs on every key.
 * @param now milliseconds since the epoch
 */
export const withTime = (content: string, now: number): string => `{"savedAt":${now},${content.slice(1)}`;

/** Both at once: the session as it is stored, or null. */
export function serialiseSavedSession(session: SavedSession, now: number): string | null {
  const content = contentOf(session);
  return content && withTime(content, now);
}

/**
 * Reads what {@link serialiseSavedSession} wrote. Null for anything unreadable, or saved more than 12 hours ago;
 * a single wrong value falls back to the empty form's. Never throws.
 * @param now milliseconds since the epoch
 */
export function parseSavedSession(json: string | null, now: number): SavedSession | null {
  if (json === null) return null;
  try {
    const saved: unknown = JSON.parse(json);
    const savedAt = own(saved, 'savedAt');
    // A clock that was moved makes the age meaningless in either direction.
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
    application: toApplicationName(own(saved, 'application')),
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

/** What was not answered may be asked again after a reload. */
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

function toApplicationName(saved: unknown): ApplicationName | null {
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

/** Checks the shape of what was kept for the completion page. Null where a part is missing. */
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

/** A token is of no use without its expiry date, which a kept card gives the donor no chance to type again. */
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

/** What a donor typed. A card number typed into a wrong field must not reach storage either (decision 5). */
function typed(saved: unknown, name: FieldName): string {
  const value = withoutInvisible(text(saved, name));
  return value !== '' && isCardNumberIn(name, value) ? '' : value;
}

/** The object's own value, never one that comes from a prototype. */
function own(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null && Object.hasOwn(from, name)
    ? Reflect.get(from, name)
    : undefined;
}
