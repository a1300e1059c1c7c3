import type { SnapshotFrom } from 'xstate';
import {
  captchaClosed,
  captchaUnavailable,
  cardCheckTimedOut,
  cardExpired,
  invalidAccess,
  networkFailed,
  offline,
  refusedWithoutReason,
  reviewAgain,
  sentTwice,
  untrustedRedirect,
  verifyNotSent,
} from '../signup/messages.ts';
import { methodOf, nothingAgreed } from '../signup/payment-methods.ts';
import {
  type SavedSession,
  untouchedSession,
  withCallback,
  withoutCallback,
} from '../signup/session/saved-session.ts';
import { type SignupContext, signupParts, startInput, unansweredBy } from './signup-parts.ts';

/** The parameters of `showFailure`. */
const failing =
  (otherwise: string) =>
  ({ event: { error } }: { event: { error: unknown } }) => ({ error, otherwise });

/** The call that an application is sent with. */
const registerCall = ({ context }: { context: SignupContext }) => ({
  call: methodOf(context.form).registers,
});

/** The call that completes a payment by card. */
const verifyCall = { call: 'verifyCard' } as const;

/** By the key of an application its copies find each other (decision 24). */
const ofApplication = ({ context }: { context: SignupContext }) => ({ key: context.application.key });

/**
 * The whole sign-up, from the first visit to completion (specification §4).
 * `signup-parts.ts` defines the events, actors, guards and actions that it names.
 */
export const signupMachine = signupParts.createMachine({
  id: 'signup',
  description: 'Monthly supporter sign-up',
  context: ({ input: { saved, callback, ...page } }) => {
    const before = saved ?? untouchedSession;
    return {
      ...before,
      ...startInput(before),
      ...page,
      registration: withCallback(before, callback),
      storageProblem: null,
      completion: null,
      agreements: nothingAgreed,
      captchaToken: '',
      redirectUrl: '',
      accessTokenRenewed: false,
    };
  },
  invoke: [
    { id: 'accessToken', src: 'accessToken' },
    { id: 'postalLookup', src: 'postalLookup' },
    { id: 'browser', src: 'browser' },
    { id: 'storage', src: 'storage' },
  ],
  on: {
    'accessToken.ready': { actions: 'passToPostalLookup' },
    'accessToken.refused': { actions: 'renewAccessToken' },
    'page.revisited': { actions: ['askForAccessToken', 'askForStorage'] },
    'connection.restored': { guard: 'saysOffline', actions: 'clearMessages' },
    'storage.changed': { actions: { type: 'keepStorageProblem', params: ({ event }) => event } },
    // The form may have been reviewed by now: a late answer is kept for the note beside the code, and fills nothing in.
    'address.found': {
      guard: { type: 'isForTypedCode', params: ({ event }) => event },
      actions: { type: 'keepAnswer', params: ({ event }) => event },
    },
    'address.missing': { actions: { type: 'markAddressMissing', params: ({ event }) => event } },
  },
  initial: 'opening',
  states: {
    opening: {
      description: 'Which screen may the page show?',
      always: [
        // What the bank has answered, and the page that only it opens.
        { guard: 'hasReturnedFromBank', target: 'callback' },
        { guard: 'isOpenedByBank', target: 'callback.reopening' },
        // The state of the last try: one of these, or none.
        { guard: 'hasFinished', target: 'complete.remembered' },
        {
          guard: 'wasLeftUnanswered',
          target: 'input.form.outcomeUnknown',
          actions: ['forgetCard', 'showUnknownOutcome'],
        },
        { guard: 'wasDeclined', target: 'input.form.failed', actions: 'showReason' },
        // The callback's address without the bank's answer (specification §8), even if the donor was sent there.
        {
          guard: 'hasStrayedIntoCallback',
          target: 'input.form.failed',
          actions: { type: 'showMessage', params: { message: invalidAccess } },
        },
        { guard: 'wasLeftAtBank', target: 'input.form.failed', actions: 'giveUpAtBank' },
        // The address that was opened, if the saved form allows it.
        { guard: 'opensOnConfirm', target: 'confirm' },
        { guard: 'hadMessages', target: 'input.form.failed' },
        { target: 'input' },
      ],
    },

    input: {
      description: 'Step 1: the donor fills in the form',
      entry: [
        { type: 'showRoute', params: { route: 'input' } },
        { type: 'trackPageView', params: { page: 'input' } },
        'lookUpAddress',
        'askForStorage',
      ],
      exit: 'clearSecrets',
      on: {
        'route.requested': { actions: { type: 'showRoute', params: { route: 'input' } } },
        'address.found': {
          guard: { type: 'isForTypedCode', params: ({ event }) => event },
          actions: [{ type: 'keepAnswer', params: ({ event }) => event }, 'fillAddress'],
        },
      },
      initial: 'form',
      states: {
        form: {
          description: 'The form is open for typing',
          on: {
            'field.changed': [
              {
                guard: { type: 'changesCodeToLookUp', params: ({ event }) => event },
                actions: [{ type: 'keepField', params: ({ event }) => event }, 'lookUpAddress'],
              },
              { actions: { type: 'keepField', params: ({ event }) => event } },
            ],
            'field.left': { actions: { type: 'leaveField', params: ({ event }) => event } },
            'input.rejected': {
              target: '.correcting',
              actions: [
                { type: 'keepWrongFields', params: ({ event }) => event },
                { type: 'forgetStaleCard', params: ({ event }) => event },
              ],
            },
            'input.confirmed': [
              {
                guard: { type: 'needsNewCard', params: ({ event }) => event },
                target: 'checkingCard',
                actions: { type: 'markReviewed', params: ({ event }) => event },
              },
              { target: '#signup.confirm', actions: { type: 'markReviewed', params: ({ event }) => event } },
            ],
            'route.requested': [
              {
                guard: { type: 'mayReview', params: ({ event }) => event },
                target: '#signup.confirm',
                actions: { type: 'keepTime', params: ({ event }) => event },
              },
              {
                guard: { type: 'asksForConfirm', params: ({ event }) => event },
                target: '.failed',
                actions: [
                  { type: 'showRoute', params: { route: 'input' } },
                  { type: 'showMessage', params: { message: reviewAgain } },
                ],
              },
            ],
            'card.discarded': { actions: 'forgetCard' },
            'address.accepted': { guard: 'isAddressOffered', actions: 'acceptAddress' },
            'address.declined': { guard: 'isAddressOffered', actions: 'declineAddress' },
            'draft.cleared': {
              target: '.filling',
              actions: [
                { type: 'clearDraft', params: ({ event }) => event },
                'lookUpAddress',
                'clearSecrets',
              ],
            },
            'cardNotice.opened': 'cardNotice',
          },
          initial: 'filling',
          states: {
            filling: { description: 'No error has been found so far' },
            correcting: { description: 'Some fields broke a rule when the donor tried to continue' },
            failed: {
              description: 'Back on the form after a failure; the messages at the top say what it was',
              on: {
                'connection.restored': {
                  guard: 'saysOffline',
                  target: 'filling',
                  actions: 'clearMessages',
                },
              },
            },
            outcomeUnknown: {
              description: 'Something was sent and no answer came',
              // The tab that has sent it may be waiting for the answer: this one is a copy of it.
              invoke: {
                id: 'copies',
                src: 'copies',
                input: ({ context: { unanswered } }) => ({ key: unanswered.at(-1)?.key ?? '' }),
              },
              on: {
                'copy.finished': {
                  guard: 'isAsReviewed',
                  target: '#signup.complete.remembered',
                  actions: [
                    { type: 'keepTime', params: ({ event }) => event },
                    {
                      type: 'finish',
                      params: ({ context: { unanswered } }) => ({
                        what: unanswered.at(-1)?.call === 'verifyCard' ? 'registration' : 'application',
                      }),
                    },
                  ],
                },
              },
            },
            // These states need no entry actions: closing the notice would run them again.
            lastShown: { type: 'history' },
          },
        },
        cardNotice: {
          description: 'The notes on using credit cards are open over the form',
          entry: 'openOverlay',
          on: {
            // opening the notes takes the focus from a field, which then reports that it was left
            'field.left': { actions: { type: 'leaveField', params: ({ event }) => event } },
            'cardNotice.closed': { target: 'form.lastShown', actions: 'closeOverlay' },
            'route.requested': {
              target: 'form.lastShown',
              actions: { type: 'showRoute', params: { route: 'input' } },
            },
          },
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
              actions: { type: 'showFailure', params: failing(networkFailed) },
            },
          },
          after: {
            CARD_CHECK_TIMEOUT: {
              target: 'form.failed',
              actions: [
                { type: 'reportTimeout', params: { call: 'cardGateway' } },
                { type: 'showMessage', params: { message: cardCheckTimedOut } },
              ],
            },
          },
        },
      },
    },

    confirm: {
      description: 'Step 2: the donor checks everything and sends it',
      entry: [
        'clearMessages',
        'clearAgreements',
        'startInput',
        'nameApplication',
        { type: 'showRoute', params: { route: 'confirm' } },
        { type: 'trackPageView', params: { page: 'confirm' } },
        'askForStorage',
      ],
      invoke: { id: 'copies', src: 'copies', input: ofApplication },
      on: {
        'route.requested': { actions: { type: 'showRoute', params: { route: 'confirm' } } },
        'copy.found': { actions: { type: 'markCopied', params: { isCopied: true } } },
        'copy.closed': { actions: { type: 'markCopied', params: { isCopied: false } } },
        // It is one application: what the copy has posted is not posted again (decision 19).
        'copy.finished': {
          target: 'complete.remembered',
          actions: [
            { type: 'keepTime', params: ({ event }) => event },
            { type: 'finish', params: { what: 'application' } },
          ],
        },
      },
      initial: 'reviewing',
      states: {
        reviewing: {
          description: 'Waiting for the donor to agree and send',
          on: {
            'agreement.changed': {
              // Ticking saves nothing, so storage is tried here: a problem must show before 送信する.
              actions: [{ type: 'keepAgreement', params: ({ event }) => event }, 'askForStorage'],
            },
            'change.requested': {
              target: '#signup.input',
              actions: ['clearMessages', { type: 'pointToField', params: ({ event }) => event }],
            },
            'route.requested': {
              guard: { type: 'goesBackToInput', params: ({ event }) => event },
              target: '#signup.input',
              actions: 'clearMessages',
            },
            'confirm.submitted': [
              // Nothing happens; the button says why.
              { guard: 'hasNotAgreed' },
              { guard: { type: 'needsNewCard', params: ({ event }) => event }, target: 'cardExpired' },
              {
                target: 'submitting',
                actions: [
                  'clearMessages',
                  'allowAccessTokenRenewal',
                  { type: 'keepTime', params: ({ event }) => event },
                ],
              },
            ],
            // A sleeping phone stops its timers, so the card's age is checked again.
            'page.revisited': {
              guard: { type: 'needsNewCard', params: ({ event }) => event },
              target: 'cardExpired',
              actions: 'askForAccessToken',
            },
          },
          after: { CARD_EXPIRY: { guard: 'isPaidByCard', target: 'cardExpired' } },
        },
        cardExpired: {
          description: 'The kept card is too old to be sent; the donor enters it again',
          entry: { type: 'showMessage', params: { message: cardExpired } },
          exit: 'forgetCard',
          on: {
            'change.requested': {
              target: '#signup.input',
              actions: ['clearMessages', { type: 'pointToField', params: ({ event }) => event }],
            },
            'route.requested': {
              guard: { type: 'goesBackToInput', params: ({ event }) => event },
              target: '#signup.input',
              actions: 'clearMessages',
            },
          },
        },
        submitting: {
          description: 'The application is being sent; the donor cannot send it twice',
          initial: 'solvingCaptcha',
          states: {
            solvingCaptcha: {
              description: 'The captcha checks that this is a person',
              invoke: [
                {
                  id: 'solveCaptcha',
                  src: 'solveCaptcha',
                  onDone: {
                    target: 'awaitingAccessToken',
                    actions: { type: 'keepCaptchaToken', params: ({ event }) => event },
                  },
                  onError: {
                    target: '#signup.confirm.reviewing',
                    actions: { type: 'showFailure', params: failing(networkFailed) },
                  },
                },
                { id: 'captchaQuestion', src: 'captchaQuestion' },
              ],
              on: { 'captchaQuestion.opened': '.asking' },
              initial: 'checking',
              states: {
                checking: {
                  description: 'The captcha works by itself',
                  after: {
                    CAPTCHA_TIMEOUT: {
                      target: '#signup.confirm.reviewing',
                      actions: [
                        { type: 'reportTimeout', params: { call: 'captcha' } },
                        { type: 'showMessage', params: { message: captchaUnavailable } },
                      ],
                    },
                  },
                },
                asking: {
                  description: 'The captcha asks the donor a question',
                  on: { 'captchaQuestion.closed': 'asked' },
                },
                asked: {
                  description: 'The question is closed; if it was answered, the token comes at once',
                  after: {
                    LATE_CAPTCHA_TOKEN: {
                      target: '#signup.confirm.reviewing',
                      actions: { type: 'showMessage', params: { message: captchaClosed } },
                    },
                  },
                },
              },
            },
            awaitingAccessToken: {
              description: 'No call without a fresh token',
              entry: ['askForStorage', 'askForAccessToken'],
              on: {
                // In place of the whole chart's transition, so that the lookup is told here as well.
                'accessToken.ready': { target: 'registering', actions: 'passToPostalLookup' },
                'accessToken.unavailable': {
                  target: '#signup.confirm.reviewing',
                  actions: { type: 'showFailure', params: failing(networkFailed) },
                },
              },
            },
            registering: {
              description: 'Sending the application to the API host',
              // `savedSessionOf` saves it as unanswered until the answer comes.
              invoke: {
                id: 'register',
                src: 'register',
                input: ({ context: { form, card, captchaToken, application, storageProblem } }) => ({
                  form,
                  card: methodOf(form).needsCard ? card : null,
                  captchaToken,
                  key: application.key,
                  storageProblem,
                }),
                onDone: [
                  {
                    guard: { type: 'needsNoBank', params: ({ event }) => event },
                    target: '#signup.complete',
                    actions: [
                      { type: 'finish', params: { what: 'application' } },
                      { type: 'tellCopies', params: ofApplication },
                    ],
                  },
                  {
                    guard: { type: 'redirectIsAllowed', params: ({ event }) => event },
                    target: '#signup.cardRedirect',
                    actions: [{ type: 'keepRegistration', params: ({ event }) => event }, 'closeApplication'],
                  },
                  {
                    target: '#signup.input.form.failed',
                    actions: [
                      'closeApplication',
                      { type: 'showMessage', params: { message: untrustedRedirect } },
                    ],
                  },
                ],
                onError: [
                  {
                    guard: { type: 'tokenIsStale', params: ({ event }) => event },
                    target: 'awaitingAccessToken',
                    actions: ['markAccessTokenRenewed', 'renewAccessToken'],
                  },
                  {
                    guard: { type: 'wasNotSent', params: ({ event }) => event },
                    target: '#signup.confirm.reviewing',
                    actions: { type: 'showFailure', params: failing(networkFailed) },
                  },
                  {
                    guard: { type: 'hasUnknownOutcome', params: ({ event }) => event },
                    target: '#signup.input.form.outcomeUnknown',
                    actions: [
                      { type: 'markUnanswered', params: registerCall },
                      'forgetCard',
                      'showUnknownOutcome',
                    ],
                  },
                  {
                    target: '#signup.input.form.failed',
                    actions: [
                      'closeApplication',
                      { type: 'showFailure', params: failing(refusedWithoutReason) },
                    ],
                  },
                ],
              },
              on: {
                // Only where the host cannot tell a repeat from a second application.
                'copy.finished': {
                  guard: 'isCopied',
                  target: '#signup.complete.remembered',
                  actions: [
                    { type: 'keepTime', params: ({ event }) => event },
                    { type: 'finish', params: { what: 'application' } },
                    { type: 'showMessage', params: { message: sentTwice } },
                  ],
                },
              },
              after: {
                REGISTER_TIMEOUT: {
                  target: '#signup.input.form.outcomeUnknown',
                  actions: [
                    { type: 'reportTimeout', params: registerCall },
                    { type: 'markUnanswered', params: registerCall },
                    'forgetCard',
                    'showUnknownOutcome',
                  ],
                },
              },
            },
          },
        },
      },
    },

    cardRedirect: {
      description: "The browser goes to the bank's page for card authentication",
      entry: 'markAtBank',
      on: {
        'route.requested': { target: 'input.form.failed', actions: 'giveUpAtBank' },
        'page.restored': { target: 'input.form.failed', actions: 'giveUpAtBank' },
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
          on: {
            'retry.requested': 'leaving',
            'change.requested': { target: '#signup.input.form.failed', actions: 'giveUpAtBank' },
          },
        },
      },
    },

    callback: {
      description: 'Back from the bank: the card payment is being verified',
      entry: { type: 'showRoute', params: { route: 'callback' } },
      on: { 'route.requested': { actions: { type: 'showRoute', params: { route: 'callback' } } } },
      initial: 'awaitingAccessToken',
      states: {
        awaitingAccessToken: {
          description: 'No call without a fresh token',
          entry: ['clearMessages', 'markAtBank', 'askForAccessToken'],
          on: {
            // On this page nothing is looked up.
            'accessToken.ready': 'verifying',
            'accessToken.unavailable': {
              target: 'notSent',
              actions: { type: 'showFailure', params: failing(verifyNotSent) },
            },
          },
        },
        verifying: {
          description: 'Asking the API host to verify what the bank has approved',
          // `savedSessionOf` saves it as unanswered, and the bank's answer as used, until the answer comes.
          invoke: {
            id: 'verifyCard',
            src: 'verifyCard',
            input: ({ context: { registration } }) => ({
              callback: registration?.callback ?? null,
              registerToken: registration?.registerToken ?? '',
            }),
            onDone: {
              target: '#signup.complete',
              actions: [
                'forgetCallback',
                { type: 'finish', params: { what: 'registration' } },
                {
                  type: 'tellCopies',
                  params: ({ context: { registration } }) => ({ key: registration?.applicationKey ?? '' }),
                },
              ],
            },
            onError: [
              {
                guard: { type: 'tokenIsStale', params: ({ event }) => event },
                target: 'awaitingAccessToken',
                actions: ['markAccessTokenRenewed', 'renewAccessToken'],
              },
              {
                guard: { type: 'wasNotSent', params: ({ event }) => event },
                target: 'notSent',
                actions: { type: 'showFailure', params: failing(verifyNotSent) },
              },
              {
                guard: { type: 'hasUnknownOutcome', params: ({ event }) => event },
                target: 'reopening',
                actions: { type: 'markUnanswered', params: verifyCall },
              },
              { target: 'reopening', actions: { type: 'markDeclined', params: ({ event }) => event } },
            ],
          },
          initial: 'waiting',
          states: {
            waiting: {
              description: 'Waiting for the answer',
              after: { SLOW_VERIFICATION: 'slow' },
            },
            slow: {
              description: 'The answer takes long; the donor may stop waiting',
              on: {
                'waiting.ended': {
                  target: '#signup.callback.reopening',
                  actions: { type: 'markUnanswered', params: verifyCall },
                },
              },
              after: {
                VERIFY_TIMEOUT: {
                  target: '#signup.callback.reopening',
                  actions: [
                    { type: 'reportTimeout', params: verifyCall },
                    { type: 'markUnanswered', params: verifyCall },
                  ],
                },
              },
            },
          },
        },
        notSent: {
          description: 'The call was not sent, or the host was too busy; the donor may try again',
          on: {
            'retry.requested': { target: 'awaitingAccessToken', actions: 'allowAccessTokenRenewal' },
          },
        },
        reopening: {
          description: 'Not verified: a new page opens, where other sites’ scripts may run (decision 11)',
          entry: ['forgetCallback', 'clearMessages', 'openFreshPage'],
        },
      },
    },

    complete: {
      description: 'Signed up: the browser posts the registered data to the completion page',
      initial: 'leaving',
      states: {
        leaving: {
          description: 'Moving to the completion page',
          entry: { type: 'postCompletion', params: ({ context }) => ({ fields: context.completion }) },
          after: { LEAVE_TIMEOUT: 'stalled' },
          on: { 'page.restored': 'remembered' },
        },
        stalled: {
          description: 'Signed up, but the completion page did not open; the donor may try again',
          on: { 'retry.requested': 'leaving', 'page.restored': 'remembered' },
        },
        remembered: {
          description: 'Back in a tab that has signed up; nothing is posted again',
          entry: { type: 'showRoute', params: { route: 'input' } },
          on: {
            'route.requested': { actions: { type: 'showRoute', params: { route: 'input' } } },
            'signup.restarted': { target: '#signup.input', actions: 'startAnew' },
          },
        },
      },
    },
  },
});

type PathOf<Value> = Value extends string
  ? Value
  : { [Name in keyof Value & string]: `${Name}.${PathOf<NonNullable<Value[Name]>>}` }[keyof Value & string];

/** Every state in which a donor can be, as a dotted path. A record of these does not compile while a state is missing. */
export type SignupState = Exclude<PathOf<SnapshotFrom<typeof signupMachine>['value']>, 'opening'>;

/** What is saved for a reload: everything while the sign-up is under way, almost nothing once it is complete. */
export function savedSessionOf(snapshot: SnapshotFrom<typeof signupMachine>): SavedSession {
  const { context } = snapshot;
  if (snapshot.matches('complete')) {
    const { processedAccessIds, lastTry } = context;
    return { ...untouchedSession, processedAccessIds, lastTry };
  }
  // The screen has said that the card is gone; it leaves the context with the screen.
  if (snapshot.matches({ confirm: 'cardExpired' })) return { ...context, card: null };
  // If the page is lost during a call, the next page must find it. The context still has the earlier try.
  if (snapshot.matches({ confirm: { submitting: 'registering' } }))
    return { ...context, ...unansweredBy(context, registerCall({ context }).call) };
  if (snapshot.matches({ callback: 'verifying' }))
    return { ...context, ...withoutCallback(context), ...unansweredBy(context, verifyCall.call) };
  // After a reload, messages of other screens and “offline” are out of date.
  const isLasting = snapshot.matches('input') && !context.messages.includes(offline);
  return isLasting ? context : { ...context, messages: untouchedSession.messages };
}
