import { callOf, type Happening } from './happening.ts';
import {
  ALLOWED_ORIGIN,
  failingOf,
  hasAgreed,
  hasCardExpired,
  isCardStale,
  isFresh,
  isNewReturn,
  isTokenGood,
  type Ledger,
  mayReview,
  screenOf,
} from './ledger.ts';
import { paymentOf } from './payments.ts';
import { words } from './words.ts';

/** An event, with the ledger before and after it. */
export type Moment = { before: Ledger; event: Happening; ledger: Ledger };

/** Where an event leads a donor. */
type Way = {
  applies(moment: Moment): boolean;
  to: string | ((moment: Moment) => string);
};

const isAt = ({ before }: Moment, place: string): boolean => before.at.startsWith(place);
const isSettled = ({ event }: Moment, call: string): boolean => event.type === `xstate.done.actor.${call}`;
const hasFailed = ({ before, event }: Moment, as: ReturnType<typeof failingOf>): boolean =>
  /^xstate\.error\.actor\.(register|verifyCard)$/.test(event.type) &&
  failingOf(before, Object(event).error) === as;
const isRegistering = ({ event }: Moment): boolean => callOf(event) === 'register';
const isOpening = ({ event }: Moment): boolean => event.type === 'page.opened';
/** No call without a fresh access token (specification §4). */
const whenTokenIsThere =
  (waiting: string, calling: string) =>
  ({ ledger }: Moment) =>
    isTokenGood(ledger) ? calling : waiting;
const toRegistering = whenTokenIsThere(
  'confirm.submitting.awaitingAccessToken',
  'confirm.submitting.registering',
);
const toVerifying = whenTokenIsThere('callback.awaitingAccessToken', 'callback.verifying.waiting');
const toForm = 'input.form.filling';

/**
 * In the specification's words. The first that applies says where the donor must be; if none applies, the donor stays.
 */
const ways: Readonly<Record<string, Way>> = {
  'returns: §4: back from the bank, what it has approved is settled; once, and only what this tab has registered':
    {
      applies: (moment) => isOpening(moment) && isNewReturn(moment.ledger),
      to: toVerifying,
    },
  'stray-link: Decisions 11, 12: any other link with the bank’s parameter gives way to a fresh page without it':
    {
      applies: (moment) => isOpening(moment) && Object(moment.event).isOpenedByBank,
      to: 'callback.reopening',
    },
  'has-signed-up: §4: a tab that has signed up says so, and sends nothing by itself': {
    applies: (moment) => isOpening(moment) && moment.ledger.finished !== null,
    to: 'complete.remembered',
  },
  'reload-tells-unknown: Decision 9: whoever opens the page while it is not known what has arrived is told so':
    {
      applies: (moment) => isOpening(moment) && moment.ledger.unanswered !== null,
      to: 'input.form.outcomeUnknown',
    },
  'reload-tells-failure: §8: invalid access, an authentication that was given up and a refused payment lead to the form and are told':
    {
      applies: (moment) => isOpening(moment) && moment.ledger.said.length > 0,
      to: 'input.form.failed',
    },
  'reload-keeps-review: Decisions 7, 13: confirm opens with a whole form that was reviewed, and a card that can be used, or not at all':
    {
      applies: (moment) =>
        isOpening(moment) && Object(moment.event).route === 'confirm' && mayReview(moment.ledger),
      to: 'confirm.reviewing',
    },
  'opens: §4: the sign-up begins with the form': { applies: isOpening, to: toForm },
  'confirms: §2: a form that keeps the rules leads to confirm; a card is asked about first, unless it was before (decision 6)':
    {
      applies: ({ event }) => event.type === 'input.confirmed',
      to: ({ ledger }) =>
        paymentOf(ledger.form).needsCard && !isFresh(ledger, ledger.now)
          ? 'input.checkingCard'
          : 'confirm.reviewing',
    },
  'corrects: §5: a form that breaks a rule stays, and says where': {
    applies: ({ event }) => event.type === 'input.rejected',
    to: 'input.form.correcting',
  },
  'opens-notes: §2: the card notice opens over the form': {
    applies: ({ event }) => event.type === 'cardNotice.opened',
    to: 'input.cardNotice',
  },
  'closes-notes: §2: the card notice closes, by the browser’s “back” too, and the form is as it was': {
    applies: (moment) =>
      isAt(moment, 'input.cardNotice') &&
      ['cardNotice.closed', 'route.requested'].includes(moment.event.type),
    to: ({ before }) => before.covered,
  },
  'begins-anew: Whoever clears the draft, or begins another application, has an empty form': {
    applies: ({ event }) => event.type === 'draft.cleared' || event.type === 'signup.restarted',
    to: toForm,
  },
  'goes-back: §2: from confirm a link leads back to the form, and so does the browser (decision 13)': {
    applies: (moment) =>
      /^confirm\.(reviewing|cardExpired)$/.test(moment.before.at) &&
      (moment.event.type === 'change.requested' || asksFor(moment, 'input')),
    to: toForm,
  },
  'goes-forward: Decision 13: the browser leads forward to what was reviewed and has not changed since': {
    applies: (moment) => isAt(moment, 'input.form') && asksFor(moment, 'confirm') && mayReview(moment.ledger),
    to: 'confirm.reviewing',
  },
  'says-why-not-forward: Whoever goes forward to what has changed since is told why it does not show': {
    applies: (moment) => isAt(moment, 'input.form') && asksFor(moment, 'confirm'),
    to: 'input.form.failed',
  },
  'online-again: That the browser is offline is said no longer than it is': {
    applies: ({ before, event }) =>
      event.type === 'connection.restored' &&
      before.at === 'input.form.failed' &&
      before.said.includes(words.offline),
    to: toForm,
  },
  'leaves-bank: §4: whoever comes back from the bank without an answer of it can sign up again': {
    applies: (moment) =>
      isAt(moment, 'cardRedirect') &&
      ['route.requested', 'page.restored', 'change.requested'].includes(moment.event.type),
    to: 'input.form.failed',
  },
  'card-too-old: Decision 6: a card that was kept for 25 minutes is asked for again, and that is said on confirm':
    {
      applies: (moment) => {
        const { before, event, ledger } = moment;
        if (event.type === 'time.passed') return hasCardExpired({ ...before, now: ledger.now });
        const isLooking = event.type === 'page.revisited' && before.at === 'confirm.reviewing';
        return (isLooking || isPressed(moment)) && isCardStale({ ...before, now: ledger.now });
      },
      to: 'confirm.cardExpired',
    },
  'sends: §2, §4: what is agreed to is sent; the captcha comes first': {
    applies: isPressed,
    to: 'confirm.submitting.solvingCaptcha',
  },
  'card-taken: §4: a card that the gateway took leads to confirm': {
    applies: (moment) => isSettled(moment, 'tokeniseCard'),
    to: 'confirm.reviewing',
  },
  'card-refused: §5: a card that the gateway did not take leaves the donor at the form, with the reason': {
    applies: ({ event }) => event.type === 'xstate.error.actor.tokeniseCard',
    to: 'input.form.failed',
  },
  'captcha-solved: §4: then the application goes out, with an access token': {
    applies: (moment) => isSettled(moment, 'solveCaptcha'),
    to: toRegistering,
  },
  'nothing-sent: Decision 9: where nothing was sent the donor can send it from where he is': {
    applies: (moment) =>
      moment.event.type === 'xstate.error.actor.solveCaptcha' ||
      hasFailed(moment, 'not sent') ||
      (moment.event.type === 'accessToken.unavailable' && moment.before.at.endsWith('awaitingAccessToken')),
    to: (moment) => (isAt(moment, 'confirm') ? 'confirm.reviewing' : 'callback.notSent'),
  },
  'token-comes: §4: a call that waited for the access token goes out with it': {
    applies: (moment) =>
      moment.event.type === 'accessToken.ready' && moment.before.at.endsWith('awaitingAccessToken'),
    to: (moment) => (isAt(moment, 'confirm') ? toRegistering(moment) : toVerifying(moment)),
  },
  'repeats-once: Decision 9: a refused access token is replaced, and the call repeated, once': {
    applies: (moment) => hasFailed(moment, 'repeat'),
    to: (moment) =>
      isRegistering(moment) ? 'confirm.submitting.awaitingAccessToken' : 'callback.awaitingAccessToken',
  },
  'registers: §4: a registered card goes to the bank, and to no other place (decision 10); without a card it is complete':
    {
      applies: (moment) => isSettled(moment, 'register'),
      to: ({ before, event }) => {
        if (!paymentOf(before.form).needsCard) return 'complete.leaving';
        const { redirectUrl } = Object(Object(event).output);
        return redirectUrl && new URL(redirectUrl).origin === ALLOWED_ORIGIN
          ? 'cardRedirect.leaving'
          : 'input.form.failed';
      },
    },
  'unknown: Decision 9: whoever cannot know whether the application has arrived is told just that, at the form':
    {
      applies: (moment) => isRegistering(moment) && hasFailed(moment, 'unknown'),
      to: 'input.form.outcomeUnknown',
    },
  'refused: §8: messages of a server lead to the form; after the bank’s page by way of a fresh one (decision 11)':
    {
      applies: (moment) => hasFailed(moment, 'refused') || hasFailed(moment, 'unknown'),
      to: (moment) => (isRegistering(moment) ? 'input.form.failed' : 'callback.reopening'),
    },
  'settled: §4: a settled payment is complete': {
    applies: (moment) => isSettled(moment, 'verifyCard'),
    to: 'complete.leaving',
  },
  'takes-long: Decision 9: whoever waits for ten seconds may go on without the answer': {
    applies: ({ before, event, ledger }) =>
      event.type === 'time.passed' &&
      before.at === 'callback.verifying.waiting' &&
      ledger.now - before.since >= 10_000,
    to: 'callback.verifying.slow',
  },
  'waits-no-longer: Decision 9: whoever does not wait is told on a fresh page what is not known': {
    applies: ({ event }) => event.type === 'waiting.ended',
    to: 'callback.reopening',
  },
  'does-not-open: Decision 9: a page that has not opened in ten seconds can be opened again': {
    applies: ({ before, event, ledger }) =>
      event.type === 'time.passed' && before.at.endsWith('leaving') && ledger.now - before.since >= 10_000,
    to: ({ before }) => `${screenOf(before.at)}.stalled`,
  },
  'tries-again: Decision 9: what did not open, or could not be asked, is tried again': {
    applies: ({ event }) => event.type === 'retry.requested',
    to: (moment) =>
      isAt(moment, 'callback') ? toVerifying(moment) : `${screenOf(moment.before.at)}.leaving`,
  },
  'comes-back-complete: §4: whoever comes back from completion sees that he has signed up': {
    applies: (moment) =>
      /^complete\.(leaving|stalled)$/.test(moment.before.at) && moment.event.type === 'page.restored',
    to: 'complete.remembered',
  },
};

function isPressed({ before, event }: Moment): boolean {
  return event.type === 'confirm.submitted' && before.at === 'confirm.reviewing' && hasAgreed(before);
}

function asksFor({ event }: Moment, route: string): boolean {
  return event.type === 'route.requested' && event.route === route;
}

/** Where the donor must be, and the way that says so; null where he must stay. */
export function wayOf(moment: Moment): { says: string; to: string } | null {
  const [says, way] = Object.entries(ways).find(([, { applies }]) => applies(moment)) ?? [];
  return way && says ? { says, to: typeof way.to === 'function' ? way.to(moment) : way.to } : null;
}
