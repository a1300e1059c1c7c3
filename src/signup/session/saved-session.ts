import type { PostalLookups } from '../address/postal-address.ts';
import type { CallbackParameter } from '../application/callback-parameter.ts';
import type { CompletionFields } from '../application/completion-fields.ts';
import type { KeptCard } from '../card/kept-card.ts';
import { emptyForm, type PaymentMethod, type SignupForm } from '../form.ts';
import type { UnansweredCall } from '../messages.ts';

/** A card application that the API host has accepted, with the data for the completion page (decision 19). */
export type Registration = {
  registerToken: string;
  /** The key of its application, by which copies of the tab are told that it is verified. */
  applicationKey: string;
  completion: CompletionFields;
  /** What the bank has answered, until the host is asked to verify it. */
  callback: CallbackParameter | null;
  /** The host has refused to verify it. */
  isDeclined: boolean;
};

/** The application that was reviewed last (decision 24). */
export type SavedApplication = {
  /** The same in all its tries and all copies of its tab: see `applicationKey`. Empty if there is none. */
  key: string;
  /** What all keys of this tab begin with, random; empty until there is one. */
  keyBase: string;
  /** The keys of earlier applications that the host has answered. */
  answeredKeys: readonly string[];
  /** Another tab has the same application open. */
  isCopied: boolean;
};

/** The three fields that home and overseas addresses share. */
export type AddressWords = Pick<SignupForm, 'prefecture' | 'city' | 'street'>;

/** A call that got no answer, and its application's key. Kept until that application is answered, or the tab signs up (decision 36). */
export type Unanswered = { call: UnansweredCall; key: string };

/** The state of what was sent last, until the next try. It decides which screen a page opens on. */
export type LastTry =
  /** The host gave no answer, see `unanswered`. The donor must see the message about it first. */
  | { status: 'unanswered' }
  /** The donor was sent to the bank's page and has not come back. */
  | { status: 'atBank' }
  /** The host has refused to verify the registration, and no page has shown why. `reason` may hold HTML. */
  | { status: 'declined'; reason: readonly string[] }
  | Finished;

/** This tab has signed up. Holds no personal data. */
export type Finished = {
  status: 'finished';
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
  card: KeptCard | null;
  application: SavedApplication;
  /** The newest registration, until it is verified. Older ones cannot be (decision 22). */
  registration: Registration | null;
  /** The bank's answers for which the host was asked to verify: none is used again (decision 11). */
  processedAccessIds: readonly string[];
  lastTry: LastTry | null;
  /** The newest last. The confirm screen warns of it, whatever was tried since. */
  unanswered: readonly Unanswered[];
  /** At the top of the screen. May hold HTML from a server, sanitised where it is shown. */
  messages: readonly string[];
};

/** Why storage cannot keep a session: the browser's settings forbid it, or storage is full. */
export type StorageProblem = 'forbidden' | 'full';

/** The session of a newly opened form. */
export const untouchedSession: SavedSession = {
  form: emptyForm,
  isTouched: false,
  isReviewed: false,
  hiddenAddress: { prefecture: '', city: '', street: '' },
  lookups: { answer: null, filled: null, declined: null, missing: null },
  card: null,
  application: { key: '', keyBase: '', answeredKeys: [], isCopied: false },
  registration: null,
  processedAccessIds: [],
  lastTry: null,
  unanswered: [],
  messages: [],
};

/** The saved registration with this page's callback, unless that callback was used before. */
export function withCallback(
  { registration, processedAccessIds }: SavedSession,
  callback: CallbackParameter | null,
): Registration | null {
  if (!registration || !callback) return registration;
  return { ...registration, callback: processedAccessIds.includes(callback.accessId) ? null : callback };
}

/** Uses up the bank's answer: the host is not asked with it again (decision 11). */
export function withoutCallback({
  registration,
  processedAccessIds,
}: Pick<SavedSession, 'registration' | 'processedAccessIds'>) {
  if (!registration?.callback) return {};
  const { accessId } = registration.callback;
  return {
    registration: { ...registration, callback: null },
    processedAccessIds: [...processedAccessIds, accessId],
  };
}
