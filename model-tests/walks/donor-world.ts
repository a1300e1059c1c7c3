import assert from 'node:assert/strict';
import { type Actor, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import {
  type Agreement,
  type Application,
  type CardRegistration,
  type Route,
  type SignupContext,
  type SignupEvent,
  savedSessionOf,
  signupMachine,
} from '../../src/machines/signup.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import type { CallbackParameter } from '../../src/signup/callback-parameter.ts';
import { type Address, CARD, type CardToken, emptyForm, type SignupForm } from '../../src/signup/form.ts';
import * as messages from '../../src/signup/messages.ts';
import { parseSavedSession, serialiseSavedSession } from '../../src/signup/saved-session.ts';
import { statePathOf } from '../chart/chart-model.ts';
import type { SignupOpening } from '../signup/openings.ts';
import { ALLOWED_ORIGIN, bankForm, cardForm, START } from '../signup/samples.ts';

const TOKEN_LIFETIME = 14 * 60_000;
const CARD_NUMBER = '4111111111111111';
const SECURITY_CODE_KEY = /securityCode|cardNum"/;
const serverMessage = 'サーバーからのお知らせ';

/** Something that can happen now, with the name it has in a counter-example. */
export type Move = { name: string; make: () => void };

type Work = {
  id: string;
  input: unknown;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
};

const failures = [
  new CallFailure('unauthorized'),
  new CallFailure('notSent'),
  new CallFailure('noAnswer'),
  new CallFailure('refused', [serverMessage]),
  new CallFailure('refused'),
];

let onStage: DonorWorld | null = null;

/** The world whose turn it is; walks run one after the other. */
function world(): DonorWorld {
  assert.ok(onStage);
  return onStage;
}

/** A promise that the world settles. */
const promise = <Output, Input>(id: string) =>
  fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise<Output>((resolve, reject) => {
        // Each promise is only ever given the output that belongs to its id, see `answers`.
        const work: Work = { id, input, resolve: (output) => resolve(output as Output), reject };
        const started = world();
        started.started(work);
        signal.addEventListener('abort', () => started.stopped(work));
      }),
  );
/** Built once: its services belong to whichever world is on the stage. */
const machine = signupMachine.provide({
  actors: {
    accessToken: accessTokenMachine.provide({
      actors: { fetchAccessToken: promise<void, unknown>('fetchAccessToken') },
    }),
    postalLookup: postalLookupMachine.provide({
      actors: { lookUpPostalCode: promise<Address | null, { postalCode: string }>('lookUpPostalCode') },
    }),
    browser: fromCallback<SignupEvent>(({ sendBack }) => {
      world().tell = sendBack;
    }),
    tokeniseCard: promise<CardToken, { form: SignupForm }>('tokeniseCard'),
    solveCaptcha: promise<string, unknown>('solveCaptcha'),
    register: promise<CardRegistration | null, Application>('register'),
    verifyCard: promise<void, { callback: CallbackParameter | null; registerToken: string | null }>(
      'verifyCard',
    ),
  },
  actions: {
    showRoute: (_, { route }) => {
      world().address = route;
    },
    goToBank: () => {
      world().leftForBank();
    },
    postCompletion: () => world().completed(),
  },
});

/**
 * One donor, one tab, one server: the real charts together, with a clock and services that the test moves.
 * Pages can be reloaded and left for the bank; only what session storage keeps outlives that.
 */
export class DonorWorld {
  readonly #clock = new SimulatedClock();
  #work: Work[] = [];
  tell: ((event: SignupEvent) => void) | null = null;
  /** What the address bar shows. */
  address: Route = 'input';
  #isAtBank = false;
  #bankVisits = 0;
  #tokenIssuedAt = Number.NEGATIVE_INFINITY;
  #storedForSubmit = 0;
  #hasSucceeded = false;
  #actor: Actor<typeof signupMachine>;
  #form: SignupForm = emptyForm;
  #mayShrink = false;

  constructor({ input: { route, saved, callback } }: SignupOpening) {
    onStage = this;
    this.#hasSucceeded = saved !== null && saved.finished !== null;
    this.#actor = this.#open(route, saved && serialiseSavedSession(saved, START), callback);
  }

  started(work: Work): void {
    this.#checkCall(work.id);
    this.#work.push(work);
  }

  stopped(work: Work): void {
    this.#work = this.#work.filter((other) => other !== work);
  }

  leftForBank(): void {
    this.#isAtBank = true;
    this.#bankVisits += 1;
  }

  completed(): void {
    assert.ok(this.#hasSucceeded, 'completion follows a success answer');
  }

  #open(route: Route, json: string | null, callback: CallbackParameter | null) {
    this.#work = [];
    this.#isAtBank = false;
    this.address = route;
    const actor = createActor(machine, {
      clock: this.#clock,
      input: {
        route,
        now: this.#now(),
        callback,
        saved: parseSavedSession(json, this.#now()),
        completion: null,
        allowedRedirectOrigins: [ALLOWED_ORIGIN],
        seed: 'seed',
      },
    });
    actor.start();
    return actor;
  }

  #now(): number {
    return START + this.#clock.now();
  }

  /** Called whenever the chart makes a call: the rules that must hold at that moment. */
  #checkCall(id: string): void {
    const running = this.#work.filter((work) => work.id === id);
    assert.equal(running.length, 0, `${id} is under way once at most`);
    if (id === 'register' || id === 'verifyCard') {
      const age = this.#clock.now() - this.#tokenIssuedAt;
      assert.ok(age <= TOKEN_LIFETIME, `the token is ${age / 60_000} minutes old while ${id} is called`);
    }
  }

  /** Everything that can happen at this moment. */
  moves(): Move[] {
    return [...this.#answers(), ...this.#donorMoves(), ...this.#pageMoves(), ...this.#passingTime()];
  }

  #answers(): Move[] {
    return this.#work.flatMap((work) => {
      const settle = (name: string, finish: () => void): Move => ({
        name: `${work.id}: ${name}`,
        make: () => {
          this.#work = this.#work.filter((other) => other !== work);
          finish();
        },
      });
      const well = (name: string, output: unknown, before = () => {}) =>
        settle(name, () => {
          before();
          work.resolve(output);
        });
      const badly = failures.map((failure) =>
        settle(`${failure.reason}${failure.messages.length}`, () => work.reject(failure)),
      );
      const store = () => {
        this.#storedForSubmit += 1;
        assert.ok(this.#storedForSubmit <= 1, 'one registration is stored for one submit');
      };
      const succeed = () => {
        this.#hasSucceeded = true;
      };
      switch (work.id) {
        case 'fetchAccessToken': {
          const arrive = () => {
            this.#tokenIssuedAt = this.#clock.now();
          };
          return [...Array(4).fill(well('token', undefined, arrive)), ...badly.slice(1, 3)];
        }
        case 'lookUpPostalCode':
          return [well('address', { prefecture: '東京都', city: '千代田区' }), well('none', null), ...badly];
        case 'tokeniseCard': {
          const card = { cardToken: 'card', maskedCardNumber: '****1111', issuedAt: this.#now() };
          return [...Array(4).fill(well('token', card)), ...badly.slice(1, 4)];
        }
        case 'solveCaptcha':
          return [...Array(4).fill(well('solved', 'captcha')), ...badly.slice(1, 2)];
        case 'register': {
          const isCard = this.#actor.getSnapshot().context.form.paymentMethod === CARD;
          const answer = isCard ? { redirectUrl: `${ALLOWED_ORIGIN}/3ds`, registerToken: 'register' } : null;
          return [
            well('registered', answer, () => {
              store();
              if (!isCard) succeed();
            }),
            settle('registered, answer lost', () => {
              store();
              work.reject(new CallFailure('noAnswer'));
            }),
            ...badly,
          ];
        }
        default:
          return [well('settled', undefined, succeed), ...badly];
      }
    });
  }

  #donorMoves(): Move[] {
    if (this.#isAtBank) return [];
    const at = this.#now();
    const snapshot = this.#actor.getSnapshot();
    const { agreements: agreed } = snapshot.context;
    // What leads on comes more often, so that walks get somewhere.
    const events: SignupEvent[] = [
      { type: 'field.changed', change: { name: 'zip', value: '100-0001' } },
      { type: 'field.changed', change: { name: 'city', value: '自分で入力' } },
      ...Array(3).fill({ type: 'input.confirmed', form: cardForm, at }),
      ...Array(3).fill({ type: 'input.confirmed', form: bankForm, at }),
      { type: 'input.rejected', fields: ['email'] },
      { type: 'card.discarded' },
      { type: 'draft.cleared' },
      { type: 'cardNotice.opened' },
      { type: 'cardNotice.closed' },
      ...agreements.flatMap((name) =>
        agreed[name] ? [] : Array(3).fill({ type: 'agreement.changed', name, checked: true }),
      ),
      { type: 'change.requested', field: 'email' },
      ...Array(4).fill({ type: 'confirm.submitted', at }),
      { type: 'retry.requested' },
      { type: 'signup.restarted' },
    ];
    return events
      .filter((event) => snapshot.can(event))
      .map((event) => ({
        name: event.type,
        make: () => {
          this.#mayShrink = event.type === 'draft.cleared';
          const before = statePathOf(this.#actor.getSnapshot());
          this.#actor.send(event);
          const isSubmit = event.type === 'confirm.submitted';
          if (isSubmit && statePathOf(this.#actor.getSnapshot()) !== before) this.#storedForSubmit = 0;
        },
      }));
  }

  #pageMoves(): Move[] {
    const open = (name: string, route: Route, callback: CallbackParameter | null = null): Move => ({
      name,
      make: () => {
        const json = serialiseSavedSession(savedSessionOf(this.#actor.getSnapshot()), this.#now());
        this.#actor.stop();
        this.#mayShrink = statePathOf(this.#actor.getSnapshot()).startsWith('complete');
        this.#tokenIssuedAt = Number.NEGATIVE_INFINITY;
        this.#actor = this.#open(route, json, callback);
      },
    });
    const back = { accessId: `access-${this.#bankVisits}`, event: 'done', csrfToken: 'csrf' };
    if (this.#isAtBank) {
      return [
        open('return from the bank', 'callback', back),
        open('return from the bank again', 'callback', back),
        open('return from the bank without p', 'callback'),
        open('give up at the bank', 'input'),
        {
          name: 'page restored',
          make: () => {
            this.#isAtBank = false;
            this.tell?.({ type: 'page.restored' });
          },
        },
        {
          name: 'the bank does not open',
          make: () => {
            this.#isAtBank = false;
          },
        },
      ];
    }
    const routes: Route[] = ['input', 'confirm', 'callback'];
    return [
      open('reload', this.address),
      { name: 'the donor looks at the tab again', make: () => this.tell?.({ type: 'page.revisited' }) },
      ...routes
        .filter((route) => route !== this.address)
        .map((route) => ({
          name: `browser goes to ${route}`,
          make: () => {
            this.address = route;
            this.tell?.({ type: 'route.requested', route, at: this.#now() });
          },
        })),
    ];
  }

  #passingTime(): Move[] {
    return [10_000, 5 * 60_000, TOKEN_LIFETIME].map((milliseconds) => ({
      name: `${milliseconds / 1000} s pass`,
      make: () => this.#clock.increment(milliseconds),
    }));
  }

  /** The rules that must hold after every move. Throws an AssertionError with the rule that is broken. */
  check(): void {
    const snapshot = this.#actor.getSnapshot();
    const state = statePathOf(snapshot);
    const { context } = snapshot;
    assert.equal(snapshot.status, 'active', 'the chart goes on');

    const told = JSON.stringify([context, savedSessionOf(snapshot)]);
    assert.ok(
      !told.includes(CARD_NUMBER) && !SECURITY_CODE_KEY.test(told),
      'no card number, no security code',
    );

    if (!this.#mayShrink && this.#form !== context.form) {
      const lost = Object.entries(this.#form).filter(
        ([name, value]) => value !== '' && isEmpty(context, name),
      );
      const isPaymentSwitch = (name: string) => name.startsWith('expiration');
      assert.deepEqual(
        lost.filter(([name]) => !isPaymentSwitch(name)),
        [],
        'nothing typed is lost',
      );
    }
    this.#form = context.form;
    this.#mayShrink = false;

    for (const error of context.errors) assert.ok(isKnownMessage(error), `nobody has said: ${error}`);
    if (state.startsWith('complete')) assert.ok(this.#hasSucceeded, 'completion follows a success answer');
    else this.#checkAddress(state);
    const registering = this.#work.filter(({ id }) => id === 'register').length;
    assert.ok(registering <= 1, 'one registration is under way at most');
    assert.ok(registering === 0 || state.endsWith('registering'), 'nothing is sent from any other state');
    assert.ok(this.hasWayOn(), `there is a way on from ${state}`);
  }

  #checkAddress(state: string): void {
    const [screen] = state.split('.');
    if (screen !== 'cardRedirect') assert.equal(this.address, screen, 'the URL follows the chart');
  }

  /** A call is under way, a timer runs, or the donor has something to press that leads elsewhere. */
  hasWayOn(): boolean {
    const snapshot = this.#actor.getSnapshot();
    if (this.#work.some(({ id }) => id !== 'lookUpPostalCode')) return true;
    if (snapshot.matches({ cardRedirect: 'leaving' }) || snapshot.matches({ complete: 'leaving' }))
      return true;
    const ways: SignupEvent[] = [
      { type: 'input.confirmed', form: bankForm, at: this.#now() },
      { type: 'change.requested', field: null },
      { type: 'cardNotice.closed' },
      { type: 'retry.requested' },
      { type: 'signup.restarted' },
      { type: 'accessToken.unavailable' },
    ];
    return ways.some((event) => snapshot.can(event));
  }

  get state(): string {
    return statePathOf(this.#actor.getSnapshot());
  }

  stop(): void {
    this.#actor.stop();
  }
}

function isEmpty({ form }: SignupContext, name: string): boolean {
  return Object.entries(form).some(([field, value]) => field === name && value === '');
}

const agreements: readonly Agreement[] = ['understood', 'bankFormUnderstood'];

const knownMessages = new Set<unknown>([
  serverMessage,
  ...Object.values(messages),
  messages.unknownOutcome('registerCard'),
  messages.unknownOutcome('registerBank'),
  messages.unknownOutcome('verifyCard'),
]);

function isKnownMessage(message: string): boolean {
  return knownMessages.has(message);
}
