import { type CallbackParameter, toCallbackParameter } from './callback-parameter.ts';
import { isCardNumberIn } from './card-number.ts';
import {
  type CardToken,
  emptyForm,
  type FormField,
  genders,
  paymentMethods,
  prices,
  type SignupForm,
} from './form.ts';

/** A call or journey whose end has not been seen yet. Kept across reloads so that nothing is sent twice unasked. */
export type Unfinished = 'registerCard' | 'registerBank' | 'cardRedirect' | 'verifyCard';

/** What outlives a reload, in session storage under one versioned key (design §4.7). */
export type SavedSession = {
  form: SignupForm;
  formIsValid: boolean;
  card: CardToken | null;
  registerToken: string | null;
  callback: CallbackParameter | null;
  processedAccessIds: string[];
  unfinished: Unfinished | null;
};

/** Raise it when the shape changes; what an older build has saved is then dropped. */
const version = 1;

const unfinishedKinds = ['registerCard', 'registerBank', 'cardRedirect', 'verifyCard', ''] as const;

/** More than a donor can collect in one tab; keeps a hostile value from growing with each reload. */
const keptAccessIds = 20;

/** The session as JSON, allow-listed: nothing that another part of the program has added gets out. */
export function serialiseSavedSession(session: SavedSession): string {
  return JSON.stringify({ version, ...toSavedSession(session) });
}

/** What {@link serialiseSavedSession} makes of a session in which nothing has happened. */
export const untouchedSession: string = JSON.stringify({ version, ...toSavedSession(null) });

/**
 * Reads what {@link serialiseSavedSession} wrote. Null for another version or anything unreadable; a single
 * wrong value falls back to the empty form's. Never throws.
 */
export function parseSavedSession(json: string | null): SavedSession | null {
  if (json === null) return null;
  try {
    const saved: unknown = JSON.parse(json);
    return own(saved, 'version') === version ? toSavedSession(saved) : null;
  } catch {
    return null;
  }
}

function toSavedSession(saved: unknown): SavedSession {
  const form = toForm(own(saved, 'form'));
  const accessIds = own(saved, 'processedAccessIds');
  return {
    form,
    formIsValid: own(saved, 'formIsValid') === true,
    card: toCard(own(saved, 'card'), form),
    registerToken: text(saved, 'registerToken') || null,
    callback: toCallbackParameter(own(saved, 'callback')),
    processedAccessIds: (Array.isArray(accessIds) ? accessIds : [])
      .filter((id) => typeof id === 'string')
      .slice(-keptAccessIds),
    unfinished: oneOf(unfinishedKinds, own(saved, 'unfinished'), '') || null,
  };
}

function toForm(saved: unknown): SignupForm {
  const flag = (name: 'mailMagazine' | 'expatriate' | 'receipt' | 'annualReport'): boolean => {
    const value = own(saved, name);
    return typeof value === 'boolean' ? value : emptyForm[name];
  };
  return {
    price: oneOf(prices, own(saved, 'price'), emptyForm.price),
    priceOther: typed(saved, 'priceOther'),
    lastName: typed(saved, 'lastName'),
    firstName: typed(saved, 'firstName'),
    furigana: typed(saved, 'furigana'),
    email: typed(saved, 'email'),
    mailMagazine: flag('mailMagazine'),
    expatriate: flag('expatriate'),
    zip: typed(saved, 'zip'),
    prefecture: typed(saved, 'prefecture'),
    city: typed(saved, 'city'),
    street: typed(saved, 'street'),
    country: typed(saved, 'country'),
    zipExpatriate: typed(saved, 'zipExpatriate'),
    phone: typed(saved, 'phone'),
    birthYear: typed(saved, 'birthYear'),
    birthMonth: typed(saved, 'birthMonth'),
    birthDay: typed(saved, 'birthDay'),
    gender: oneOf(['', ...genders], own(saved, 'gender'), ''),
    receipt: flag('receipt'),
    annualReport: flag('annualReport'),
    paymentMethod: oneOf(paymentMethods, own(saved, 'paymentMethod'), emptyForm.paymentMethod),
    expirationMonth: typed(saved, 'expirationMonth'),
    expirationYear: typed(saved, 'expirationYear'),
  };
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

function text(from: unknown, name: string): string {
  const value = own(from, name);
  return typeof value === 'string' ? value : '';
}

/** What a donor typed. A card number typed into a wrong field must not reach storage either (design §4.5). */
function typed(from: unknown, name: FormField): string {
  const value = text(from, name);
  return isCardNumberIn(name, value) ? '' : value;
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: unknown, otherwise: Choice): Choice {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/** The object's own value, never one that comes from a prototype. */
function own(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null
    ? Object.getOwnPropertyDescriptor(from, name)?.value
    : undefined;
}
