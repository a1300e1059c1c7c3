import type { Route } from '../../src/services/routes.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { type CompletionFields, completionFields } from '../../src/signup/completion-fields.ts';
import { isComplete } from '../../src/signup/fields.ts';
import {
  CARD,
  emptyForm,
  type FieldChange,
  type FieldName,
  type PaymentMethod,
  type SignupForm,
} from '../../src/signup/form.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';
import { acceptAddress, codeToLookUp, fillAddress, postalMismatch } from '../../src/signup/postal-address.ts';
import type { Registration, SavedSession, StorageProblem } from '../../src/signup/saved-session.ts';
import type { Call, Happening } from './happening.ts';
import { paymentOf } from './payments.ts';
import { unknownOutcomes, words } from './words.ts';

export const MINUTE = 60_000;
/** How long a card is kept and an access token is used (decision 6, §9). */
export const CARD_LIFETIME = 25 * MINUTE;
const TOKEN_LIFETIME = 14 * MINUTE;
export const ALLOWED_ORIGIN = 'https://bank.example.org';
export const CARD_NUMBER = '4111111111111111';

/** What a reload must find again, by the names in the saved session. */
type Kept = Omit<SavedSession, 'application' | 'registration'> & {
  /** A registration by card, with the access id of the bank's later answer. */
  registration: (Registration & { redirectUrl: string; accessId: string }) | null;
};

/**
 * What donor, hosts and bank know of a sign-up: what was typed, pressed, sent, answered and shown. It follows from the
 * events, never from the chart's context; `promises.ts` compares the product with it.
 */
export type Ledger = Kept & {
  now: number;
  /** Counts the events; the hosts' tokens are named after it. */
  count: number;
  pages: number;
  /** The donor's state, since when, and the state that the notes cover. */
  at: string;
  since: number;
  covered: string;
  address: Route;
  /** The calls that the page waits for, with their inputs. */
  waits: Readonly<Partial<Record<Waiting, unknown>>>;

  wrongFields: readonly FieldName[];
  fieldToChange: FieldName | null;
  clearedAt: number | null;
  /** The postal code for which the access token was refused; it is looked up once more with another. */
  refusedFor: string | null;
  ticked: readonly Agreement[];
  /** The messages at the top of the screen. */
  said: readonly string[];
  storageProblem: StorageProblem | null;

  /** When the access token came, when the next is due (null while one is requested), and the next pause. */
  tokenAt: number | null;
  tokenDue: number | null;
  tokenPause: number;
  captchaToken: string;
  /** The time of the last event that carries one: page opened, form confirmed, card received, application sent. */
  toldAt: number;
  /** How many register calls the donor's press still allows; a refused access token allows one more, once. */
  mayRegister: number;
  isRepeat: boolean;
  /** The application that was reviewed last; open until it is answered or changed. */
  named: { key: string; content: string; isOpen: boolean } | null;
  /** All keys that were given. */
  names: readonly string[];
  /** Another tab has the same application open. */
  isCopied: boolean;
  /** What the completion page gets. */
  told: CompletionFields | null;
};

export type Waiting = Call | 'fetchAccessToken' | 'lookUpPostalCode';

const nothingDone = {
  form: emptyForm,
  hiddenAddress: { prefecture: '', city: '', street: '' },
  isTouched: false,
  isReviewed: false,
  lookups: { answer: null, filled: null, missing: null, declined: null },
  refusedFor: null,
  card: null,
  named: null,
  isCopied: false,
  registration: null,
  callback: null,
  finished: null,
  unanswered: null,
  isAtBank: false,
  processedAccessIds: [],
  messages: [],
  keptMessages: [],
} satisfies Partial<Ledger>;

const newScreen = { wrongFields: [], fieldToChange: null, clearedAt: null } satisfies Partial<Ledger>;

const noToken = { tokenAt: null, tokenDue: null } satisfies Partial<Ledger>;
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 5 * MINUTE;

/** A tab in which nothing has happened. */
export const emptyLedger: Ledger = {
  now: Date.UTC(2025, 5, 1),
  count: 0,
  pages: 0,
  at: '',
  since: 0,
  covered: '',
  ...{ address: 'input', waits: {}, ticked: [], said: [], captchaToken: '', toldAt: 0 },
  mayRegister: 0,
  isRepeat: false,
  names: [],
  told: null,
  storageProblem: null,
  ...nothingDone,
  ...newScreen,
  ...noToken,
  tokenPause: FIRST_PAUSE,
};

/** The ledger after an event, before the donor arrives (see {@link arrive}) where `places.ts` says. */
export function note(before: Ledger, event: Happening): Ledger {
  const passed = event.type === 'time.passed' ? event.milliseconds : 1;
  const now = 'at' in event ? event.at : before.now + passed;
  const ledger = { ...before, now, count: before.count + 1, ...tokenBy(now, before) };
  return { ...ledger, ...changedBy(ledger, event) };
}

/** §4, §9: another token is due after 14 minutes, or after a failure and a pause that grows each time. */
function tokenBy(now: number, { tokenAt, tokenDue, tokenPause }: Ledger): Partial<Ledger> {
  if (tokenDue === null || now < tokenDue) return {};
  return { ...noToken, tokenPause: tokenAt ? tokenPause : Math.min(2 * tokenPause, LONGEST_PAUSE) };
}

function changedBy(ledger: Ledger, event: Happening): Partial<Ledger> {
  const { form, lookups } = ledger;
  switch (event.type) {
    case 'page.opened':
      return opened(ledger, event);
    case 'field.changed':
      return typed(ledger, event.change);
    case 'field.left':
      return leave(ledger);
    case 'name.composed':
      // The donor's own furigana stays.
      return form.furigana === '' ? keep(ledger, { ...form, furigana: 'やまだ' }) : {};
    case 'input.confirmed': {
      let filled = ledger;
      for (const change of changesTo(ledger, event.typed)) filled = { ...filled, ...typed(filled, change) };
      const left = { ...filled, ...leave(filled), isReviewed: true, wrongFields: [] };
      return { ...left, toldAt: event.at };
    }
    case 'input.rejected':
      return { wrongFields: event.wrongFields, card: isFresh(ledger, event.at) ? ledger.card : null };
    case 'card.discarded':
      return { card: null };
    case 'address.accepted':
      return offerOf(ledger) === 'offered' ? withAddress(ledger, acceptAddress) : {};
    case 'address.declined':
      return offerOf(ledger) === 'offered' ? { lookups: { ...lookups, declined: codeOf(form) } } : {};
    case 'draft.cleared':
      return { ...nothingDone, ...newScreen, said: [], clearedAt: event.at };
    case 'signup.restarted':
      return { ...nothingDone, ...newScreen };
    case 'cardNotice.opened':
      return { covered: ledger.at };
    case 'agreement.changed':
      return {
        ticked: [
          ...ledger.ticked.filter((name) => name !== event.name),
          ...(event.checked ? [event.name] : []),
        ],
      };
    case 'change.requested':
      return ledger.at === 'cardRedirect.stalled' ? backFromBank : { fieldToChange: event.field };
    case 'confirm.submitted': {
      if (ledger.at !== 'confirm.reviewing' || !hasAgreed(ledger) || isCardStale(ledger)) return {};
      return { said: [], mayRegister: 1, isRepeat: false, toldAt: event.at };
    }
    case 'retry.requested':
      return ledger.at === 'callback.notSent' ? { said: [], isRepeat: false } : {};
    case 'route.requested':
      if (ledger.at.startsWith('cardRedirect')) return { address: event.route, ...backFromBank };
      if (ledger.at.startsWith('input.form') && event.route === 'confirm')
        return mayReview(ledger) ? { toldAt: event.at } : { said: [words.reviewAgain] };
      return {};
    case 'page.restored':
      return ledger.at.startsWith('cardRedirect') ? backFromBank : {};
    case 'waiting.ended':
      return { callback: null };
    case 'page.revisited':
      return isTokenGood(ledger) ? {} : noToken;
    case 'connection.restored':
      return ledger.said.includes(words.offline) ? { said: [] } : {};
    case 'storage.changed':
      return { storageProblem: event.problem };
    case 'copy.found':
      return ledger.at.startsWith('confirm') ? { isCopied: true } : {};
    case 'accessToken.ready':
      return { tokenAt: ledger.now, tokenDue: ledger.now + TOKEN_LIFETIME, tokenPause: FIRST_PAUSE };
    case 'accessToken.unavailable':
      return { tokenDue: ledger.now + ledger.tokenPause, ...notCalled(ledger, event.error) };
    case 'accessToken.refused':
      return { ...noToken, refusedFor: codeOf(form) };
    case 'address.found': {
      const { postalCode, address } = event;
      if (codeOf(form) !== postalCode) return {};
      const found = { ...ledger, lookups: { ...lookups, answer: { postalCode, ...address } } };
      const isTyping = /^input\.(form|cardNotice)/.test(ledger.at);
      return isTyping ? withAddress(found, fillAddress) : { lookups: found.lookups };
    }
    case 'address.missing':
      return { lookups: { ...lookups, missing: event.postalCode } };
    case 'xstate.done.actor.tokeniseCard':
      return { card: event.output, toldAt: event.output.issuedAt };
    case 'xstate.done.actor.solveCaptcha':
      return { captchaToken: event.output };
    case 'xstate.done.actor.register':
      return registered(ledger, event.output);
    case 'xstate.done.actor.verifyCard':
      return { unanswered: null, ...succeeded(ledger, ledger.registration?.completion, CARD) };
    case 'xstate.error.actor.tokeniseCard':
    case 'xstate.error.actor.solveCaptcha':
      return { said: reasonsOf(event.error, words.networkFailed) };
    case 'xstate.error.actor.register':
      return registerFailed(ledger, event.error);
    case 'xstate.error.actor.verifyCard':
      return verifyFailed(ledger, event.error);
    default:
      return {};
  }
}

/** A call whose access token did not come is not made. */
function notCalled({ at }: Ledger, error: unknown): Partial<Ledger> {
  if (!at.endsWith('awaitingAccessToken')) return {};
  const otherwise = at.startsWith('confirm') ? words.networkFailed : words.settlingNotSent;
  return { said: reasonsOf(error, otherwise) };
}

const backFromBank = { isAtBank: false, said: [words.authenticationOpen] } satisfies Partial<Ledger>;

/** What a reload finds again: after completion nothing of the person. */
export function keptOf(ledger: Ledger): Ledger {
  const { at, form, finished } = ledger;
  if (at.startsWith('complete'))
    return { ...ledger, ...nothingDone, processedAccessIds: ledger.processedAccessIds, finished };
  // Why the donor is on the form again.
  if (at.startsWith('input') && !ledger.said.includes(words.offline))
    return { ...ledger, messages: ledger.said };
  // Decision 9: the call has no answer yet.
  return at === 'confirm.submitting.registering'
    ? { ...ledger, unanswered: paymentOf(form).registers, isAtBank: false }
    : ledger;
}

/** A page opens with what the tab has stored. */
function opened(
  ledger: Ledger,
  { route, callback, isOpenedByBank }: Extract<Happening, { type: 'page.opened' }>,
): Partial<Ledger> {
  const { now, pages, keptMessages } = ledger;
  // A card number in a wrong field is not stored.
  const kept = keptOf(ledger);
  const page = {
    ...kept,
    ...newScreen,
    ...{
      form: withoutCardNumber(kept.form),
      hiddenAddress: withoutCardNumber(kept.hiddenAddress),
      lookups: { ...kept.lookups, missing: null },
      refusedFor: null,
    },
    ...{
      pages: pages + 1,
      toldAt: now,
      ...noToken,
      tokenPause: FIRST_PAUSE,
      isRepeat: false,
      mayRegister: 0,
      ticked: [],
    },
    ...{
      callback: callback ?? kept.callback,
      messages: [],
      storageProblem: null,
      said: keptMessages,
      keptMessages: [],
    },
    address: route,
    at: '',
  };
  if (isNewReturn(page)) return { ...page, said: [] };
  if (isOpenedByBank) return { ...page, callback: null, said: [] };
  if (page.finished) return page;
  if (page.unanswered || keptMessages.length > 0) return page;
  if (route === 'callback') return { ...page, callback: null, said: [words.invalidAccess] };
  if (page.isAtBank) return { ...page, ...backFromBank };
  return route === 'confirm' && mayReview(page) ? page : { ...page, said: [...kept.messages] };
}

function registered(
  ledger: Ledger,
  output: { redirectUrl: string; registerToken: string } | null,
): Partial<Ledger> {
  const used = { card: null, ...closed(ledger) };
  const { paymentMethod } = ledger.form;
  if (!paymentOf(ledger.form).needsCard)
    return succeeded(ledger, completionFields(ledger.form), paymentMethod);
  if (!output || new URL(output.redirectUrl).origin !== ALLOWED_ORIGIN)
    return { ...used, said: [words.untrustedRedirect] };
  const accessId = `access of ${output.registerToken}`;
  const completion = completionFields(ledger.form);
  const registration = { ...output, accessId, completion, isDeclined: false };
  return { ...used, registration, callback: null };
}

function succeeded(
  { toldAt, form: { expatriate } }: Ledger,
  completion: CompletionFields | undefined,
  paymentMethod: PaymentMethod,
): Partial<Ledger> {
  if (!completion) return {};
  const finished = { at: toldAt, amount: Number(completion.price), paymentMethod, expatriate };
  return { told: completion, finished };
}

export type Failing = 'repeat' | 'not sent' | 'unknown' | 'refused';

/** What a failed call of the API means (decision 9): only the first refused access token allows a repeat. */
export function failingOf({ isRepeat }: Ledger, error: unknown): Failing {
  const reason = error instanceof CallFailure ? error.reason : 'noAnswer';
  if (reason === 'unauthorized' && !isRepeat) return 'repeat';
  if (reason === 'notSent' || reason === 'unauthorized') return 'not sent';
  return reason === 'noAnswer' ? 'unknown' : 'refused';
}

function registerFailed(ledger: Ledger, error: unknown): Partial<Ledger> {
  const { form, mayRegister } = ledger;
  switch (failingOf(ledger, error)) {
    case 'repeat':
      return { isRepeat: true, ...noToken, mayRegister: mayRegister + 1 };
    case 'not sent':
      return { said: reasonsOf(error, words.networkFailed) };
    case 'unknown':
      return { unanswered: paymentOf(form).registers, isAtBank: false };
    default:
      return { card: null, ...closed(ledger), said: reasonsOf(error, words.refusedWithoutReason) };
  }
}

function verifyFailed(ledger: Ledger, error: unknown): Partial<Ledger> {
  const { callback, processedAccessIds, registration } = ledger;
  // The host has not processed the call, so the callback may run again.
  const reopened = {
    unanswered: null,
    isAtBank: true,
    processedAccessIds: processedAccessIds.filter((each) => each !== callback?.accessId),
  };
  switch (failingOf(ledger, error)) {
    case 'repeat':
      return { ...reopened, isRepeat: true, ...noToken };
    case 'not sent':
      return { ...reopened, said: reasonsOf(error, words.settlingNotSent) };
    case 'unknown':
      return { callback: null };
    default:
      return {
        callback: null,
        unanswered: null,
        registration: registration && { ...registration, isDeclined: true },
        keptMessages: reasonsOf(error, words.notSettledWithoutReason),
      };
  }
}

function reasonsOf(error: unknown, otherwise: string): readonly string[] {
  const messages = error instanceof CallFailure ? error.messages : [];
  return messages.length > 0 ? messages : [otherwise];
}

/** The ledger after the donor has come to a state, be it another or the same. */
export function arrive(before: Ledger, ledger: Ledger, at: string): Ledger {
  const screen = screenOf(at);
  const moved = { ...ledger, at, address: addressOf(screen) ?? ledger.address };
  if (at === 'complete.remembered') moved.address = 'input';
  if (before.at === at && ledger.pages === before.pages) return moved;
  const isOther = screenOf(before.at) !== screen || ledger.pages > before.pages;
  moved.since = ledger.now;
  // Messages stay on their screen; the next screen shows new ones only.
  if (isOther && ledger.said === before.said) moved.said = [];
  // The form looks the address up again.
  if (isOther && screen === 'input') moved.refusedFor = null;
  if (isOther && screen === 'confirm') Object.assign(moved, newScreen, { ticked: [] });
  if (screen === 'confirm' && !(ledger.named?.isOpen && ledger.named.content === contentOf(ledger)))
    Object.assign(moved, closed(ledger), { isCopied: false });
  if (at === 'confirm.cardExpired') moved.said = [words.cardExpired];
  // A card that is too old is kept until the donor goes back to enter it again.
  if (before.at === 'confirm.cardExpired' && ledger.pages === before.pages) moved.card = null;
  if (at === 'input.form.outcomeUnknown' && ledger.unanswered) {
    moved.card = null;
    moved.said = [unknownOutcomes[ledger.unanswered]];
  }
  if (at.endsWith('awaitingAccessToken')) moved.tokenDue = null;
  if (isOther && screen === 'cardRedirect') Object.assign(moved, { unanswered: null, isAtBank: true });
  if (at === 'callback.verifying.waiting')
    Object.assign(moved, {
      unanswered: 'verifyCard',
      isAtBank: false,
      processedAccessIds: [...ledger.processedAccessIds, String(ledger.callback?.accessId)],
    });
  return moved;
}

/** The address of a screen; null for those that keep the address before. */
const addressOf = (screen: string): Route | null =>
  screen === 'input' || screen === 'confirm' || screen === 'callback' ? screen : null;

export const screenOf = (state: string): string => state.split('.')[0] ?? '';

/** The form after typing, with the looked-up address filled in. */
function typed(ledger: Ledger, { name, value }: FieldChange): Partial<Ledger> {
  const { form, hiddenAddress } = ledger;
  const isSwitch = name === 'expatriate' && form.expatriate !== value;
  const { prefecture, city, street } = form;
  const next = {
    ...ledger,
    ...keep(ledger, { ...form, [name]: value, ...(isSwitch ? hiddenAddress : {}) }),
    ...(isSwitch ? { hiddenAddress: { prefecture, city, street } } : {}),
    ...(isSwitch || name === 'zip' ? { refusedFor: null } : {}),
    isTouched: true,
    isReviewed: false,
  };
  // If the donor chooses the prefecture of the code's address, its city fills an empty one.
  const isAlone = name === 'prefecture' && form.city === '';
  return { ...next, ...(isSwitch || isAlone || name === 'zip' ? withAddress(next, fillAddress) : {}) };
}

/** Decision 2: a telephone number is kept without its hyphens, once its field is left. */
const leave = (ledger: Ledger) =>
  keep(ledger, { ...ledger.form, phone: ledger.form.phone.replaceAll('-', '') });

/** An unchanged form stays reviewed and keeps its application. */
function keep(ledger: Ledger, next: SignupForm): Partial<Ledger> & Pick<Ledger, 'form' | 'isReviewed'> {
  const { form, isReviewed } = ledger;
  const isSame = Object.entries(form).every(([name, value]) => Object(next)[name] === value);
  return {
    form: next,
    isReviewed: isReviewed && isSame,
    ...(isSame ? {} : { isTouched: true, ...closed(ledger) }),
  };
}

/** Closes the application: what is sent next is another. */
const closed = ({ named }: Ledger): Pick<Ledger, 'named'> => ({
  named: named && { ...named, isOpen: false },
});

/** Takes over the looked-up address (decision 16). */
function withAddress(ledger: Ledger, take: typeof fillAddress<SignupForm>): Partial<Ledger> {
  const { form, lookups } = take(ledger);
  return { ...keep(ledger, form), lookups };
}

/** Whether the code's address is offered beside the typed one, or was declined. */
export function offerOf({ form, lookups }: Ledger): 'offered' | 'declined' | null {
  const kind = postalMismatch(form, lookups)?.kind ?? null;
  return kind === 'doubtful' ? null : kind;
}

export const codeOf = ({ zip }: SignupForm): string => zip.replace('-', '');

/** A complete postal code at home whose address is unknown. */
export const unknownCode = ({ form, lookups }: Ledger): string | null => codeToLookUp(form, lookups);

/** The same, unless the host has answered that there is none: the form waits for its address. */
export function codeAskedFor(ledger: Ledger): string | null {
  const code = unknownCode(ledger);
  return code === ledger.lookups.missing ? null : code;
}

/** The chart's events for a happening. To fill in the form is to change fields and press the button, leaving none. */
export function sentBy(ledger: Ledger, event: Happening): { type: string }[] {
  if (event.type !== 'input.confirmed') return [event];
  const { typed, ...confirmed } = event;
  const changes = changesTo(ledger, typed).map((change) => ({ type: 'field.changed', change }));
  return [...changes, confirmed];
}

/** The changes to fill in a form. Those that show other fields come first. */
export function changesTo(ledger: Ledger, wanted: SignupForm): FieldChange[] {
  const names = ['expatriate', 'paymentMethod', ...Object.keys(wanted)] as (keyof SignupForm)[];
  let reached = ledger;
  return names.flatMap((name) => {
    // A name with its own value.
    const change = { name, value: wanted[name] } as FieldChange;
    if (reached.form[name] === wanted[name]) return [];
    reached = { ...reached, ...typed(reached, change) };
    return [change];
  });
}

export const isFresh = ({ card }: Ledger, at: number): boolean =>
  card !== null && at - card.issuedAt < CARD_LIFETIME;

export const isCardStale = (ledger: Ledger): boolean =>
  paymentOf(ledger.form).needsCard && !isFresh(ledger, ledger.now);

/** Whether the card has expired on the confirm screen (decision 6). */
export const hasCardExpired = ({ at, form, card, since, toldAt, now }: Ledger): boolean =>
  at === 'confirm.reviewing' &&
  paymentOf(form).needsCard &&
  card !== null &&
  now - since >= card.issuedAt + CARD_LIFETIME - toldAt;

export const isTokenGood = ({ tokenAt }: Ledger): boolean => tokenAt !== null;

/** The content of an application. With other content it is another application. */
export const contentOf = ({ form, card }: Ledger): string =>
  JSON.stringify([Object.entries(form).sort(), paymentOf(form).needsCard && card?.maskedCardNumber]);

export const hasAgreed = ({ form, ticked }: Ledger): boolean =>
  paymentOf(form).boxes.every((name) => ticked.includes(name));

/** Whether the confirm screen may open: the form is complete and reviewed. */
export const mayReview = (ledger: Ledger): boolean =>
  ledger.isReviewed && isComplete(ledger.form, isFresh(ledger, ledger.now));

/** Whether the bank's callback is new, in a tab with a registration. */
export const isNewReturn = ({ callback, registration, processedAccessIds }: Ledger): boolean =>
  callback !== null && registration !== null && !processedAccessIds.includes(callback.accessId);

const withoutCardNumber = <Words extends object>(given: Words): Words =>
  Object.assign(
    { ...given },
    ...Object.entries(given).map(([name, value]) => value === CARD_NUMBER && { [name]: '' }),
  );
