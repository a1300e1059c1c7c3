import assert from 'node:assert/strict';
import type { Route } from '../../src/services/navigation.ts';
import type { FieldName } from '../../src/signup/form.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';
import type { SavedSession } from '../../src/signup/saved-session.ts';
import { untouchedForm } from './donors.ts';
import type { Happening } from './happening.ts';
import {
  arrive,
  CARD_LIFETIME,
  CARD_NUMBER,
  codeAskedFor,
  codeOf,
  contentOf,
  isTokenGood,
  type Ledger,
  note,
  offerOf,
  screenOf,
  unknownCode,
  type Waiting,
} from './ledger.ts';
import { paymentOf } from './payments.ts';
import { type Moment, wayOf } from './places.ts';

/** What left the page for another one. */
export type Departure = { to: 'bank' | 'completion' | 'fresh page'; with: unknown };

/** What can be seen of the product from outside. A browser does not show all of it; what it does not, is left out. */
export type Seen = {
  /** The name of the screen, as `data-state` says it. */
  state: string;
  address: Route;
  /** What the list at the top says, as text. */
  errors: readonly string[];
  fieldErrors: readonly FieldName[];
  ticked: readonly Agreement[];
  fieldToChange: FieldName | null;
  /** Whether "back" closes what lies over the screen. */
  hasOverlay: boolean;
  saysCleared: boolean;
  saysNoAddress: boolean;
  offer: 'offered' | 'declined' | null;
  /** What a reload finds again, and what the completion page was told. */
  kept: SavedSession;
  told: unknown;
  /** The application that other tabs are asked about. */
  watched: string | null;
  /** What the page waits for, with what it was given. */
  waits: Ledger['waits'];
  /** What went out since the last look. */
  started: readonly { id: Waiting; input: unknown }[];
  left: readonly Departure[];
  counted: readonly string[];
};

type Promised<Aspect extends keyof Seen> = {
  id: string;
  says: string;
  of: Aspect;
  holds(aspect: Seen[Aspect], moment: Moment, seen: Partial<Seen>): void;
};

const promise = <Aspect extends keyof Seen>(
  id: string,
  of: Aspect,
  says: string,
  holds: Promised<Aspect>['holds'],
): Promised<keyof Seen> => ({
  id,
  of,
  says,
  holds: (aspect, moment, seen) => holds(aspect as Seen[Aspect], moment, seen),
});

const isNewScreen = ({ before, ledger }: Moment): boolean =>
  ledger.pages > before.pages || screenOf(before.at) !== screenOf(ledger.at);
const arrivesAt = ({ before, ledger, event }: Moment, place: string): boolean =>
  ledger.at === place && (before.at !== place || event.type === 'page.opened');

/** What must hold after everything that happens, whoever makes it happen and wherever it is looked at. */
const promises: readonly Promised<keyof Seen>[] = [
  promise(
    'address',
    'address',
    'Decision 13: the URL follows the screen, where it has one of its own',
    (address, { ledger }) => {
      const hasOwn = /^(input|confirm|callback|complete\.remembered)/.test(ledger.at);
      if (hasOwn) assert.equal(address, ledger.address);
    },
  ),
  promise(
    'errors',
    'errors',
    '§8: what has failed is told, word for word, until the donor goes on',
    (errors, { ledger }) => assert.deepEqual(errors, ledger.said),
  ),
  promise(
    'fieldErrors',
    'fieldErrors',
    '§5: each field that breaks a rule is named',
    (fieldErrors, { ledger }) =>
      assert.deepEqual(
        fieldErrors,
        ledger.fieldErrors.map(({ name }) => name),
      ),
  ),
  promise(
    'boxes',
    'ticked',
    '§2: the boxes are as the donor left them, and empty for each review',
    (ticked, { ledger }) => assert.deepEqual([...ticked].sort(), [...ledger.ticked].sort()),
  ),
  promise(
    'change',
    'fieldToChange',
    '§2: whoever wants to change something is led to its field',
    (field, { ledger }) => assert.equal(field, ledger.fieldToChange),
  ),
  promise(
    'overlay',
    'hasOverlay',
    '§2: “back” closes the card notice, and nothing else',
    (hasOverlay, { ledger }) => assert.equal(hasOverlay, ledger.at === 'input.cardNotice'),
  ),
  promise('cleared', 'saysCleared', 'A draft that was cleared is said to be', (says, { ledger }) =>
    assert.equal(says, ledger.clearedAt !== null),
  ),
  promise(
    'no-address',
    'saysNoAddress',
    'Decision 16: a code without an address is said to be',
    (says, { ledger }) => {
      if (ledger.at.startsWith('input'))
        assert.equal(says, ledger.unanswered !== null && ledger.unanswered === codeOf(ledger.form));
    },
  ),
  promise(
    'offer',
    'offer',
    'Decision 16: no code beside another code’s address without a word, until that is waved away',
    (offer, { ledger }) => {
      if (/^(input|confirm)/.test(ledger.at)) assert.equal(offer, offerOf(ledger));
    },
  ),

  promise(
    'typed-is-kept',
    'kept',
    'Decision 7: nothing typed is lost, nothing is made up; the other kind of address keeps its words',
    ({ form, hiddenAddress }, { ledger }) => {
      if (isComplete(ledger)) return;
      assert.deepEqual({ ...form }, { ...ledger.form });
      assert.deepEqual({ ...hiddenAddress }, { ...ledger.hidden });
    },
  ),
  promise('no-card-number', 'kept', 'Decision 5: no card number outlives a page', (kept, { event }) => {
    if (event.type === 'page.opened') assert.ok(!JSON.stringify(kept).includes(CARD_NUMBER));
  }),
  promise(
    'review-is-kept',
    'kept',
    'Decision 7: a review outlives a reload until something changes',
    ({ isReviewed }, { ledger }) => {
      if (!isComplete(ledger)) assert.equal(isReviewed, ledger.isReviewed);
    },
  ),
  promise(
    'address-is-kept',
    'kept',
    'Decision 16: a lookup’s answer, what it filled in and what was waved away outlive a reload',
    ({ lookups }, { ledger }) => {
      if (isComplete(ledger)) return;
      const { answer, filled, declined } = ledger;
      assert.deepEqual({ ...lookups, unanswered: null }, { answer, filled, declined, unanswered: null });
    },
  ),
  promise(
    'card-is-kept',
    'kept',
    'Decision 6: a card is kept while it is unused; nothing else of it is',
    ({ card }, { ledger }) => {
      if (!isComplete(ledger)) assert.deepEqual(card, ledger.card);
    },
  ),
  promise(
    'names-once',
    'kept',
    'Decision 24: what is reviewed has one name for all its tries and copies, and no other application has it',
    ({ application }, { ledger }) => {
      if (screenOf(ledger.at) !== 'confirm') return;
      const { named, names, isCopied } = ledger;
      assert.ok(application);
      if (named?.isOpen) assert.equal(application.key, named.key, 'another try');
      else assert.ok(application.key && !names.includes(application.key), 'another application');
      assert.equal(application.isCopied, isCopied, 'another tab that has it, too, is remembered');
    },
  ),
  promise(
    'watches-copies',
    'watched',
    'Decision 24: other tabs are asked about the application on the confirm screen',
    (watched, { ledger }, { kept }) => {
      assert.equal(watched, screenOf(ledger.at) === 'confirm' ? kept?.application?.key : null);
    },
  ),
  promise(
    'registration-is-kept',
    'kept',
    'Decision 22: the newest registration is kept, with what completion will be told',
    ({ registration }, { ledger }) => {
      if (isComplete(ledger)) return;
      const newest = ledger.registration;
      assert.deepEqual(
        registration,
        newest && { registerToken: newest.registerToken, completion: newest.completion },
      );
    },
  ),
  promise(
    'settled-once',
    'kept',
    '§4: the callback runs once',
    ({ processedAccessIds, callback }, { ledger }) => {
      assert.deepEqual([...processedAccessIds].sort(), [...ledger.processed].sort());
      if (!isComplete(ledger)) assert.deepEqual(callback, ledger.p);
    },
  ),
  promise(
    'open-call-is-kept',
    'kept',
    'Decision 9: a reload knows what was sent and not answered, or that the donor is at the bank',
    ({ unanswered, isAtBank }, { ledger }) => {
      if (isComplete(ledger)) return;
      const pending =
        ledger.at === 'confirm.submitting.registering' ? paymentOf(ledger.form).registers : ledger.pending;
      assert.deepEqual([unanswered, isAtBank], pending === 'bank' ? [null, true] : [pending, false]);
    },
  ),
  promise(
    'refusal-is-kept',
    'kept',
    '§8: what a host said on a page that is left at once, the fresh one tells',
    ({ keptMessages }, { ledger }) => {
      if (!isComplete(ledger)) assert.deepEqual(keptMessages, ledger.keptMessages);
    },
  ),
  promise(
    'person-is-forgotten',
    'kept',
    'Decision 7: after completion nothing is kept of the person but that this tab has signed up',
    ({ finished, processedAccessIds: _, ...kept }, { ledger }) => {
      assert.deepEqual(finished, ledger.finished);
      if (!isComplete(ledger)) return;
      assert.deepEqual({ ...kept.form }, { ...untouchedForm });
      const { form: __, hiddenAddress, lookups, ...rest } = kept;
      assert.deepEqual(
        Object.values({ ...rest, ...hiddenAddress, ...lookups }).filter(
          (value) => value && String(value) !== '',
        ),
        [],
      );
    },
  ),
  promise(
    'completion-is-kept',
    'told',
    '§4: what completion was told can be told again, until another application begins',
    (told, { ledger }) => assert.deepEqual(told, ledger.told),
  ),

  promise(
    'waits',
    'waits',
    'Whoever waits sees what for: each call is under way where the screen says so, and nowhere else',
    (waits, { ledger }) => {
      const underWay = callAt(ledger.at);
      for (const id of ['tokeniseCard', 'solveCaptcha', 'register', 'verifyCard'] as const)
        assert.equal(id in waits, id === underWay, id);
    },
  ),
  promise(
    'access-token',
    'waits',
    '§4, §9: a page asks for an access token; again after 14 minutes, a refusal or a pause, and when one is waited for',
    (waits, { ledger }) => assert.equal('fetchAccessToken' in waits, ledger.tokenDue === null),
  ),
  promise(
    'looks-up',
    'waits',
    '§4, §7: a code of seven digits is looked up, as typed, at home, and once',
    ({ lookUpPostalCode, ...waits }, { ledger }) => {
      const code = codeAskedFor(ledger);
      if (lookUpPostalCode) assert.deepEqual(lookUpPostalCode, { postalCode: unknownCode(ledger) });
      const isPostponed = ledger.refusedFor === code && 'fetchAccessToken' in waits;
      if (ledger.at.startsWith('input.form') && code && !isPostponed) assert.ok(lookUpPostalCode);
      const isRepeated =
        ledger.refusedFor === code && isTokenGood(ledger) && /^(input|confirm)/.test(ledger.at);
      if (code && isRepeated) assert.ok(lookUpPostalCode, 'once more with another access token');
    },
  ),
  promise(
    'card-goes',
    'waits',
    'Decision 5: the card goes to the gateway with its date, when the donor goes on',
    ({ tokeniseCard }, { ledger: { at, form } }) => {
      if (at === 'input.checkingCard') assert.deepEqual(tokeniseCard, { form });
    },
  ),
  promise(
    'sends-once',
    'started',
    '§4: an application goes out once for each press, as it was reviewed, with captcha and a fresh card',
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
  ),
  promise(
    'settles',
    'started',
    '§7: what is settled is what the bank sent back, with the newest register token',
    (started, { ledger }) => {
      for (const { id, input } of started) {
        if (id !== 'verifyCard') continue;
        const { p, registration } = ledger;
        assert.deepEqual(input, { callback: p, registerToken: registration?.registerToken });
      }
    },
  ),
  promise(
    'fresh-token',
    'started',
    '§4: no call goes out with an access token older than 14 minutes',
    (started, { ledger }) => {
      const calls = started.filter(({ id }) => id === 'register' || id === 'verifyCard');
      if (calls.length > 0) assert.ok(isTokenGood(ledger));
    },
  ),
  promise(
    'leaves',
    'left',
    '§4: the page goes to the bank that the answer named, to completion with what was registered, and nowhere else',
    (left, moment) => {
      const { registration, success } = moment.ledger;
      assert.deepEqual(left, [
        ...(arrivesAt(moment, 'cardRedirect.leaving')
          ? [{ to: 'bank', with: registration?.redirectUrl }]
          : []),
        ...(arrivesAt(moment, 'complete.leaving')
          ? [{ to: 'completion', with: success ?? moment.ledger.told }]
          : []),
        ...(arrivesAt(moment, 'callback.reopening') ? [{ to: 'fresh page', with: null }] : []),
      ]);
    },
  ),
  promise(
    'counts',
    'counted',
    '§2: a page view of input or confirm is counted when its screen is shown',
    (counted, moment) => {
      const screen = screenOf(moment.ledger.at);
      const isCounted = isNewScreen(moment) && (screen === 'input' || screen === 'confirm');
      assert.deepEqual(counted, isCounted ? [screen] : []);
    },
  ),
];

const waitingAt: Readonly<Record<string, Waiting>> = {
  'input.checkingCard': 'tokeniseCard',
  'confirm.submitting.solvingCaptcha': 'solveCaptcha',
  'confirm.submitting.registering': 'register',
  'callback.verifying.waiting': 'verifyCard',
  'callback.verifying.slow': 'verifyCard',
};

/** What a state waits for. */
export const callAt = (state: string): Waiting | undefined => waitingAt[state];

const isComplete = ({ at }: Ledger): boolean => at.startsWith('complete');

/**
 * Holds the product against what has happened. Throws an AssertionError that begins with the promise that is broken;
 * returns what is known afterwards.
 */
export function keepPromises(before: Ledger, event: Happening, seen: Partial<Seen>): Ledger {
  const noted = note(before, event);
  const way = wayOf({ before, event, ledger: noted });
  const state = seen.state ?? '';
  check(way?.id ?? 'stays: nothing leads elsewhere but what model-tests/signup/places.ts says', () =>
    assert.equal(state, way?.to ?? before.at),
  );
  const ledger = { ...arrive(before, noted, state), waits: seen.waits ?? {} };
  const moment = { before, event, ledger };
  for (const { id, says, of, holds } of promises) {
    const aspect = seen[of];
    if (aspect !== undefined) check(`${id}: ${says}`, () => holds(aspect, moment, seen));
  }
  return { ...ledger, ...learnt(ledger, seen) };
}

/** What only the product can tell: how it names an application; and what it has sent counts. */
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
