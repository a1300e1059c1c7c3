import type { PostalAddress, PostalLookups } from '../address/postal-address.ts';
import { prefectures } from '../address/prefectures.ts';
import { toCallbackParameter } from '../application/callback-parameter.ts';
import { toCompletionFields } from '../application/completion-fields.ts';
import { isCardNumberIn } from '../card/card-number.ts';
import type { KeptCard } from '../card/kept-card.ts';
import { type FieldName, formOf, isText, paymentMethodsByName, type SignupForm } from '../form.ts';
import { unansweredCalls } from '../messages.ts';
import { withoutInvisible } from '../normalise.ts';
import { asRecord, isNonEmpty, textOf } from '../type-guards.ts';
import { draftLifetime } from './early-draft.ts';
import type {
  AddressWords,
  LastTry,
  Registration,
  SavedApplication,
  SavedSession,
  Unanswered,
} from './saved-session.ts';

/** How many access ids and keys are kept: more than a donor needs, so that the saved session does not grow without end. */
const keptIds = 20;

/**
 * Reads what `serialiseSession` wrote. Null if it is unreadable or was saved more than 12 hours ago. A single
 * wrong value falls back to the empty form's. Never throws.
 * @param now milliseconds since the epoch
 */
export function parseSession(json: string | null, now: number): SavedSession | null {
  if (json === null) return null;
  try {
    const saved: unknown = JSON.parse(json);
    const { savedAt } = asRecord(saved);
    // A time in the future means that the clock was changed.
    return typeof savedAt === 'number' && Math.abs(now - savedAt) <= draftLifetime
      ? checkedSession(saved)
      : null;
  } catch {
    return null;
  }
}

/** Picks the fields that are saved, and checks each. */
export function checkedSession(value: unknown): SavedSession {
  const saved = asRecord(value);
  const form = toForm(saved.form);
  const unanswered = toUnanswered(saved.unanswered).slice(-keptIds);
  return {
    form,
    isTouched: saved.isTouched === true,
    isReviewed: saved.isReviewed === true,
    hiddenAddress: toAddressWords(saved.hiddenAddress),
    lookups: toLookups(saved.lookups),
    card: toCard(saved.card, form),
    application: toSavedApplication(saved.application),
    registration: toRegistration(saved.registration),
    processedAccessIds: textsOf(saved.processedAccessIds).slice(-keptIds),
    lastTry: toLastTry(saved.lastTry, unanswered),
    unanswered,
    messages: textsOf(saved.messages),
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

/** `missing` is not saved: after a reload the code may be looked up again. */
function toLookups(saved: unknown): PostalLookups {
  const { answer, filled, declined } = asRecord(saved);
  return {
    answer: toPostalAddress(answer),
    filled: toPostalAddress(filled),
    declined: textOf(declined) || null,
    missing: null,
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

function toSavedApplication(saved: unknown): SavedApplication {
  const { key, keyBase, answeredKeys, isCopied } = asRecord(saved);
  return {
    key: textOf(key),
    keyBase: textOf(keyBase),
    answeredKeys: textsOf(answeredKeys).slice(-keptIds),
    isCopied: isCopied === true,
  };
}

function toRegistration(saved: unknown): Registration | null {
  const {
    registerToken,
    applicationKey,
    completion: savedCompletion,
    callback,
    isDeclined,
  } = asRecord(saved);
  const completion = toCompletionFields(savedCompletion);
  return isNonEmpty(registerToken) && completion
    ? {
        registerToken,
        applicationKey: textOf(applicationKey),
        completion,
        callback: toCallbackParameter(callback),
        isDeclined: isDeclined === true,
      }
    : null;
}

function toUnanswered(saved: unknown): Unanswered[] {
  const all = Array.isArray(saved) ? saved.map(asRecord) : [];
  return all.flatMap(({ call: savedCall, key }) => {
    const call = unansweredCalls.find((each) => each === savedCall);
    return call ? { call, key: textOf(key) } : [];
  });
}

function toLastTry(saved: unknown, unanswered: readonly Unanswered[]): LastTry | null {
  const { status, reason, at, amount, paymentMethod: savedMethod, expatriate } = asRecord(saved);
  switch (status) {
    case 'unanswered':
      return unanswered.length > 0 ? { status } : null;
    case 'atBank':
      return { status };
    case 'declined':
      return { status, reason: textsOf(reason) };
    case 'finished': {
      const paymentMethod = Object.values(paymentMethodsByName).find((method) => method === savedMethod);
      return isFiniteNumber(at) && isFiniteNumber(amount) && paymentMethod
        ? { status, at, amount, paymentMethod, expatriate: expatriate === true }
        : null;
    }
    default:
      return null;
  }
}

/** Null also without an expiry date: the donor could not enter one, because a kept card hides the card fields. */
function toCard(saved: unknown, { expirationMonth, expirationYear }: SignupForm): KeptCard | null {
  const { cardToken, maskedCardNumber, issuedAt } = asRecord(saved);
  if (expirationMonth === '' || expirationYear === '') return null;
  return isNonEmpty(cardToken) && isMasked(maskedCardNumber) && isFiniteNumber(issuedAt)
    ? { cardToken, maskedCardNumber, issuedAt }
    : null;
}

/** As the tokeniser masks a card's number: its last digits alone, at most four. */
function isMasked(value: unknown): value is string {
  return typeof value === 'string' && /^\*{6,}\d{1,4}$/.test(value);
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
