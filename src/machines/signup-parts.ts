import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { Application, Registered } from '../services/application/registration.ts';
import type { CaptchaEvent } from '../services/captcha.ts';
import type { BrowserEvent } from '../services/navigation/browser-events.ts';
import type { Route } from '../services/navigation/routes.ts';
import type { CopyEvent } from '../services/session/copies.ts';
import {
  type Address,
  acceptAddress,
  codeToLookUp,
  fillAddress,
  postalMismatch,
} from '../signup/address/postal-address.ts';
import { applicationKey } from '../signup/application/application-key.ts';
import type { CallbackParameter } from '../signup/application/callback-parameter.ts';
import { type CompletionFields, completionFields } from '../signup/application/completion-fields.ts';
import { isAllowedRedirect } from '../signup/application/redirect-url.ts';
import { callFailureOf } from '../signup/call-failure.ts';
import { formByLink } from '../signup/campaign-link.ts';
import { CARD_TOKEN_LIFETIME, isFresh, type KeptCard } from '../signup/card/kept-card.ts';
import { isComplete, normaliseForm } from '../signup/fields.ts';
import {
  CARD,
  type FieldChange,
  type FieldName,
  type FormField,
  formFields,
  type SignupForm,
} from '../signup/form.ts';
import { changeField, type FormEntry, leaveField, startEntry } from '../signup/form-entry.ts';
import {
  authenticationOpen,
  notVerifiedWithoutReason,
  offline,
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
import type { NameEvent } from '../signup/profile/furigana.ts';
import {
  type SavedSession,
  type StorageProblem,
  untouchedSession,
  withoutCallback,
} from '../signup/session/saved-session.ts';
import { accessTokenMachine, type EventFromAccessToken } from './access-token.ts';
import { type EventFromPostalLookup, postalLookupMachine } from './postal-lookup.ts';

/** The chart's input: the page that opens, and what its tab has saved. */
export type SignupInput = {
  /** The screen that its address asks for. */
  arrival: Route;
  /** Milliseconds since the epoch, as every `at` below. */
  now: number;
  /** The parsed query parameter `p`, or null where it is absent or invalid. */
  callback: CallbackParameter | null;
  /** The page was opened at the callback's address: no script of another site may run in it (decision 11). */
  isOpenedByBank: boolean;
  saved: SavedSession | null;
  /** What the link that opened the page chooses (decision 33). */
  link: readonly FieldChange[];
  allowedRedirectOrigins: readonly string[];
  /** Random, and new on each page load. */
  seed: string;
};

/** `now` is the time of the last event that has one. */
export type SignupContext = SavedSession &
  FormEntry &
  Omit<SignupInput, 'callback' | 'saved'> & {
    /** Why a reload would lose the sign-up, or null. */
    storageProblem: StorageProblem | null;
    /** What the completion page gets (decision 19). Never saved: it is posted once. */
    completion: CompletionFields | null;
    agreements: Agreements;
    /** The field the donor asked to change from the confirm screen. */
    fieldToChange: FieldName | null;
    /** The fields that broke a rule when the donor last tried to continue, in the order of the screen. */
    wrongFields: readonly FieldName[];
    /** When the draft was cleared on the screen that is open, in milliseconds since the epoch. */
    clearedAt: number | null;
    captchaToken: string;
    redirectUrl: string;
    accessTokenRenewed: boolean;
  };

type Changed = {
  change: FieldChange;
  /** What a Japanese keyboard has done since the field's last change. */
  composed?: readonly NameEvent[];
  isByLink?: boolean;
};

export type SignupEvent =
  // what a donor does on the input screen
  | ({ type: 'field.changed' } & Changed)
  | { type: 'field.left'; name: FormField }
  | { type: 'input.confirmed'; at: number }
  | { type: 'input.rejected'; wrongFields: readonly FieldName[]; at: number }
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
  // … on a screen that waits for a call or another page
  | { type: 'retry.requested' }
  | { type: 'waiting.ended' }
  // … and back in a tab that has signed up before
  | { type: 'signup.restarted' }
  // what happens around the page, and in the child charts
  | BrowserEvent
  | { type: 'storage.changed'; problem: StorageProblem | null }
  | CopyEvent
  | CaptchaEvent
  | EventFromAccessToken
  | EventFromPostalLookup;

const notProvided = () => Promise.reject(new Error('not provided'));

/**
 * The context, events, actors, guards and actions of `signup.ts`.
 * `provide-services.ts` provides every actor and action that has an effect.
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
      storage: 'storage';
      copies: 'copies';
      tokeniseCard: 'tokeniseCard';
      solveCaptcha: 'solveCaptcha';
      captchaQuestion: 'captchaQuestion';
      register: 'register';
      verifyCard: 'verifyCard';
    },
  },
  actors: {
    accessToken: accessTokenMachine,
    postalLookup: postalLookupMachine,
    /**
     * Sends `route.requested` for back and forward, `page.restored` when the browser shows the page again from memory,
     * `page.revisited` when the donor looks at the tab again or is online again, and `connection.restored` for the latter.
     */
    browser: fromCallback<SignupEvent>(() => {}),
    /** Sends `storage.changed` when a save is refused, or accepted again, and tries storage when it is asked. */
    storage: fromCallback<{ type: 'storage.asked' }>(() => {}),
    /** Sends `copy.found` when another tab shows the confirm screen of the same application, `copy.closed` when it is gone, `copy.finished` when it has signed up. */
    copies: fromCallback<SignupEvent, { key: string }>(() => {}),
    /** The gateway's script gets the card; the chart gets the token only. */
    tokeniseCard: fromPromise<KeptCard, { form: SignupForm }>(notProvided),
    solveCaptcha: fromPromise<string>(notProvided),
    /** Sends `captchaQuestion.opened` and `.closed` where the captcha asks the donor something. */
    captchaQuestion: fromCallback<SignupEvent>(() => {}),
    /** Sends the application with its payment method's call. */
    register: fromPromise<Registered, Application>(notProvided),
    /** Completes the payment of the newest registration (decision 22). */
    verifyCard: fromPromise<void, { callback: CallbackParameter | null; registerToken: string }>(notProvided),
  },
  guards: {
    // which screen a page opens on
    /** True at any address: the donor may open another one after the page that the bank opened was lost. */
    hasReturnedFromBank: ({ context: { registration } }) => Boolean(registration?.callback),
    isOpenedByBank: ({ context }) => context.isOpenedByBank,
    hasFinished: ({ context }) => context.lastTry?.status === 'finished',
    wasLeftUnanswered: ({ context }) => context.lastTry?.status === 'unanswered',
    wasDeclined: ({ context }) => context.lastTry?.status === 'declined',
    wasLeftAtBank: ({ context }) => context.lastTry?.status === 'atBank',
    /** The input screen showed messages when the page was left. */
    hadMessages: ({ context }) => context.messages.length > 0,
    hasStrayedIntoCallback: ({ context }) => context.arrival === 'callback',
    opensOnConfirm: ({ context }) => context.arrival === 'confirm' && isReadyToReview(context, context.now),

    needsNewCard: ({ context }, { at }: { at: number }) =>
      methodOf(context.form).needsCard && !isFresh(context.card, at),
    isPaidByCard: ({ context }) => methodOf(context.form).needsCard,
    mayReview: ({ context }, { route, at }: { route: Route; at: number }) =>
      route === 'confirm' && isReadyToReview(context, at),
    goesBackToInput: (_, { route }: { route: Route }) => route === 'input',
    changesCodeToLookUp: ({ context }, { change }: { change: FieldChange }) =>
      change.name === 'zip' || (change.name === 'expatriate' && change.value !== context.form.expatriate),
    /** The form has not changed since it was reviewed, and so since it was sent. */
    isAsReviewed: ({ context }) => context.isReviewed,
    isCopied: ({ context }) => context.application.isCopied,
    isAddressOffered: ({ context: { form, lookups } }) => postalMismatch(form, lookups)?.kind === 'offered',
    /** The code has not been changed since it was looked up. */
    isForTypedCode: ({ context }, { postalCode }: { postalCode: string }) =>
      postalCodeDigits(context.form.zip) === postalCode,

    asksForConfirm: (_, { route }: { route: Route }) => route === 'confirm',
    saysOffline: ({ context }) => context.messages.includes(offline),
    hasNotAgreed: ({ context }) => !hasAgreed(context),
    needsNoBank: (_, { output }: { output: Registered }) => output === 'complete',
    redirectIsAllowed: ({ context }, { output }: { output: Registered }) =>
      output !== 'complete' && isAllowedRedirect(output.redirectUrl, context.allowedRedirectOrigins),

    tokenIsStale: ({ context }, { error }: { error: unknown }) =>
      callFailureOf(error).reason === 'unauthorized' && !context.accessTokenRenewed,
    /** True also if the renewed access token was refused (decision 29). */
    wasNotSent: (_, { error }: { error: unknown }) =>
      ['notSent', 'unauthorized'].includes(callFailureOf(error).reason),
    hasUnknownOutcome: (_, { error }: { error: unknown }) => callFailureOf(error).reason === 'noAnswer',
  },
  actions: {
    // provided by provide-services.ts
    showRoute: (_, _params: { route: Route }) => {},
    trackPageView: (_, _params: { page: 'input' | 'confirm' }) => {},
    goToBank: (_, _params: { redirectUrl: string }) => {},
    tellCopies: (_, _params: { key: string }) => {},
    postCompletion: (_, _params: { fields: CompletionFields | null }) => {},
    openFreshPage: () => {},
    reportTimeout: (_, _params: { call: string }) => {},
    /** The card's number and security code, which the chart never sees (decision 5). */
    clearSecrets: () => {},
    openOverlay: () => {},
    closeOverlay: () => {},

    /** Resets furigana, errors, notes and the field to change for the current form. */
    startInput: assign(({ context }) => startInput(context)),
    keepField: assign(
      changing((context, { change, composed, isByLink = false }: Changed) => ({
        ...changeField(context, change, composed),
        isTouched: context.isTouched || !isByLink,
      })),
    ),
    leaveField: assign(changing(leaveField)),
    keepWrongFields: assign((_, { wrongFields }: { wrongFields: readonly FieldName[] }) => ({ wrongFields })),
    /** The form breaks no rule. Some fields are hidden, or were filled in and never left. */
    markReviewed: assign(({ context }, { at }: { at: number }) => ({
      ...applyChange(context, { form: normaliseForm(context.form) }),
      isReviewed: true,
      wrongFields: [],
      now: at,
    })),
    /** Clears what was typed and keeps what was sent (decision 36). */
    clearDraft: assign(({ context }, { at }: { at: number }) => {
      const { link, application, registration, processedAccessIds, lastTry, unanswered } = context;
      const sent = { application, registration, processedAccessIds, lastTry, unanswered };
      return { ...startAnew(link), ...sent, clearedAt: at };
    }),
    /** Another sign-up begins. */
    startAnew: assign(({ context: { link, processedAccessIds } }) => ({
      ...startAnew(link),
      processedAccessIds,
    })),
    keepCard: assign((_, { output }: { output: KeptCard }) => ({ card: output, now: output.issuedAt })),
    forgetCard: assign({ card: null }),
    forgetStaleCard: assign(({ context: { card } }, { at }: { at: number }) => ({
      card: isFresh(card, at) ? card : null,
    })),
    keepAnswer: assign(
      ({ context: { lookups } }, { postalCode, address }: { postalCode: string; address: Address }) => ({
        lookups: { ...lookups, answer: { postalCode, ...address } },
      }),
    ),
    markAddressMissing: assign(({ context: { lookups } }, { postalCode }: { postalCode: string }) => ({
      lookups: { ...lookups, missing: postalCode },
    })),
    fillAddress: assign(changing(fillAddress)),
    acceptAddress: assign(changing(acceptAddress)),
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
    /** Names what would be sent: the same content keeps its key. */
    nameApplication: assign(({ context: { application, form, card, seed } }) => {
      const keyBase = application.keyBase || seed;
      const key = applicationKey(keyBase, form, card, application.answeredKeys);
      // Open copies will answer and set it again.
      return { application: { ...application, key, keyBase, isCopied: false } };
    }),
    markCopied: assign(({ context: { application } }, { isCopied }: { isCopied: boolean }) => ({
      application: { ...application, isCopied },
    })),
    keepTime: assign((_, { at }: { at: number }) => ({ now: at })),
    /** The host has answered: the card's token is used up, and the next thing sent is another application. */
    closeApplication: assign(({ context: { application, unanswered } }) => ({
      lastTry: null,
      unanswered: unanswered.filter(({ key }) => key !== application.key),
      application: {
        ...application,
        key: '',
        answeredKeys: [...application.answeredKeys, application.key],
        isCopied: false,
      },
      card: null,
    })),
    /** Drops an earlier registration and its callback. */
    keepRegistration: assign(({ context: { form, application } }, { output }: { output: Registered }) => {
      if (output === 'complete') return {};
      const { redirectUrl, registerToken } = output;
      return {
        redirectUrl,
        registration: {
          registerToken,
          applicationKey: application.key,
          completion: completionFields(form),
          callback: null,
          isDeclined: false,
        },
      };
    }),
    /** A verified registration brings its own data: the form may have changed since. */
    finish: assign(
      ({ context: { now, form, registration } }, { what }: { what: 'application' | 'registration' }) => {
        const completion = what === 'application' ? completionFields(form) : registration?.completion;
        if (!completion) return {};
        const { expatriate } = form;
        const paymentMethod = what === 'application' ? form.paymentMethod : CARD;
        const amount = Number(completion.price);
        return {
          completion,
          messages: [],
          lastTry: { status: 'finished', at: now, amount, paymentMethod, expatriate },
        };
      },
    ),
    forgetCallback: assign(({ context }) => withoutCallback(context)),
    /** Verify-card has not been called yet. */
    markAtBank: assign({ lastTry: { status: 'atBank' } }),
    markUnanswered: assign(({ context }, { call }: { call: UnansweredCall }) => unansweredBy(context, call)),
    /** The registration stays: the refused callback may have come from somebody else's link (decision 22). */
    markDeclined: assign(({ context: { registration } }, { error }: { error: unknown }) => ({
      registration: registration && { ...registration, isDeclined: true },
      lastTry: { status: 'declined', reason: messagesOf(error, notVerifiedWithoutReason) },
    })),
    showReason: assign(({ context: { lastTry } }) =>
      lastTry?.status === 'declined' ? { messages: lastTry.reason, lastTry: null } : {},
    ),
    giveUpAtBank: assign({ lastTry: null, messages: [authenticationOpen] }),

    clearMessages: assign({ messages: [] }),
    showMessage: assign((_, { message }: { message: string }) => ({ messages: [message] })),
    showFailure: assign((_, { error, otherwise }: { error: unknown; otherwise: string }) => ({
      messages: messagesOf(error, otherwise),
    })),
    showUnknownOutcome: assign(({ context: { unanswered } }) => ({
      messages: unanswered.slice(-1).map(({ call }) => unknownOutcome(call)),
    })),

    markAccessTokenRenewed: assign({ accessTokenRenewed: true }),
    allowAccessTokenRenewal: assign({ accessTokenRenewed: false }),
    renewAccessToken: sendTo('accessToken', { type: 'accessToken.rejected' }),
    askForAccessToken: sendTo('accessToken', { type: 'accessToken.needed' }),
    passToPostalLookup: sendTo('postalLookup', { type: 'accessToken.ready' }),
    askForStorage: sendTo('storage', { type: 'storage.asked' }),
    keepStorageProblem: assign((_, { problem }: { problem: StorageProblem | null }) => ({
      storageProblem: problem,
    })),
  },
  delays: {
    /** How long the browser may take to leave the page. */
    LEAVE_TIMEOUT: 10_000,
    /** The longest wait for the gateway's token. */
    CARD_CHECK_TIMEOUT: 30_000,
    /** The longest wait for the captcha, unless it asks the donor something. */
    CAPTCHA_TIMEOUT: 20_000,
    /** How long after its question has closed its token may still come. */
    LATE_CAPTCHA_TOKEN: 3000,
    /** The longest wait for the answer to an application: the host may wait for the payment company. */
    REGISTER_TIMEOUT: 60_000,
    /** After this the donor may stop waiting for a verification. */
    SLOW_VERIFICATION: 10_000,
    /** The longest wait for it after that. */
    VERIFY_TIMEOUT: 50_000,
    /** The time that is left until the kept card is too old to be sent (decision 6). */
    CARD_EXPIRY: ({ context: { card, now } }) => (card?.issuedAt ?? now) + CARD_TOKEN_LIFETIME - now,
  },
});

function isReadyToReview({ form, isReviewed, card }: SignupContext, at: number): boolean {
  return isReviewed && isComplete(form, isFresh(card, at));
}

/** A failure's own messages, or `otherwise`. */
function messagesOf(error: unknown, otherwise: string): readonly string[] {
  const { messages } = callFailureOf(error);
  return messages.length > 0 ? messages : [otherwise];
}

/** What is kept of a call without an answer. */
export function unansweredBy(
  { application, registration, unanswered }: SavedSession,
  call: UnansweredCall,
): Pick<SavedSession, 'lastTry' | 'unanswered'> {
  const key = call === 'verifyCard' ? (registration?.applicationKey ?? '') : application.key;
  const others = unanswered.filter((each) => each.key !== key);
  return { lastTry: { status: 'unanswered' }, unanswered: [...others, { call, key }] };
}

/** The context of an input screen that opens with this form. */
export function startInput(
  saved: SavedSession,
): Pick<SignupContext, keyof FormEntry | 'fieldToChange' | 'wrongFields' | 'clearedAt'> {
  return { ...startEntry(saved), fieldToChange: null, wrongFields: [], clearedAt: null };
}

/** The same with nothing typed, as the page's link leaves the form. */
function startAnew(link: SignupInput['link']) {
  const form = formByLink(link);
  return { ...untouchedSession, ...startInput({ ...untouchedSession, form }) };
}

/** Assigns what a function of `src/signup/` makes of the form. */
function changing<Params, After extends Changes>(change: (context: SignupContext, params: Params) => After) {
  return ({ context }: { context: SignupContext }, params: Params) =>
    applyChange(context, change(context, params));
}

type Changes = Partial<SignupContext> & { form: SignupForm };

/** Applies the changes. A changed form must be reviewed again. */
function applyChange<After extends Changes>(
  { form, isReviewed }: SignupContext,
  after: After,
): After & { isReviewed: boolean } {
  const isUnchanged = formFields.every((name) => after.form[name] === form[name]);
  return {
    ...after,
    form: isUnchanged ? form : after.form,
    isReviewed: isReviewed && isUnchanged,
  };
}
