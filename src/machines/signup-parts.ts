import { assign, forwardTo, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { Application } from '../services/registration.ts';
import { callFailureOf } from '../signup/call-failure.ts';
import type { CallbackParameter } from '../signup/callback-parameter.ts';
import { type CompletionFields, completionFields } from '../signup/completion-fields.ts';
import { isComplete } from '../signup/fields.ts';
import {
  type Address,
  type CardToken,
  type FieldChange,
  type FieldName,
  type FormField,
  formFields,
  type SignupForm,
} from '../signup/form.ts';
import { changeField, composeName, type FormEntry, leaveField, startEntry } from '../signup/form-entry.ts';
import type { NameEvent, NameField } from '../signup/furigana.ts';
import {
  authenticationOpen,
  notSettledWithoutReason,
  type UnansweredCall,
  unknownOutcome,
} from '../signup/messages.ts';
import { postalCodeDigits } from '../signup/normalise.ts';
import {
  type Agreement,
  type Agreements,
  hasAgreed,
  methodOf,
  nothingAgreed,
} from '../signup/payment-methods.ts';
import { acceptAddress, codeToLookUp, fillAddress, postalMismatch } from '../signup/postal-address.ts';
import { isAllowedRedirect } from '../signup/redirect-url.ts';
import { type SavedSession, untouchedSession } from '../signup/saved-session.ts';
import { type AccessTokenNews, accessTokenMachine } from './access-token.ts';
import { type PostalLookupNews, postalLookupMachine } from './postal-lookup.ts';

/** The three addresses of the app, below /form/member (specification §2). */
export type Route = 'input' | 'confirm' | 'callback';

/** One thing that was wrong at an attempt to go on. */
export type FieldError = { name: FieldName; message: string };

/** What the page knows when it opens. */
export type SignupInput = {
  route: Route;
  /** Milliseconds since the epoch, as every `at` below. */
  now: number;
  /** The parsed query parameter `p`, or null where it is absent or invalid. */
  callback: CallbackParameter | null;
  /** The page was opened with `p`, valid or not: no script of another site may run in it (decision 11). */
  isOpenedByBank: boolean;
  saved: SavedSession | null;
  /** What the completion page was told, where this tab has been there. */
  completion: CompletionFields | null;
  allowedRedirectOrigins: readonly string[];
  /** Unguessable and new with each page: the names of applications begin with it. */
  seed: string;
};

export type SignupContext = SavedSession &
  FormEntry & {
    arrival: Route;
    isOpenedByBank: boolean;
    /** When the page was opened or something last told the time, in milliseconds since the epoch. */
    now: number;
    allowedRedirectOrigins: readonly string[];
    seed: string;
    /** Shown at the top of the screen; may hold HTML from a server, sanitised where it is shown. */
    messages: readonly string[];
    agreements: Agreements;
    /** The field the donor asked to change from the confirm screen. */
    fieldToChange: FieldName | null;
    /** What was wrong when the donor last wanted to go on, in the order of the screen. */
    fieldErrors: readonly FieldError[];
    /** When the draft was cleared on the screen that is open, in milliseconds since the epoch. */
    clearedAt: number | null;
    captchaToken: string;
    redirectUrl: string;
    /** What the completion page is told: what was registered, whatever has been typed since (decision 19). */
    completion: CompletionFields | null;
    accessTokenRenewed: boolean;
    /** How many applications have been named on this page. */
    namesGiven: number;
  };

export type SignupEvent =
  // what a donor does on the input screen
  | { type: 'field.changed'; change: FieldChange }
  | { type: 'field.left'; name: FormField }
  | { type: 'name.composed'; name: NameField; event: NameEvent }
  | { type: 'input.confirmed'; at: number }
  | { type: 'input.rejected'; fieldErrors: readonly FieldError[] }
  | { type: 'card.discarded' }
  | { type: 'address.accepted' }
  | { type: 'address.declined' }
  | { type: 'draft.cleared'; at: number }
  | { type: 'cardNotice.opened' }
  | { type: 'cardNotice.closed' }
  // … on the confirm screen
  | { type: 'agreement.changed'; name: Agreement; checked: boolean }
  | { type: 'change.requested'; field: FieldName | null }
  | { type: 'confirm.submitted'; at: number }
  // … where a screen waits for something outside
  | { type: 'retry.requested' }
  | { type: 'waiting.ended' }
  // … and back in a tab that has signed up before
  | { type: 'signup.restarted' }
  // what the browser does
  | { type: 'route.requested'; route: Route; at: number }
  | { type: 'page.restored' }
  | { type: 'page.revisited'; at: number }
  | { type: 'copy.found' }
  // what the child charts tell
  | AccessTokenNews
  | PostalLookupNews;

/** Where to send the donor for card authentication, and what to show when settling the payment afterwards. */
export type CardRegistration = { redirectUrl: string; registerToken: string };

const notProvided = () => Promise.reject(new Error('not provided'));

/**
 * What the story in `signup.ts` is told with: its data, events, actors, guards and actions, by name.
 * Everything with an effect is an actor or an action that `provide-services.ts` provides.
 */
export const signupParts = setup({
  types: {
    input: {} as SignupInput,
    context: {} as SignupContext,
    events: {} as SignupEvent,
    children: {} as {
      accessToken: 'accessToken';
      postalLookup: 'postalLookup';
      browser: 'browser';
      copies: 'copies';
      tokeniseCard: 'tokeniseCard';
      solveCaptcha: 'solveCaptcha';
      register: 'register';
      verifyCard: 'verifyCard';
    },
  },
  actors: {
    accessToken: accessTokenMachine,
    postalLookup: postalLookupMachine,
    /**
     * Tells of back and forward (`route.requested`), of a page shown again from memory (`page.restored`), and of a
     * donor who is back: looks at the tab again, or has the network again (`page.revisited`).
     */
    browser: fromCallback<SignupEvent>(() => {}),
    /** Tells of another tab that has the application of this name on its confirm screen (`copy.found`). */
    copies: fromCallback<SignupEvent, { key: string }>(() => {}),
    /** Hands the card that the input view holds to the gateway's script. The card itself never comes here. */
    tokeniseCard: fromPromise<CardToken, { form: SignupForm }>(notProvided),
    solveCaptcha: fromPromise<string>(notProvided),
    /** Sends the application to the call that belongs to its payment method; only a card has an answer to keep. */
    register: fromPromise<CardRegistration | null, Application>(notProvided),
    /** Settles what the bank has approved, with the token of the newest registration (decision 22). */
    verifyCard: fromPromise<void, { callback: CallbackParameter | null; registerToken: string }>(notProvided),
  },
  guards: {
    // where a page that has just opened belongs
    /** At whichever address: the page that the bank opened may have been lost on the way. */
    hasReturnedFromBank: ({ context }) =>
      context.callback !== null &&
      context.registration !== null &&
      !context.processedAccessIds.includes(context.callback.accessId),
    isOpenedByBank: ({ context }) => context.isOpenedByBank,
    hasFinished: ({ context }) => context.finished !== null,
    wasLeftUnanswered: ({ context }) => context.unanswered !== null,
    wasRefused: ({ context }) => context.messages.length > 0,
    hasStrayedIntoCallback: ({ context }) => context.arrival === 'callback',
    wasLeftAtBank: ({ context }) => context.isAtBank,
    opensOnConfirm: ({ context }) => context.arrival === 'confirm' && isReadyToReview(context, context.now),

    needsNoNewCard: ({ context }, { at }: { at: number }) =>
      !methodOf(context.form).needsCard || isFresh(context.card, at),
    isPaidByCard: ({ context }) => methodOf(context.form).needsCard,
    isPaidByBankDebit: ({ context }) => !methodOf(context.form).needsCard,
    mayReview: ({ context }, { route, at }: { route: Route; at: number }) =>
      route === 'confirm' && isReadyToReview(context, at),
    goesBackToInput: (_, { route }: { route: Route }) => route === 'input',
    entersPostalCode: (_, { change }: { change: FieldChange }) => change.name === 'zip',
    /** With the prefecture of the code's address, an empty city is the code's too. */
    choosesPrefectureAlone: ({ context }, { change }: { change: FieldChange }) =>
      change.name === 'prefecture' && context.form.city === '',
    switchesAddress: ({ context }, { change }: { change: FieldChange }) =>
      change.name === 'expatriate' && change.value !== context.form.expatriate,
    isAddressOffered: ({ context: { form, lookups } }) => postalMismatch(form, lookups)?.kind === 'offered',
    /** The code has not been changed since it was looked up. */
    isForTypedCode: ({ context }, { postalCode }: { postalCode: string }) =>
      postalCodeDigits(context.form.zip) === postalCode,

    hasNotAgreed: ({ context }) => !hasAgreed(context),
    hasStaleCard: ({ context }, { at }: { at: number }) =>
      methodOf(context.form).needsCard && !isFresh(context.card, at),
    hasCompletion: ({ context }) => context.completion !== null,
    redirectIsAllowed: ({ context }, { output }: { output: CardRegistration | null }) =>
      output !== null && isAllowedRedirect(output.redirectUrl, context.allowedRedirectOrigins),

    tokenIsStale: ({ context }, { error }: { error: unknown }) =>
      callFailureOf(error).reason === 'unauthorized' && !context.accessTokenRenewed,
    wasNotSent: (_, { error }: { error: unknown }) => callFailureOf(error).reason === 'notSent',
    /** A host may have stored what it answered with 401: that it refuses the repeat says nothing of the first try. */
    hasUnknownOutcome: ({ context }, { error }: { error: unknown }) => {
      const { reason } = callFailureOf(error);
      return reason === 'noAnswer' || (reason === 'refused' && context.accessTokenRenewed);
    },
  },
  actions: {
    // provided by provide-services.ts
    showRoute: (_, _params: { route: Route }) => {},
    trackPageView: (_, _params: { page: 'input' | 'confirm' }) => {},
    goToBank: (_, _params: { redirectUrl: string }) => {},
    postCompletion: (_, _params: { fields: CompletionFields | null }) => {},
    forgetCompletion: () => {},
    openFreshPage: () => {},
    openOverlay: () => {},
    closeOverlay: () => {},

    /** Where filling in starts anew, nothing is said of what was there before. */
    startEntry: assign(({ context }) => entryOf(context.form)),
    keepField: assign(({ context }, { change }: { change: FieldChange }) => ({
      ...changed(context, changeField(context, change)),
      isReviewed: false,
    })),
    normaliseField: assign(({ context }, { name }: { name: FormField }) =>
      changed(context, leaveField(context, name)),
    ),
    composeName: assign(({ context }, { name, event }: { name: NameField; event: NameEvent }) =>
      changed(context, composeName(context, name, event)),
    ),
    noteFieldErrors: assign((_, { fieldErrors }: { fieldErrors: readonly FieldError[] }) => ({
      fieldErrors,
    })),
    /** The form keeps every rule. */
    noteReviewed: assign((_, { at }: { at: number }) => ({ isReviewed: true, fieldErrors: [], now: at })),
    clearDraft: assign(() => ({
      ...untouchedSession,
      ...entryOf(untouchedSession.form),
      completion: null,
      fieldToChange: null,
    })),
    noteCleared: assign((_, { at }: { at: number }) => ({ clearedAt: at })),
    keepCard: assign((_, { output }: { output: CardToken }) => ({ card: output, now: output.issuedAt })),
    forgetCard: assign({ card: null }),
    /** The two address shapes share three fields; each keeps its own words while the other is shown. */
    switchAddress: assign(({ context: { form, hiddenAddress } }) => ({
      form: { ...form, ...hiddenAddress },
      hiddenAddress: { prefecture: form.prefecture, city: form.city, street: form.street },
    })),
    keepAnswer: assign(
      ({ context: { lookups } }, { postalCode, address }: { postalCode: string; address: Address }) => ({
        lookups: { ...lookups, answer: { postalCode, ...address } },
      }),
    ),
    noteNoAnswer: assign(({ context: { lookups } }, { postalCode }: { postalCode: string }) => ({
      lookups: { ...lookups, unanswered: postalCode },
    })),
    fillAddress: assign(({ context }) => changed(context, fillAddress(context.form, context.lookups))),
    acceptAddress: assign(({ context }) => changed(context, acceptAddress(context.form, context.lookups))),
    declineAddress: assign(({ context: { lookups, form } }) => ({
      lookups: { ...lookups, declined: postalCodeDigits(form.zip) },
    })),
    lookUpAddress: sendTo('postalLookup', ({ context: { form, lookups } }) => ({
      type: 'postalCode.changed' as const,
      postalCode: codeToLookUp(form, lookups),
    })),

    keepAgreement: assign(({ context }, { name, checked }: { name: Agreement; checked: boolean }) => ({
      agreements: { ...context.agreements, [name]: checked },
    })),
    clearAgreements: assign({ agreements: nothingAgreed }),
    pointToField: assign((_, { field }: { field: FieldName | null }) => ({ fieldToChange: field })),
    keepCaptchaToken: assign((_, { output }: { output: string }) => ({ captchaToken: output })),
    /** A review or a try before this one may have named it already; another card makes it another one. */
    nameApplication: assign(({ context: { application, form, card, seed, namesGiven } }) => {
      const maskedCardNumber = (methodOf(form).needsCard && card?.maskedCardNumber) || null;
      if (application?.maskedCardNumber === maskedCardNumber) return {};
      const key = `${seed}-${namesGiven + 1}`;
      return { application: { key, maskedCardNumber, isCopied: false }, namesGiven: namesGiven + 1 };
    }),
    noteCopy: assign(({ context: { application } }) => ({
      application: application && { ...application, isCopied: true },
    })),
    noteTime: assign((_, { at }: { at: number }) => ({ now: at })),
    /** The card's token is used up, and what is sent next is another application. */
    closeApplication: assign({ application: null, card: null }),
    keepRegistration: assign(({ context: { form } }, { output }: { output: CardRegistration | null }) => {
      if (!output) return {};
      const { redirectUrl, registerToken } = output;
      return {
        redirectUrl,
        registration: { registerToken, completion: completionFields(form) },
        // What came before it cannot be the bank's answer to it.
        callback: null,
      };
    }),
    /** From here on nothing is kept but the mark that this tab has signed up, and what completion is told. */
    finish: assign(({ context: { now } }, { completion }: { completion: CompletionFields | undefined }) =>
      completion ? { completion, finished: { at: now, amount: Number(completion.price) } } : {},
    ),
    keepAccessId: assign(({ context }) => ({
      processedAccessIds: context.callback
        ? [...context.processedAccessIds, context.callback.accessId]
        : context.processedAccessIds,
    })),
    /** Nobody has acted on the call: a reload may settle the payment after all. */
    reopenCallback: assign(({ context: { callback, processedAccessIds } }) => ({
      unanswered: null,
      isAtBank: true,
      processedAccessIds: processedAccessIds.filter((accessId) => accessId !== callback?.accessId),
    })),
    /** The registration is kept: what has been answered may have been somebody else's link. */
    forgetCallback: assign({ callback: null }),
    leaveForBank: assign({ unanswered: null, isAtBank: true }),
    noteUnanswered: assign((_, { call }: { call: UnansweredCall }) => ({
      unanswered: call,
      isAtBank: false,
    })),
    settle: assign({ unanswered: null }),
    giveUpAtBank: assign({ isAtBank: false, messages: [authenticationOpen] }),

    clearMessages: assign({ messages: [] }),
    showMessage: assign((_, { message }: { message: string }) => ({ messages: [message] })),
    /** `otherwise` is said where the other side has given no reason. */
    showFailure: assign((_, { error, otherwise }: { error: unknown; otherwise: string }) => {
      const { messages } = callFailureOf(error);
      return { messages: messages.length > 0 ? messages : [otherwise] };
    }),
    /** A refusal without a reason is told as what it is; an outcome that is not known has a message of its own. */
    keepMessages: assign(({ context: { unanswered } }, { error }: { error: unknown }) => {
      const { messages } = callFailureOf(error);
      return { keptMessages: messages.length > 0 || unanswered ? messages : [notSettledWithoutReason] };
    }),
    showMessages: assign((_, { error }: { error: unknown }) => ({ messages: callFailureOf(error).messages })),
    /** Above the reasons that a host gave for refusing a repeat; once only, however often the form comes back. */
    showUnknownOutcome: assign(({ context: { unanswered, messages } }) => {
      const unknown = unanswered ? [unknownOutcome(unanswered)] : [];
      return { messages: [...unknown, ...messages.filter((message) => !unknown.includes(message))] };
    }),

    noteAccessTokenRenewal: assign({ accessTokenRenewed: true }),
    allowAccessTokenRenewal: assign({ accessTokenRenewed: false }),
    renewAccessToken: sendTo('accessToken', { type: 'accessToken.rejected' }),
    askForAccessToken: sendTo('accessToken', { type: 'accessToken.needed' }),
    passToPostalLookup: forwardTo('postalLookup'),
  },
  delays: {
    /** A page that should have been left by now is still here. */
    LEAVE_TIMEOUT: 10_000,
    /** Most answers are there long before; a donor who waits longer may wonder. */
    SLOW_ANSWER: 10_000,
    /** Until the kept card is too old to be sent (decision 6). */
    CARD_EXPIRY: ({ context: { card, now } }) => (card?.issuedAt ?? now) + CARD_TOKEN_LIFETIME - now,
  },
});

/** 25 minutes: a gateway token is single-use and lives for 30 (decision 6). */
const CARD_TOKEN_LIFETIME = 25 * 60_000;

/** Whether a card is kept whose token can still be used. `at` in milliseconds since the epoch. */
export function isFresh(card: CardToken | null, at: number): boolean {
  return card !== null && at - card.issuedAt < CARD_TOKEN_LIFETIME;
}

function isReadyToReview({ form, isReviewed, card }: SignupContext, at: number): boolean {
  return isReviewed && isComplete(form, isFresh(card, at));
}

/** The input screen as it opens with this form. */
export function entryOf(
  form: SignupForm,
): Pick<SignupContext, keyof FormEntry | 'fieldErrors' | 'clearedAt'> {
  return { ...startEntry(form), fieldErrors: [], clearedAt: null };
}

/** What a change of the form changes; a form that stays the same stays as reviewed, and as named, as it was. */
function changed({ form, isReviewed, application }: SignupContext, after: { form: SignupForm }) {
  const isUnchanged = formFields.every((name) => after.form[name] === form[name]);
  return {
    ...after,
    isReviewed: isReviewed && isUnchanged,
    application: isUnchanged ? application : null,
  };
}
