import { assign, emit, forwardTo, fromCallback, fromPromise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { callFailureOf } from '../signup/call-failure.ts';
import type { CallbackParameter } from '../signup/callback-parameter.ts';
import { type CompletionFields, completionFields } from '../signup/completion-fields.ts';
import { isComplete } from '../signup/fields.ts';
import {
  type Address,
  type AddressWords,
  BANK_DEBIT,
  CARD,
  type CardToken,
  type FieldChange,
  type FieldName,
  type SignupForm,
} from '../signup/form.ts';
import {
  cardExpired,
  cardNotAuthenticated,
  invalidAccess,
  networkFailed,
  notSettledWithoutReason,
  refusedWithoutReason,
  settlingNotSent,
  unknownOutcome,
  untrustedRedirect,
} from '../signup/messages.ts';
import { postalCodeDigits } from '../signup/normalise.ts';
import { acceptAddress, codeToLookUp, fillAddress, postalMismatch } from '../signup/postal-address.ts';
import { isAllowedRedirect } from '../signup/redirect-url.ts';
import {
  keptRegistrations,
  type SavedSession,
  type Unfinished,
  untouchedSession,
} from '../signup/saved-session.ts';
import { type AccessTokenNews, accessTokenMachine } from './access-token.ts';
import { type PostalLookupNews, postalLookupMachine } from './postal-lookup.ts';

/** The three addresses of the app, below /form/member (specification §2). */
export type Route = 'input' | 'confirm' | 'callback';

/** The boxes to tick before sending; the second one is for bank debit only (specification §2). */
export type Agreement = 'understood' | 'bankFormUnderstood';

/** What the page knows when it opens. */
export type SignupInput = {
  route: Route;
  /** Milliseconds since the epoch, as every `at` below. */
  now: number;
  /** The parsed query parameter `p`, or null where it is absent or invalid. */
  callback: CallbackParameter | null;
  saved: SavedSession | null;
  /** What the completion page was told, where this tab has been there. */
  completion: CompletionFields | null;
  allowedRedirectOrigins: readonly string[];
  /** Unguessable and new with each page: the names of applications begin with it. */
  seed: string;
};

export type SignupContext = SavedSession & {
  arrival: Route;
  openedAt: number;
  allowedRedirectOrigins: readonly string[];
  seed: string;
  /** Shown at the top of the screen; may hold HTML from a server, sanitised where it is shown. */
  errors: readonly string[];
  agreements: Readonly<Record<Agreement, boolean>>;
  /** The field the donor asked to change from the confirm screen. */
  fieldToChange: FieldName | null;
  /** Counts cleared drafts, so that the input view starts anew. */
  draft: number;
  /** When 送信する was last pressed on this page, in milliseconds since the epoch. */
  submittedAt: number | null;
  captchaToken: string;
  redirectUrl: string;
  /** What the completion page is told: what was registered, whatever has been typed since (decision 19). */
  completion: CompletionFields | null;
  accessTokenReady: boolean;
  accessTokenRenewed: boolean;
};

export type SignupEvent =
  // what a donor does on the input screen
  | { type: 'field.changed'; change: FieldChange }
  | { type: 'input.confirmed'; form: SignupForm; at: number }
  | { type: 'input.rejected'; fields: readonly FieldName[] }
  | { type: 'card.discarded' }
  | { type: 'address.accepted' }
  | { type: 'address.declined' }
  | { type: 'draft.cleared' }
  | { type: 'cardNotice.opened' }
  | { type: 'cardNotice.closed' }
  // … on the confirm screen
  | { type: 'agreement.changed'; name: Agreement; checked: boolean }
  | { type: 'change.requested'; field: FieldName | null }
  | { type: 'confirm.submitted'; at: number }
  // … where a screen waits for something outside
  | { type: 'retry.requested' }
  // … and back in a tab that has signed up before
  | { type: 'signup.restarted' }
  // what the browser does
  | { type: 'route.requested'; route: Route; at: number }
  | { type: 'page.restored' }
  | { type: 'page.revisited' }
  // what the child charts tell
  | AccessTokenNews
  | PostalLookupNews;

/** For the view: the chart has changed these fields of the form by itself. */
export type SignupEmitted = { type: 'address.changed'; address: AddressWords };

/** Where to send the donor for card authentication, and what to show when settling the payment afterwards. */
export type CardRegistration = { redirectUrl: string; registerToken: string };

/** An application as it is sent; `key` is the same for all its tries. */
export type Application = { form: SignupForm; card: CardToken | null; captchaToken: string; key: string };

const notProvided = () => Promise.reject(new Error('not provided'));

/**
 * The whole sign-up, from the first visit to completion (specification §4).
 * Everything with an effect is a named actor or action that `main.tsx` provides.
 */
export const signupMachine = setup({
  types: {
    input: {} as SignupInput,
    context: {} as SignupContext,
    events: {} as SignupEvent,
    emitted: {} as SignupEmitted,
    children: {} as {
      accessToken: 'accessToken';
      postalLookup: 'postalLookup';
      browser: 'browser';
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
    /** Hands the card that the input view holds to the gateway's script. The card itself never comes here. */
    tokeniseCard: fromPromise<CardToken, { form: SignupForm }>(notProvided),
    solveCaptcha: fromPromise<string>(notProvided),
    /** Sends the application to the call that belongs to its payment method; only a card has an answer to keep. */
    register: fromPromise<CardRegistration | null, Application>(notProvided),
    /**
     * Settles what the bank has approved, and resolves to the token of the registration that it was approved for.
     * The callback does not say which one that is, so each is asked for, newest first.
     */
    verifyCard: fromPromise<
      string,
      { callback: CallbackParameter | null; registerTokens: readonly string[] }
    >(notProvided),
  },
  guards: {
    // where a page that has just opened belongs
    hasReturnedFromBank: ({ context }) =>
      context.arrival === 'callback' &&
      context.callback !== null &&
      context.registrations.length > 0 &&
      !context.processedAccessIds.includes(context.callback.accessId),
    hasFinished: ({ context }) => context.finished !== null,
    wasLeftUnanswered: ({ context }) => context.unfinished !== null && context.unfinished !== 'cardRedirect',
    hasStrayedIntoCallback: ({ context }) => context.arrival === 'callback',
    wasLeftAtBank: ({ context }) => context.unfinished === 'cardRedirect',
    opensOnConfirm: ({ context }) =>
      context.arrival === 'confirm' && isReadyToReview(context, context.openedAt),

    choosesBankDebit: (_, { form }: { form: SignupForm }) => form.paymentMethod === BANK_DEBIT,
    choosesKeptCard: ({ context }, { at }: { at: number }) => isFresh(context.card, at),
    mayReview: ({ context }, { route, at }: { route: Route; at: number }) =>
      route === 'confirm' && isReadyToReview(context, at),
    goesBackToInput: (_, { route }: { route: Route }) => route === 'input',
    entersPostalCode: (_, { change }: { change: FieldChange }) => change.name === 'zip',
    switchesAddress: ({ context }, { change }: { change: FieldChange }) =>
      change.name === 'expatriate' && change.value !== context.form.expatriate,
    isAddressOffered: ({ context: { form, lookups } }) => postalMismatch(form, lookups)?.kind === 'offered',
    /** The code has not been changed since it was looked up. */
    isForTypedCode: ({ context }, { postalCode }: { postalCode: string }) =>
      postalCodeDigits(context.form.zip) === postalCode,

    hasNotAgreed: ({ context: { agreements, form } }) =>
      !agreements.understood || (form.paymentMethod === BANK_DEBIT && !agreements.bankFormUnderstood),
    hasStaleCard: ({ context }, { at }: { at: number }) =>
      context.form.paymentMethod === CARD && !isFresh(context.card, at),
    hasAccessToken: ({ context }) => context.accessTokenReady,
    paysByBankDebit: ({ context }) => context.form.paymentMethod === BANK_DEBIT,
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
    // provided by main.tsx
    showRoute: (_, _params: { route: Route }) => {},
    trackPageView: (_, _params: { page: 'input' | 'confirm' }) => {},
    goToBank: (_, _params: { redirectUrl: string }) => {},
    postCompletion: (_, _params: { fields: CompletionFields | null }) => {},
    forgetCompletion: () => {},

    keepField: assign(({ context }, { change }: { change: FieldChange }) => ({
      form: { ...context.form, [change.name]: change.value },
      formIsValid: false,
      application: context.form[change.name] === change.value ? context.application : null,
    })),
    keepForm: assign(({ context }, { form }: { form: SignupForm }) => ({
      form,
      formIsValid: true,
      application: isSame(form, context.form) ? context.application : null,
    })),
    clearDraft: assign(({ context }) => ({
      ...untouchedSession,
      completion: null,
      draft: context.draft + 1,
    })),
    keepCard: assign((_, { output }: { output: CardToken }) => ({ card: output })),
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
    showAddress: emit(({ context: { form } }) => ({
      type: 'address.changed' as const,
      address: { prefecture: form.prefecture, city: form.city, street: form.street },
    })),
    lookUpAddress: sendTo('postalLookup', ({ context: { form, lookups } }) => ({
      type: 'postalCode.changed' as const,
      postalCode: codeToLookUp(form, lookups),
    })),

    keepAgreement: assign(({ context }, { name, checked }: { name: Agreement; checked: boolean }) => ({
      agreements: { ...context.agreements, [name]: checked },
    })),
    clearAgreements: assign({ agreements: { understood: false, bankFormUnderstood: false } }),
    pointToField: assign((_, { field }: { field: FieldName | null }) => ({ fieldToChange: field })),
    keepCaptchaToken: assign((_, { output }: { output: string }) => ({ captchaToken: output })),
    /** A try that was never answered has named the application already; another card makes it another one. */
    nameApplication: assign(({ context: { application, card, seed } }, { at }: { at: number }) => {
      const maskedCardNumber = card?.maskedCardNumber ?? null;
      const isSame = application !== null && application.maskedCardNumber === maskedCardNumber;
      return {
        application: isSame ? application : { key: `${seed}-${at}`, maskedCardNumber },
        submittedAt: at,
      };
    }),
    forgetApplication: assign({ application: null }),
    keepRegistration: assign(
      ({ context: { form, registrations } }, { output }: { output: CardRegistration | null }) => {
        if (!output) return {};
        const { redirectUrl, registerToken } = output;
        const registration = { registerToken, completion: completionFields(form) };
        return { redirectUrl, registrations: [registration, ...registrations].slice(0, keptRegistrations) };
      },
    ),
    /** From here on nothing is kept but the mark that this tab has signed up, and what completion is told. */
    finish: assign(
      (
        { context: { submittedAt, openedAt } },
        { completion }: { completion: CompletionFields | undefined },
      ) =>
        completion
          ? { completion, finished: { at: submittedAt ?? openedAt, amount: Number(completion.price) } }
          : {},
    ),
    keepAccessId: assign(({ context }) => ({
      processedAccessIds: context.callback
        ? [...context.processedAccessIds, context.callback.accessId]
        : context.processedAccessIds,
    })),
    /** The call did not reach anyone who acted on it: a reload may settle the payment after all. */
    reopenCallback: assign(({ context: { callback, processedAccessIds } }) => ({
      unfinished: 'cardRedirect' as const,
      processedAccessIds: processedAccessIds.filter((accessId) => accessId !== callback?.accessId),
    })),
    /** The registration is kept: what has been answered may have been somebody else's link. */
    forgetCallback: assign({ callback: null }),
    leaveUnfinished: assign((_, { unfinished }: { unfinished: Unfinished }) => ({ unfinished })),
    settle: assign({ unfinished: null }),

    clearErrors: assign({ errors: [] }),
    showError: assign((_, { message }: { message: string }) => ({ errors: [message] })),
    showFailure: assign((_, { error, withoutReason }: { error: unknown; withoutReason?: string }) => {
      const { reason, messages } = callFailureOf(error);
      if (messages.length > 0) return { errors: messages };
      return { errors: [reason === 'notSent' ? networkFailed : (withoutReason ?? refusedWithoutReason)] };
    }),
    showReasons: assign((_, { error }: { error: unknown }) => ({ errors: callFailureOf(error).messages })),
    /** Above the reasons that a host gave for refusing a repeat; once only, however often the form comes back. */
    showUnknownOutcome: assign(({ context: { unfinished, errors } }) => {
      const unknown = unfinished && unfinished !== 'cardRedirect' ? [unknownOutcome(unfinished)] : [];
      return { errors: [...unknown, ...errors.filter((error) => !unknown.includes(error))] };
    }),

    noteAccessTokenReady: assign({ accessTokenReady: true }),
    noteAccessTokenGone: assign({ accessTokenReady: false }),
    noteAccessTokenRenewal: assign({ accessTokenRenewed: true }),
    allowAccessTokenRenewal: assign({ accessTokenRenewed: false }),
    renewAccessToken: sendTo('accessToken', { type: 'accessToken.rejected' }),
    askForAccessToken: sendTo('accessToken', { type: 'accessToken.needed' }),
    passToPostalLookup: forwardTo('postalLookup'),
  },
  delays: {
    /** A page that should have been left by now is still here. */
    LEAVE_TIMEOUT: 10_000,
  },
}).createMachine({
  id: 'signup',
  description: 'Monthly supporter sign-up',
  context: ({ input }) => ({
    ...(input.saved ?? untouchedSession),
    callback: input.callback ?? input.saved?.callback ?? null,
    arrival: input.route,
    openedAt: input.now,
    allowedRedirectOrigins: input.allowedRedirectOrigins,
    seed: input.seed,
    errors: [],
    agreements: { understood: false, bankFormUnderstood: false },
    fieldToChange: null,
    draft: 0,
    submittedAt: null,
    captchaToken: '',
    redirectUrl: '',
    completion: input.completion,
    accessTokenReady: false,
    accessTokenRenewed: false,
  }),
  invoke: [
    { id: 'accessToken', src: 'accessToken' },
    { id: 'postalLookup', src: 'postalLookup' },
    { id: 'browser', src: 'browser' },
  ],
  on: {
    'accessToken.ready': { actions: ['noteAccessTokenReady', 'passToPostalLookup'] },
    'accessToken.expired': { actions: 'noteAccessTokenGone' },
    'accessToken.refused': { actions: ['noteAccessTokenGone', 'renewAccessToken'] },
    'page.revisited': { actions: 'askForAccessToken' },
    // A late answer never changes what the donor has reviewed; it only tells whether the code belongs to the address.
    'address.found': {
      guard: { type: 'isForTypedCode', params: ({ event }) => event },
      actions: { type: 'keepAnswer', params: ({ event }) => event },
    },
    'address.missing': { actions: { type: 'noteNoAnswer', params: ({ event }) => event } },
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'The page has just opened: which screen may it show?',
      always: [
        { guard: 'hasReturnedFromBank', target: 'callback' },
        { guard: 'hasFinished', target: 'complete.remembered' },
        { guard: 'wasLeftUnanswered', target: 'input.form.outcomeUnknown' },
        {
          guard: 'hasStrayedIntoCallback',
          target: 'input.form.failed',
          actions: { type: 'showError', params: { message: invalidAccess } },
        },
        {
          guard: 'wasLeftAtBank',
          target: 'input.form.failed',
          actions: ['settle', { type: 'showError', params: { message: cardNotAuthenticated } }],
        },
        { guard: 'opensOnConfirm', target: 'confirm' },
        { target: 'input' },
      ],
    },

    input: {
      description: 'Step 1: the donor fills in the form',
      entry: [
        { type: 'showRoute', params: { route: 'input' } },
        { type: 'trackPageView', params: { page: 'input' } },
        'lookUpAddress',
      ],
      on: {
        'route.requested': { actions: { type: 'showRoute', params: { route: 'input' } } },
        'address.found': {
          guard: { type: 'isForTypedCode', params: ({ event }) => event },
          actions: [{ type: 'keepAnswer', params: ({ event }) => event }, 'fillAddress', 'showAddress'],
        },
      },
      initial: 'form',
      states: {
        form: {
          description: 'The form is open for typing',
          on: {
            'field.changed': [
              {
                guard: { type: 'entersPostalCode', params: ({ event }) => event },
                actions: [
                  { type: 'keepField', params: ({ event }) => event },
                  'fillAddress',
                  'showAddress',
                  'lookUpAddress',
                ],
              },
              {
                guard: { type: 'switchesAddress', params: ({ event }) => event },
                actions: [
                  { type: 'keepField', params: ({ event }) => event },
                  'switchAddress',
                  'fillAddress',
                  'showAddress',
                  'lookUpAddress',
                ],
              },
              { actions: { type: 'keepField', params: ({ event }) => event } },
            ],
            'input.rejected': '.correcting',
            'input.confirmed': [
              {
                guard: { type: 'choosesBankDebit', params: ({ event }) => event },
                target: '#signup.confirm',
                actions: [{ type: 'keepForm', params: ({ event }) => event }, 'forgetCard'],
              },
              {
                guard: { type: 'choosesKeptCard', params: ({ event }) => event },
                target: '#signup.confirm',
                actions: { type: 'keepForm', params: ({ event }) => event },
              },
              { target: 'checkingCard', actions: { type: 'keepForm', params: ({ event }) => event } },
            ],
            'route.requested': {
              guard: { type: 'mayReview', params: ({ event }) => event },
              target: '#signup.confirm',
            },
            'card.discarded': { actions: 'forgetCard' },
            'address.accepted': { guard: 'isAddressOffered', actions: ['acceptAddress', 'showAddress'] },
            'address.declined': { guard: 'isAddressOffered', actions: 'declineAddress' },
            'draft.cleared': { target: '.filling', actions: ['clearDraft', 'clearErrors', 'lookUpAddress'] },
            'cardNotice.opened': 'cardNotice',
          },
          initial: 'filling',
          states: {
            filling: { description: 'Nothing is amiss so far' },
            correcting: { description: 'Some fields broke a rule when the donor wanted to go on' },
            failed: {
              description: 'The server, the gateway or the network has refused; the messages say why',
            },
            outcomeUnknown: {
              description: 'Something was sent and no answer came: it may or may not have arrived',
              entry: ['forgetCard', 'showUnknownOutcome'],
            },
            lastShown: { type: 'history' },
          },
        },
        cardNotice: {
          description: 'Notes on using credit cards lie over the form',
          on: { 'cardNotice.closed': 'form.lastShown' },
        },
        checkingCard: {
          description: 'The gateway turns the card into a token',
          on: {
            'address.found': {
              guard: { type: 'isForTypedCode', params: ({ event }) => event },
              actions: { type: 'keepAnswer', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'tokeniseCard',
            src: 'tokeniseCard',
            input: ({ context }) => ({ form: context.form }),
            onDone: {
              target: '#signup.confirm',
              actions: { type: 'keepCard', params: ({ event }) => event },
            },
            onError: {
              target: 'form.failed',
              actions: { type: 'showFailure', params: ({ event }) => event },
            },
          },
        },
      },
    },

    confirm: {
      description: 'Step 2: the donor checks everything and sends it',
      entry: [
        'clearErrors',
        'clearAgreements',
        { type: 'pointToField', params: { field: null } },
        { type: 'showRoute', params: { route: 'confirm' } },
        { type: 'trackPageView', params: { page: 'confirm' } },
      ],
      on: { 'route.requested': { actions: { type: 'showRoute', params: { route: 'confirm' } } } },
      initial: 'reviewing',
      states: {
        reviewing: {
          description: 'Waiting for the donor to agree and send',
          on: {
            'agreement.changed': { actions: { type: 'keepAgreement', params: ({ event }) => event } },
            'change.requested': {
              target: '#signup.input',
              actions: ['clearErrors', { type: 'pointToField', params: ({ event }) => event }],
            },
            'route.requested': {
              guard: { type: 'goesBackToInput', params: ({ event }) => event },
              target: '#signup.input',
              actions: 'clearErrors',
            },
            'confirm.submitted': [
              { guard: 'hasNotAgreed' },
              {
                guard: { type: 'hasStaleCard', params: ({ event }) => event },
                target: '#signup.input.form.failed',
                actions: ['forgetCard', { type: 'showError', params: { message: cardExpired } }],
              },
              {
                target: 'submitting',
                actions: [
                  'clearErrors',
                  'allowAccessTokenRenewal',
                  { type: 'nameApplication', params: ({ event }) => event },
                ],
              },
            ],
          },
        },
        submitting: {
          description: 'The application is on its way; nothing can be sent twice',
          initial: 'solvingCaptcha',
          states: {
            solvingCaptcha: {
              description: 'Asking the captcha whether this is a person',
              invoke: {
                id: 'solveCaptcha',
                src: 'solveCaptcha',
                onDone: {
                  target: 'awaitingAccessToken',
                  actions: { type: 'keepCaptchaToken', params: ({ event }) => event },
                },
                onError: {
                  target: '#signup.confirm.reviewing',
                  actions: { type: 'showFailure', params: ({ event }) => event },
                },
              },
            },
            awaitingAccessToken: {
              description: 'No call without a fresh token',
              entry: 'askForAccessToken',
              always: { guard: 'hasAccessToken', target: 'registering' },
              on: {
                'accessToken.unavailable': {
                  target: '#signup.confirm.reviewing',
                  actions: { type: 'showError', params: { message: networkFailed } },
                },
              },
            },
            registering: {
              description: 'The application is sent',
              invoke: {
                id: 'register',
                src: 'register',
                input: ({ context: { form, card, captchaToken, application } }) => ({
                  form,
                  card,
                  captchaToken,
                  key: application?.key ?? '',
                }),
                onDone: [
                  {
                    guard: 'paysByBankDebit',
                    target: '#signup.complete',
                    // not of a registration by card, which may have been left open before
                    actions: {
                      type: 'finish',
                      params: ({ context }) => ({ completion: completionFields(context.form) }),
                    },
                  },
                  {
                    guard: { type: 'redirectIsAllowed', params: ({ event }) => event },
                    target: '#signup.cardRedirect',
                    // Its token is used up.
                    actions: [
                      { type: 'keepRegistration', params: ({ event }) => event },
                      'forgetCard',
                      'forgetApplication',
                    ],
                  },
                  {
                    target: '#signup.input.form.failed',
                    actions: [
                      'forgetCard',
                      'forgetApplication',
                      { type: 'showError', params: { message: untrustedRedirect } },
                    ],
                  },
                ],
                onError: [
                  {
                    guard: { type: 'tokenIsStale', params: ({ event }) => event },
                    target: 'awaitingAccessToken',
                    actions: ['noteAccessTokenRenewal', 'noteAccessTokenGone', 'renewAccessToken'],
                  },
                  {
                    guard: { type: 'wasNotSent', params: ({ event }) => event },
                    target: '#signup.confirm.reviewing',
                    actions: { type: 'showFailure', params: ({ event }) => event },
                  },
                  {
                    guard: { type: 'hasUnknownOutcome', params: ({ event }) => event },
                    target: '#signup.input.form.outcomeUnknown',
                    actions: [
                      {
                        type: 'leaveUnfinished',
                        params: ({ context: { form } }) => ({ unfinished: registrationOf(form) }),
                      },
                      { type: 'showReasons', params: ({ event }) => event },
                    ],
                  },
                  {
                    target: '#signup.input.form.failed',
                    actions: [
                      'forgetCard',
                      'forgetApplication',
                      { type: 'showFailure', params: ({ event }) => event },
                    ],
                  },
                ],
              },
            },
          },
        },
      },
    },

    cardRedirect: {
      description: "The browser goes to the bank's page for card authentication",
      entry: { type: 'leaveUnfinished', params: { unfinished: 'cardRedirect' } },
      on: {
        'route.requested': {
          target: 'input.form.failed',
          actions: ['settle', { type: 'showError', params: { message: cardNotAuthenticated } }],
        },
        'page.restored': {
          target: 'input.form.failed',
          actions: ['settle', { type: 'showError', params: { message: cardNotAuthenticated } }],
        },
      },
      initial: 'leaving',
      states: {
        leaving: {
          description: "Moving to the bank's page",
          entry: { type: 'goToBank', params: ({ context: { redirectUrl } }) => ({ redirectUrl }) },
          after: { LEAVE_TIMEOUT: 'stalled' },
        },
        stalled: {
          description: "The bank's page did not open; the donor may try again",
          on: { 'retry.requested': 'leaving' },
        },
      },
    },

    callback: {
      description: 'Back from the bank: the card payment is being settled',
      entry: { type: 'showRoute', params: { route: 'callback' } },
      on: { 'route.requested': { actions: { type: 'showRoute', params: { route: 'callback' } } } },
      initial: 'awaitingAccessToken',
      states: {
        awaitingAccessToken: {
          description: 'No call without a fresh token',
          entry: 'askForAccessToken',
          always: { guard: 'hasAccessToken', target: 'verifying' },
          on: {
            'accessToken.unavailable': {
              target: 'notSent',
              actions: { type: 'showError', params: { message: settlingNotSent } },
            },
          },
        },
        verifying: {
          description: 'Asking the API host to settle what the bank has approved',
          entry: ['keepAccessId', { type: 'leaveUnfinished', params: { unfinished: 'verifyCard' } }],
          invoke: {
            id: 'verifyCard',
            src: 'verifyCard',
            input: ({ context: { callback, registrations } }) => ({
              callback,
              registerTokens: registrations.map(({ registerToken }) => registerToken),
            }),
            onDone: {
              target: '#signup.complete',
              actions: {
                type: 'finish',
                params: ({ context: { registrations }, event: { output } }) => ({
                  completion: registrations.find(({ registerToken }) => registerToken === output)?.completion,
                }),
              },
            },
            onError: [
              {
                guard: { type: 'tokenIsStale', params: ({ event }) => event },
                target: 'awaitingAccessToken',
                actions: [
                  'reopenCallback',
                  'noteAccessTokenRenewal',
                  'noteAccessTokenGone',
                  'renewAccessToken',
                ],
              },
              {
                guard: { type: 'wasNotSent', params: ({ event }) => event },
                target: 'notSent',
                actions: ['reopenCallback', { type: 'showError', params: { message: settlingNotSent } }],
              },
              {
                guard: { type: 'hasUnknownOutcome', params: ({ event }) => event },
                target: '#signup.input.form.outcomeUnknown',
                actions: ['forgetCallback', { type: 'showReasons', params: ({ event }) => event }],
              },
              {
                target: '#signup.input.form.failed',
                actions: [
                  'settle',
                  'forgetCallback',
                  {
                    type: 'showFailure',
                    params: ({ event: { error } }) => ({ error, withoutReason: notSettledWithoutReason }),
                  },
                ],
              },
            ],
          },
        },
        notSent: {
          description: 'The network was away before anything was sent; the donor may try again',
          on: {
            'retry.requested': {
              target: 'awaitingAccessToken',
              actions: ['clearErrors', 'allowAccessTokenRenewal'],
            },
          },
        },
      },
    },

    complete: {
      description: 'Signed up: the completion page is called with what was registered',
      initial: 'leaving',
      states: {
        leaving: {
          description: 'Moving to the completion page',
          entry: { type: 'postCompletion', params: ({ context }) => ({ fields: context.completion }) },
          after: { LEAVE_TIMEOUT: 'stalled' },
          on: { 'page.restored': 'remembered' },
        },
        stalled: {
          description: 'Signed up, but the completion page did not open; the donor may call it again',
          on: { 'retry.requested': 'leaving' },
        },
        remembered: {
          description: 'Back in a tab that has signed up: nothing is sent again unless the donor begins anew',
          entry: { type: 'showRoute', params: { route: 'input' } },
          on: {
            'route.requested': { actions: { type: 'showRoute', params: { route: 'input' } } },
            'retry.requested': { guard: 'hasCompletion', target: 'leaving' },
            'signup.restarted': { target: '#signup.input', actions: ['clearDraft', 'forgetCompletion'] },
          },
        },
      },
    },
  },
});

/** 25 minutes: a gateway token is single-use and lives for 30 (decision 6). */
export const CARD_TOKEN_LIFETIME = 25 * 60_000;

/** Whether a card is kept whose token can still be used. `at` in milliseconds since the epoch. */
export function isFresh(card: CardToken | null, at: number): boolean {
  return card !== null && at - card.issuedAt < CARD_TOKEN_LIFETIME;
}

function isReadyToReview({ form, formIsValid, card }: SignupContext, at: number): boolean {
  return formIsValid && isComplete(form, isFresh(card, at));
}

/** What filling an address changes; a form that stays the same stays as reviewed, and as named, as it was. */
function changed(
  { form, formIsValid, application }: SignupContext,
  after: Pick<SignupContext, 'form' | 'lookups'>,
) {
  const isUnchanged = isSame(after.form, form);
  return {
    ...after,
    formIsValid: formIsValid && isUnchanged,
    application: isUnchanged ? application : null,
  };
}

function isSame(one: SignupForm, other: SignupForm): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

function registrationOf({ paymentMethod }: SignupForm): Unfinished {
  return paymentMethod === CARD ? 'registerCard' : 'registerBank';
}

/** What a reload must find again: everything while the sign-up is under way, almost nothing once it is complete. */
export function savedSessionOf(snapshot: SnapshotFrom<typeof signupMachine>): SavedSession {
  const { context } = snapshot;
  if (snapshot.matches('complete')) {
    const { processedAccessIds, finished } = context;
    return { ...untouchedSession, processedAccessIds, finished };
  }
  // Only while it is under way: the chart keeps what an earlier try has left open, which this one may not settle.
  const isRegistering = snapshot.matches({ confirm: { submitting: 'registering' } });
  return { ...context, unfinished: isRegistering ? registrationOf(context.form) : context.unfinished };
}
