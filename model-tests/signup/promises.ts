import assert from 'node:assert/strict';
import type { Route } from '../../src/services/routes.ts';
import { type SavedSession, untouchedSession } from '../../src/signup/saved-session.ts';
import type { Happening } from './happening.ts';
import {
  arrive,
  CARD_LIFETIME,
  codeAskedFor,
  codeOf,
  contentOf,
  isTokenGood,
  keptOf,
  type Ledger,
  note,
  screenOf,
  unknownCode,
  type Waiting,
} from './ledger.ts';
import { paymentOf } from './payments.ts';
import { type Moment, wayOf } from './places.ts';

/** What the page was left for. */
export type Departure = { to: 'bank' | 'completion' | 'fresh page'; with: unknown };

/** What the product shows to the outside. A browser leaves out what it cannot show. */
export type Seen = {
  /** The state, as in `data-state`. */
  state: string;
  address: Route;
  /** What the screen shows beside its state. */
  said: ReturnType<typeof saidBy>;
  /** What a reload finds again. */
  kept: SavedSession;
  /** The application whose copies in other tabs the page looks for. */
  watched: string | null;
  /** The calls that the page waits for, with their inputs. */
  waits: Ledger['waits'];
  /** The calls since the last check. */
  started: readonly { id: Waiting; input: unknown }[];
  left: readonly Departure[];
  counted: readonly string[];
};

const isNewScreen = ({ before, ledger }: Moment): boolean =>
  ledger.pages > before.pages || screenOf(before.at) !== screenOf(ledger.at);
const arrivesAt = ({ before, ledger, event }: Moment, place: string): boolean =>
  ledger.at === place && (before.at !== place || event.type === 'page.opened');

/** What the screen must show beside its state. */
export function saidBy(ledger: Ledger) {
  const { storageProblem, said, wrongFields, ticked, fieldToChange, at, clearedAt, lookups, form } = ledger;
  return {
    errors: said,
    wrongFields,
    // empty at the beginning of each review
    ticked: [...ticked].sort(),
    // the field that gets the focus when the donor goes back to change it
    fieldToChange,
    // "back" closes the card notice, and nothing else
    hasOverlay: at === 'input.cardNotice',
    saysCleared: clearedAt !== null,
    storageProblem,
    saysNoAddress: at.startsWith('input') && lookups.missing !== null && lookups.missing === codeOf(form),
  };
}

/** A session without its application, which has a promise of its own, and without the code that a reload looks up again. */
function comparable(session: Omit<SavedSession, 'application'>) {
  const { registration, lookups } = session;
  return {
    ...Object.fromEntries(Object.keys(untouchedSession).map((name) => [name, Object(session)[name]])),
    application: null,
    lookups: { ...lookups, missing: null },
    // decision 22: the newest one, with what completion will be told
    registration: registration && {
      registerToken: registration.registerToken,
      completion: registration.completion,
      isDeclined: registration.isDeclined,
    },
  };
}

type PromisesOf<Aspect extends keyof Seen> = Readonly<
  Record<string, (aspect: Seen[Aspect], moment: Moment, seen: Partial<Seen>) => void>
>;

/**
 * What must hold after every event, in memory and in a browser, by what is seen.
 */
const promises: { readonly [Aspect in keyof Seen]?: PromisesOf<Aspect> } = {
  address: {
    'address: Decision 13: the URL follows the screen, where it has one of its own': (
      address,
      { ledger },
    ) => {
      const hasOwn = /^(input|confirm|callback|complete\.remembered)/.test(ledger.at);
      if (hasOwn) assert.equal(address, ledger.address);
    },
  },
  said: {
    'says: §2, §5, §8: the screen says what has failed, what is wrong, ticked, cleared and open, until the donor goes on':
      (said, { ledger }) => assert.deepEqual(said, saidBy(ledger)),
  },
  kept: {
    'is-kept: Decision 7: a reload finds again what was typed, reviewed, looked up and sent; after completion nothing of the person':
      (kept, { ledger }) => {
        assert.deepEqual(comparable(kept), comparable(keptOf(ledger)));
      },
    'names-once: Decision 24: what is reviewed has one name for all its tries and copies, and no other application has it':
      ({ application }, { ledger }) => {
        if (screenOf(ledger.at) !== 'confirm') return;
        const { named, names, isCopied } = ledger;
        assert.ok(application);
        if (named?.isOpen) assert.equal(application.key, named.key, 'another try');
        else assert.ok(application.key && !names.includes(application.key), 'another application');
        assert.equal(application.isCopied, isCopied, 'another tab that has it, too, is remembered');
      },
  },
  watched: {
    'watches-copies: Decision 24: other tabs are asked about the application on the confirm screen': (
      watched,
      { ledger },
      { kept },
    ) => {
      assert.equal(watched, screenOf(ledger.at) === 'confirm' ? kept?.application?.key : null);
    },
  },
  waits: {
    'waits: Whoever waits sees what for: each call is under way where the screen says so, and nowhere else': (
      waits,
      { ledger },
    ) => {
      const underWay = callAt(ledger.at);
      for (const id of ['tokeniseCard', 'solveCaptcha', 'register', 'verifyCard'] as const)
        assert.equal(id in waits, id === underWay, id);
    },
    'access-token: §4, §9: a page asks for an access token; again after 14 minutes, a refusal or a pause, and when one is waited for':
      (waits, { ledger }) => assert.equal('fetchAccessToken' in waits, ledger.tokenDue === null),
    'looks-up: §4, §7: a code of seven digits is looked up, as typed, at home, and once': (
      { lookUpPostalCode, ...waits },
      { ledger },
    ) => {
      const code = codeAskedFor(ledger);
      if (lookUpPostalCode) assert.deepEqual(lookUpPostalCode, { postalCode: unknownCode(ledger) });
      const isPostponed = ledger.refusedFor === code && 'fetchAccessToken' in waits;
      if (ledger.at.startsWith('input.form') && code && !isPostponed) assert.ok(lookUpPostalCode);
      const isRepeated =
        ledger.refusedFor === code && isTokenGood(ledger) && /^(input|confirm)/.test(ledger.at);
      if (code && isRepeated) assert.ok(lookUpPostalCode, 'once more with another access token');
    },
    'card-goes: Decision 5: the card goes to the gateway with its date, when the donor goes on': (
      { tokeniseCard },
      { ledger: { at, form } },
    ) => {
      if (at === 'input.checkingCard') assert.deepEqual(tokeniseCard, { form });
    },
  },
  started: {
    'sends-once: §4: an application goes out once for each press, as it was reviewed, with captcha and a fresh card':
      (started, { before, ledger }) => {
        const sent = started.filter(({ id }) => id === 'register');
        assert.ok(sent.length <= before.mayRegister, 'once, and once more after a refused access token');
        for (const { input } of sent) {
          const { form, card, captchaToken, key } = Object(input);
          const { needsCard } = paymentOf(ledger.form);
          assert.deepEqual({ ...form }, { ...ledger.form }, 'what is sent is what was typed');
          assert.equal(captchaToken, ledger.captchaToken);
          assert.equal(key, ledger.named?.key, 'the name that it was reviewed under');
          assert.deepEqual(card, needsCard ? ledger.card : null);
          assert.ok(!needsCard || ledger.toldAt - Object(card).issuedAt < CARD_LIFETIME, 'a fresh card');
        }
      },
    'settles: §7: what is settled is what the bank sent back, with the newest register token': (
      started,
      { ledger },
    ) => {
      for (const { id, input } of started) {
        if (id !== 'verifyCard') continue;
        const { callback, registration } = ledger;
        assert.deepEqual(input, { callback, registerToken: registration?.registerToken });
      }
    },
    'fresh-token: §4: no call goes out with an access token older than 14 minutes': (started, { ledger }) => {
      const calls = started.filter(({ id }) => id === 'register' || id === 'verifyCard');
      if (calls.length > 0) assert.ok(isTokenGood(ledger));
    },
  },
  left: {
    'leaves: §4: the page goes to the bank that the answer named, to completion with what was registered, and nowhere else':
      (left, moment) => {
        const { registration, told } = moment.ledger;
        assert.deepEqual(left, [
          ...(arrivesAt(moment, 'cardRedirect.leaving')
            ? [{ to: 'bank', with: registration?.redirectUrl }]
            : []),
          ...(arrivesAt(moment, 'complete.leaving') ? [{ to: 'completion', with: told }] : []),
          ...(arrivesAt(moment, 'callback.reopening') ? [{ to: 'fresh page', with: null }] : []),
        ]);
      },
  },
  counted: {
    'counts: §2: a page view of input or confirm is counted when its screen is shown': (counted, moment) => {
      const screen = screenOf(moment.ledger.at);
      const isCounted = isNewScreen(moment) && (screen === 'input' || screen === 'confirm');
      assert.deepEqual(counted, isCounted ? [screen] : []);
    },
  },
};

const waitingAt: Readonly<Record<string, Waiting>> = {
  'input.checkingCard': 'tokeniseCard',
  'confirm.submitting.solvingCaptcha': 'solveCaptcha',
  'confirm.submitting.registering': 'register',
  'callback.verifying.waiting': 'verifyCard',
  'callback.verifying.slow': 'verifyCard',
};

/** What a state waits for. */
export const callAt = (state: string): Waiting | undefined => waitingAt[state];

/**
 * Checks the product after an event.
 * @returns the ledger after it
 * @throws AssertionError that begins with the broken promise
 */
export function keepPromises(before: Ledger, event: Happening, seen: Partial<Seen>): Ledger {
  const noted = note(before, event);
  const way = wayOf({ before, event, ledger: noted });
  const state = seen.state ?? '';
  check(way?.says ?? 'stays: nothing leads elsewhere but what model-tests/signup/places.ts says', () =>
    assert.equal(state, way?.to ?? before.at),
  );
  const ledger = { ...arrive(before, noted, state), waits: seen.waits ?? {} };
  const moment = { before, event, ledger };
  // `promises` has no other keys.
  for (const aspect of Object.keys(promises) as (keyof Seen)[]) hold(aspect, moment, seen);
  return { ...ledger, ...learnt(ledger, seen) };
}

function hold<Aspect extends keyof Seen>(aspect: Aspect, moment: Moment, seen: Partial<Seen>): void {
  const value = seen[aspect];
  const own: PromisesOf<Aspect> = promises[aspect] ?? {};
  for (const [promised, holds] of Object.entries(own))
    if (value !== undefined) check(promised, () => holds(value, moment, seen));
}

/** What only the product can tell: the keys that it gives to applications. Counts its register calls, too. */
export function learnt(ledger: Ledger, { kept, started = [] }: Partial<Seen>): Partial<Ledger> {
  const key = screenOf(ledger.at) === 'confirm' && kept?.application?.key;
  const sent = started.filter(({ id }) => id === 'register').length;
  return {
    mayRegister: ledger.mayRegister - sent,
    ...(key
      ? { named: { key, content: contentOf(ledger), isOpen: true }, names: [...ledger.names, key] }
      : {}),
  };
}

function check(promised: string, holds: () => void): void {
  try {
    holds();
  } catch (error) {
    if (error instanceof Error) error.message = `${promised}\n${error.message}`;
    throw error;
  }
}
