import assert from 'node:assert/strict';
import {
  type Actor,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { organisation } from '#organisation/organisation.ts';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import type { savedSessionOf } from '../../src/machines/signup.ts';
import type { CardRegistration, Route, SignupEvent, SignupInput } from '../../src/machines/signup-parts.ts';
import type { Application } from '../../src/services/registration.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import type { CallbackParameter } from '../../src/signup/callback-parameter.ts';
import type { CompletionFields } from '../../src/signup/completion-fields.ts';
import {
  type Address,
  type AddressWords,
  type CardToken,
  type FieldChange,
  prices,
  type SignupForm,
} from '../../src/signup/form.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';
import { postalMismatch } from '../../src/signup/postal-address.ts';
import {
  parseSavedSession,
  type SavedSession,
  serialiseSavedSession,
} from '../../src/signup/saved-session.ts';
import { statePathOf } from '../chart/chart-model.ts';
import { nothing, seenOf, toSavedSession } from '../signup/seen.ts';
import { addressBook, completionOf, donors, missingIn, untouchedForm } from './donors.ts';

const START = Date.UTC(2025, 5, 1);
const MINUTE = 60_000;
const BANK = 'https://bank.example.org';
const CARD_NUMBER = '4111111111111111';
const serverMessage = 'サーバーからのお知らせ';
const noWords: AddressWords = { prefecture: '', city: '', street: '' };

/** What is put to the test: the chart, and what of it a reload finds again. */
export type Product = { machine: AnyStateMachine; savedSessionOf: typeof savedSessionOf };

/** Something that can happen now, how often it does, and its name in a counter-example. */
export type Move = { name: string; weight: number; make: () => void };
const move = (name: string, weight: number, make: () => void): Move => ({ name, weight, make });

type Work = {
  id: string;
  input: unknown;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
};

/** An application as it went out; `isOpen` until an answer to it has been seen or anything of it is changed. */
type Sent = { key: string; content: string; isOpen: boolean };
type Registration = CardRegistration & { accessId: string; completion: CompletionFields };

let onStage: DonorWorld | null = null;

/** The world whose turn it is; walks run one after the other. */
function world(): DonorWorld {
  assert.ok(onStage);
  return onStage;
}

/** A promise that the world settles. */
const promise = <Output, Input>(id: string) =>
  // Each promise is only ever given the output that belongs to its id, see `#answers`.
  fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const work: Work = { id, input, resolve: (output) => resolve(output as Output), reject };
        const started = world();
        started.started(work);
        signal.addEventListener('abort', () => started.aborted(work));
      }),
  );

/** The chart with everything outside it in the hands of whichever world is on the stage. */
function staged(machine: AnyStateMachine): AnyStateMachine {
  return machine.provide({
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
      copies: fromCallback<SignupEvent, { key: string }>(() => {}),
      tokeniseCard: promise('tokeniseCard'),
      solveCaptcha: promise('solveCaptcha'),
      register: promise('register'),
      verifyCard: promise('verifyCard'),
    },
    actions: {
      showRoute: (_: unknown, { route }: { route: Route }) => world().showed(route),
      trackPageView: (_: unknown, { page }: { page: string }) => world().counted(page),
      goToBank: (_: unknown, { redirectUrl }: { redirectUrl: string }) => world().leftForBank(redirectUrl),
      postCompletion: (_: unknown, { fields }: { fields: CompletionFields | null }) =>
        world().leftForCompletion(fields),
      forgetCompletion: () => world().forgotCompletion(),
      openFreshPage: () => world().leftForFreshPage(),
      openOverlay: () => {},
      closeOverlay: () => {},
    },
  });
}

const stagedOnce = new WeakMap<AnyStateMachine, AnyStateMachine>();

/**
 * One donor, one tab, one API host, one bank: the real charts together, with a clock and services that the test
 * moves. Pages can be reloaded and left; only what session storage keeps outlives that, and what a host has done
 * stays done. The world keeps its own record of what the donor has typed and been told, and of what was sent: the
 * rules compare the chart with that record. Throws an AssertionError with the rule that is broken.
 */
export class DonorWorld {
  readonly #product: Product;
  readonly #clock = new SimulatedClock();
  readonly #machine: AnyStateMachine;
  #actor: Actor<AnyStateMachine>;
  #work: Work[] = [];
  tell: ((event: SignupEvent) => void) | null = null;
  #pages = 0;
  #openedAs = '';

  // what the browser shows
  #address: Route = 'input';
  #goneTo: 'bank' | 'completion' | 'fresh page' | null = null;
  #leftAt = 0;
  #views: string[] = [];

  // what the donor has done
  #typed: SignupForm = untouchedForm;
  #hidden: AddressWords = noWords;
  #confirmed = '';
  readonly #ticked = new Set<Agreement>();
  #mayRegister = false;
  #submittedAt = 0;
  #isAccepting = false;

  // what the others have said and done
  #tokenIssuedAt = Number.NEGATIVE_INFINITY;
  #count = 0;
  #card: (CardToken & { isSpent: boolean }) | null = null;
  #captchaToken = '';
  #found: { code: string; address: Address } | null = null;
  #filled: Address | null = null;
  /** The code whose address the donor has waved away. */
  #declined = '';
  #sent: Sent | null = null;
  readonly #keys = new Set<string>();
  readonly #stored = new Map<string, { content: string; registration: Registration }>();
  /** The newest, until it is completed. */
  #registration: Registration | null = null;
  #bankPages: string[] = [];
  #p: CallbackParameter | null = null;
  readonly #processed = new Set<string>();
  #isRenewed = false;
  /** Something was sent whose end the donor does not know, and has not been told so. */
  #isUntold = false;
  #wasInDoubt = false;
  #mustHear = false;
  #success: CompletionFields | null = null;
  #finished: SavedSession['finished'] = null;
  #keptCompletion: CompletionFields | null = null;
  hasCompleted = false;
  /** The first rule that was found broken while the chart was at work. */
  #fault: unknown = null;

  constructor(product: Product, route: Route, callback: CallbackParameter | null) {
    onStage = this;
    this.#product = product;
    this.#machine = stagedOnce.get(product.machine) ?? staged(product.machine);
    stagedOnce.set(product.machine, this.#machine);
    this.#actor = this.#open(route, null, callback, null);
  }

  get state(): string {
    return statePathOf(this.#actor.getSnapshot());
  }

  stop(): void {
    this.#work = [];
    this.#actor.stop();
  }

  // ── what the chart sets going ────────────────────────────────────────────────────────────────────────────────

  started(work: Work): void {
    this.#noteFaultOf(() => this.#checkCall(work));
    this.#work.push(work);
  }

  /** Thrown while the chart is at work, a fault would look like a call that failed, or end the process. */
  #noteFaultOf(rule: () => void): void {
    try {
      rule();
    } catch (error) {
      this.#fault ??= error;
    }
  }

  #checkCall({ id, input }: Work): void {
    assert.ok(!this.#work.some((other) => other.id === id), `${id} is under way once at most`);
    if (id === 'register') this.#checkRegister(input as Application);
    if (id === 'verifyCard') this.#checkVerify(input as { callback: unknown; registerToken: unknown });
    if (id === 'tokeniseCard')
      assert.deepEqual(input, { form: this.#typed }, 'the card goes with what was typed');
    if (id === 'lookUpPostalCode') {
      assert.ok(!this.#typed.expatriate, 'no lookup abroad');
      assert.deepEqual(input, { postalCode: this.#code() }, 'what is looked up is the code that was typed');
    }
  }

  /** Nobody waits for the answer any more; what was sent may have arrived all the same. */
  aborted(work: Work): void {
    if (!this.#work.includes(work)) return;
    this.#work = this.#work.filter((other) => other !== work);
    this.#leaveUnanswered(work);
  }

  showed(route: Route): void {
    this.#address = route;
  }

  counted(page: string): void {
    this.#views.push(page);
  }

  leftForBank(redirectUrl: string): void {
    assert.equal(redirectUrl, this.#registration?.redirectUrl, 'the bank is the one that the answer named');
    this.#goneTo = 'bank';
    this.#leftAt = this.#clock.now();
    if (this.#registration) this.#bankPages.push(this.#registration.accessId);
  }

  leftForCompletion(fields: CompletionFields | null): void {
    assert.ok(this.#success, 'completion follows a success answer');
    assert.deepEqual(fields, this.#success, 'completion is told what was registered');
    this.#goneTo = 'completion';
    this.#leftAt = this.#clock.now();
    this.#keptCompletion = fields;
    this.hasCompleted = true;
  }

  leftForFreshPage(): void {
    this.#goneTo = 'fresh page';
  }

  forgotCompletion(): void {
    this.#keptCompletion = null;
  }

  /** The chart changes nothing but the address by itself, and the furigana. */
  #formChanged(words: SignupForm): void {
    const { prefecture, city, street } = this.#typed;
    assert.equal(words.street, street, 'a lookup never touches the street');
    if (words.prefecture === prefecture && words.city === city) return;
    const found = this.#found;
    assert.ok(found && !this.#typed.expatriate && found.code === this.#code(), 'only a whole code fills in');
    assert.deepEqual({ prefecture: words.prefecture, city: words.city }, found.address, 'the address found');
    const isFree = (name: keyof Address) => {
      const value = this.#typed[name];
      const isBeginning = found.address[name].startsWith(value) && /[都道府県市区町村郡]$/.test(value);
      return value === '' || value === this.#filled?.[name] || isBeginning;
    };
    assert.ok(this.#isAccepting || (isFree('prefecture') && isFree('city')), 'the donor’s own words stay');
    this.#filled = found.address;
    this.#declined = '';
    this.#type(found.address);
  }

  #checkToken(id: string): void {
    const age = this.#clock.now() - this.#tokenIssuedAt;
    assert.ok(age <= 14 * MINUTE, `the access token is ${age / MINUTE} minutes old while ${id} is called`);
  }

  #checkRegister({ form, card, captchaToken, key }: Application): void {
    this.#checkToken('register');
    assert.ok(this.#mayRegister, 'one call for each time that the donor sends, and one repeat after a 401');
    this.#mayRegister = false;
    assert.ok(
      !this.#isUntold,
      'nothing is sent again before the donor knows that something may have arrived',
    );
    assert.deepEqual(form, this.#typed, 'what is sent is what was typed');
    assert.equal(captchaToken, this.#captchaToken, 'the captcha’s own token');
    const isCard = form.paymentMethod === 'クレジットカード';
    if (isCard) {
      assert.ok(card && this.#card, 'no card, no application by card');
      const { isSpent, ...issued } = this.#card;
      assert.deepEqual(card, issued, 'the card is the one that the gateway took last');
      assert.ok(!isSpent, 'a card token is used once');
      assert.ok(this.#submittedAt - issued.issuedAt < 25 * MINUTE, 'the card is younger than 25 minutes');
    } else {
      assert.equal(card, null, 'a bank debit has no card');
    }
    const content = contentOf(form, card);
    if (this.#sent?.isOpen && this.#sent.content === content)
      assert.equal(key, this.#sent.key, 'another try of one application has the same key');
    else assert.ok(key !== '' && !this.#keys.has(key), 'another application has another key');
    this.#keys.add(key);
    this.#sent = { key, content, isOpen: true };
  }

  #checkVerify(input: { callback: unknown; registerToken: unknown }): void {
    this.#checkToken('verifyCard');
    assert.deepEqual(input.callback, this.#p, 'what is settled is what the donor has come back with');
    assert.ok(this.#registration, 'only what was registered can be settled');
    assert.equal(
      input.registerToken,
      this.#registration.registerToken,
      'the newest registration is asked for',
    );
    assert.ok(this.#p && !this.#processed.has(this.#p.accessId), 'no callback is settled twice');
  }

  // ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────

  #open(
    route: Route,
    json: string | null,
    callback: CallbackParameter | null,
    completion: CompletionFields | null,
  ): Actor<AnyStateMachine> {
    this.#pages += 1;
    this.#openedAs = route;
    this.#address = route;
    this.#goneTo = null;
    this.#isRenewed = false;
    this.#views = [];
    this.#tokenIssuedAt = Number.NEGATIVE_INFINITY;
    this.#submittedAt = this.#now();
    if (callback) this.#p = callback;
    const input: SignupInput = {
      route,
      now: this.#now(),
      callback,
      isOpenedByBank: route === 'callback' && callback !== null,
      saved: parseSavedSession(json, this.#now()),
      completion,
      allowedRedirectOrigins: [BANK],
      seed: `seed-${this.#pages}`,
    };
    const actor = createActor(this.#machine, { clock: this.#clock, input });
    actor.subscribe({
      next: ({ context }) => this.#noteFaultOf(() => this.#formChanged(context.form)),
      error: (error) => {
        this.#fault ??= error;
      },
    });
    actor.start();
    return actor;
  }

  #reopen(route: Route, callback: CallbackParameter | null = null): void {
    const before = this.#actor.getSnapshot();
    // What could not be said by the page before is said by the fresh one.
    if (this.#goneTo !== 'fresh page') this.#mustHear = false;
    const saved = this.#saved();
    const json = serialiseSavedSession(saved, this.#now());
    assert.ok(!json?.includes(CARD_NUMBER), 'no card number reaches storage');
    const underWay = this.#work;
    this.#work = [];
    this.#actor.stop();
    for (const work of underWay) this.#leaveUnanswered(work);
    if (statePathOf(before).startsWith('complete')) this.#loseDraft();
    // A card number in a wrong field is the one thing that is not kept.
    this.#type(withoutCardNumber(this.#typed));
    this.#hidden = withoutCardNumber(this.#hidden);
    this.#actor = this.#open(route, json, callback, this.#keptCompletion);
    this.#views.unshift('opened');
    // While it is not known what became of the last card, another one is asked for.
    if (this.state === 'input.form.outcomeUnknown') this.#card = null;
    if (this.#isUntold && !/^(callback|complete)/.test(this.state))
      assert.equal(this.state, 'input.form.outcomeUnknown', 'a reload remembers that something was sent');
  }

  #now(): number {
    return START + this.#clock.now();
  }

  #saved(): SavedSession {
    return this.#product.savedSessionOf(this.#actor.getSnapshot());
  }

  #code(): string {
    return this.#typed.zip.replace('-', '');
  }

  #type(values: Partial<SignupForm>): void {
    const now = Object.entries(this.#typed);
    const isChange = now.some(([name, value]) => name in values && own(values, name) !== value);
    if (!isChange) return;
    if (this.#sent) this.#sent.isOpen = false;
    this.#typed = { ...this.#typed, ...values };
  }

  /** Clears the draft, or begins another application: nothing of the last one counts any more. */
  #beginAnew(): void {
    this.#loseDraft();
    this.#processed.clear();
  }

  #loseDraft(): void {
    this.#typed = untouchedForm;
    this.#hidden = noWords;
    this.#confirmed = '';
    this.#found = null;
    this.#filled = null;
    this.#declined = '';
    this.#card = null;
    this.#sent = null;
    this.#registration = null;
    this.#p = null;
    this.#isUntold = false;
    this.#wasInDoubt = false;
  }

  // ── moves ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Everything that can happen at this moment. */
  moves(): Move[] {
    const moves = this.#goneTo
      ? this.#movesElsewhere(this.#goneTo)
      : [...this.#answers(), ...this.#donorMoves(), ...this.#pageMoves(), ...this.#passingTime()];
    return moves.map((move) => ({
      ...move,
      make: () => {
        const screen = screenOf(this.state);
        const wasConfirming = this.state.startsWith('confirm');
        this.#views = [];
        // No two things happen in the same millisecond.
        this.#clock.increment(1);
        move.make();
        this.#lastScreen = screen;
        this.#wasConfirming = wasConfirming;
      },
    }));
  }
  #lastScreen = '';
  #wasConfirming = false;

  #answers(): Move[] {
    return this.#work.flatMap((work) => {
      const settle = (name: string, weight: number, finish: () => void) =>
        move(`${work.id}: ${name}`, weight, () => {
          this.#work = this.#work.filter((other) => other !== work);
          finish();
        });
      const well = (name: string, weight: number, output: () => unknown) =>
        settle(name, weight, () => work.resolve(output()));
      const badly = (name: string, why: ConstructorParameters<typeof CallFailure>, before = () => {}) =>
        settle(name, 1, () => {
          before();
          const failure = new CallFailure(...why);
          this.#failed(work, failure);
          work.reject(failure);
        });
      const failures = [
        badly('401', ['unauthorized']),
        badly('not sent', ['notSent']),
        badly('lost on the way', ['noAnswer']),
        badly('refused', ['refused', [serverMessage]]),
        badly('refused without a reason', ['refused']),
      ];
      this.#count += 1;
      const number = this.#count;
      switch (work.id) {
        case 'fetchAccessToken':
          return [
            well('token', 24, () => {
              this.#tokenIssuedAt = this.#clock.now();
            }),
            ...failures.slice(1, 3),
          ];
        case 'lookUpPostalCode':
          return [
            well('address', 12, () => {
              const { postalCode } = work.input as { postalCode: string };
              const address = addressBook[postalCode] ?? null;
              if (address && postalCode === this.#code() && !this.#typed.expatriate)
                this.#found = { code: postalCode, address };
              return address;
            }),
            well('none', 1, () => null),
            ...failures.slice(0, 3),
          ];
        case 'tokeniseCard':
          return ['************1111', '************4242']
            .map((maskedCardNumber, index) =>
              well(`token of ${maskedCardNumber}`, index === 0 ? 24 : 4, () => {
                const card = { cardToken: `card-${number}`, maskedCardNumber, issuedAt: this.#now() };
                this.#card = { ...card, isSpent: false };
                return card;
              }),
            )
            .concat(failures.slice(1, 4));
        case 'solveCaptcha':
          return [
            well('solved', 24, () => {
              this.#captchaToken = `captcha-${number}`;
              return this.#captchaToken;
            }),
            ...failures.slice(1, 2),
          ];
        case 'register':
          return [
            well('registered', 20, () => this.#answerRegistration(number, false)),
            well('registered, leads elsewhere', 1, () => this.#answerRegistration(number, true)),
            badly('registered, answer lost', ['noAnswer'], () => void this.#store(number)),
            badly('registered, 401', ['unauthorized'], () => void this.#store(number)),
            ...failures,
          ];
        default: {
          const ours = this.#registration?.accessId === this.#p?.accessId ? this.#registration : null;
          return [
            ...(ours
              ? [
                  well('settled', 20, () => {
                    this.#processed.add(String(this.#p?.accessId));
                    this.#succeed(ours.completion);
                    return undefined;
                  }),
                ]
              : []),
            badly('settled or not, answer lost', ['noAnswer']),
            ...failures,
          ];
        }
      }
    });
  }

  #succeed(completion: CompletionFields): void {
    this.#success = completion;
    this.#finished = { at: this.#submittedAt, amount: Number(completion.price) };
    this.#isUntold = false;
  }

  /** The host stores each application once, and answers a repeat as it answered the first. */
  #store(number: number): Registration {
    const sent = this.#sent;
    assert.ok(sent);
    const earlier = this.#stored.get(sent.key);
    if (earlier) assert.equal(sent.content, earlier.content, 'one key, one application');
    const registration = earlier?.registration ?? {
      redirectUrl: `${BANK}/3ds/${number}`,
      registerToken: `register-${number}`,
      accessId: `access-${number}`,
      completion: completionOf(this.#typed),
    };
    this.#stored.set(sent.key, { content: sent.content, registration });
    return { ...registration };
  }

  #answerRegistration(number: number, elsewhere: boolean): CardRegistration | null {
    const registration = this.#store(number);
    if (this.#typed.paymentMethod !== 'クレジットカード') {
      this.#succeed(registration.completion);
      return null;
    }
    if (this.#card) this.#card.isSpent = true;
    if (this.#sent) this.#sent.isOpen = false;
    const { redirectUrl, registerToken } = registration;
    if (elsewhere) {
      this.#mustHear = true;
      return { redirectUrl: 'https://elsewhere.example.com/3ds', registerToken };
    }
    this.#registration = registration;
    this.#p = null;
    return { redirectUrl, registerToken };
  }

  /** What a failed call means for what the world knows; the promise is rejected right after. */
  #failed({ id }: Work, { reason }: CallFailure): void {
    const isRegister = id === 'register';
    if (!isRegister && id !== 'verifyCard') {
      if (id === 'tokeniseCard' || id === 'solveCaptcha') this.#mustHear = true;
      return;
    }
    if (reason === 'unauthorized' && !this.#isRenewed) {
      this.#isRenewed = true;
      if (isRegister) this.#mayRegister = true;
      return;
    }
    this.#mustHear = true;
    if (reason === 'notSent') return;
    if (isRegister && this.#card) this.#card.isSpent = true;
    if (!isRegister && this.#p) this.#processed.add(this.#p.accessId);
    if (reason === 'noAnswer' || (reason === 'refused' && this.#isRenewed)) {
      this.#isUntold = true;
      this.#wasInDoubt = true;
      if (this.#card) this.#card.isSpent = true;
      return;
    }
    if (isRegister && this.#sent) this.#sent.isOpen = false;
  }

  /** A call that nobody waits for any more: it is the host's to know whether it arrived. */
  #leaveUnanswered({ id }: Work): void {
    if (id !== 'register' && id !== 'verifyCard') return;
    if (id === 'register' && this.#count % 2 === 0) this.#store(this.#count);
    if (id === 'verifyCard' && this.#p) this.#processed.add(this.#p.accessId);
    if (this.#card) this.#card.isSpent = true;
    this.#isUntold = true;
    this.#wasInDoubt = true;
  }

  #send(event: SignupEvent): void {
    this.#actor.send(event);
  }

  #change(change: FieldChange): void {
    const { name, value } = change;
    const isChange = this.#typed[name] !== value;
    this.#type({ [name]: value });
    if (name === 'expatriate' && isChange) {
      const { prefecture, city, street } = this.#typed;
      this.#type(this.#hidden);
      this.#hidden = { prefecture, city, street };
    }
    this.#send({ type: 'field.changed', change });
  }

  #donorMoves(): Move[] {
    const { state } = this;
    if (state.startsWith('input.form')) return this.#inputMoves();
    const press = (name: string, weight: number, event: SignupEvent, before = () => {}) =>
      move(name, weight, () => {
        before();
        this.#send(event);
      });
    if (state === 'input.cardNotice') return [press('close the notes', 8, { type: 'cardNotice.closed' })];
    if (state.startsWith('confirm')) return this.#confirmMoves();
    if (state === 'callback.verifying.slow') return [press('wait no longer', 2, { type: 'waiting.ended' })];
    if (/stalled$|notSent$/.test(state))
      return [
        press('try again', 8, { type: 'retry.requested' }, () => {
          this.#isRenewed = false;
          this.#mustHear = false;
        }),
      ];
    if (state === 'complete.remembered')
      return [
        press('begin another application', 1, { type: 'signup.restarted' }, () => this.#beginAnew()),
        ...(this.#keptCompletion ? [press('open completion again', 1, { type: 'retry.requested' })] : []),
      ];
    return [];
  }

  #inputMoves(): Move[] {
    const at = this.#now();
    const typed = this.#typed;
    const change = (name: string, weight: number, ...changes: FieldChange[]) =>
      move(name, weight, () => {
        for (const each of changes) this.#change(each);
      });
    const isComplete = missingIn(typed).length === 0;
    const isWrong = Object.values(typed).includes(CARD_NUMBER);
    const fill = donors.map(({ name, weight, answers }) =>
      move(`fill in the form, ${name}`, isComplete ? 0.2 : weight * 2, () => {
        const entries = Object.entries({ ...answers, ...(isWrong ? { street: '7-8' } : {}) });
        // What a donor types under a name is of the type that belongs to it, see `donors`.
        for (const [field, value] of entries) this.#change({ name: field, value } as FieldChange);
      }),
    );
    const price = prices[(prices.indexOf(typed.price) + 1) % prices.length] ?? 'other';
    return [
      ...fill,
      ...(typed.prefecture === '' || typed.city === ''
        ? [
            change(
              'type the address',
              typed.zip ? 4 : 1,
              { name: 'prefecture', value: '京都府' },
              { name: 'city', value: '京都市' },
            ),
          ]
        : []),
      change('change the price', 1.4, { name: 'price', value: price }, { name: 'priceOther', value: '2500' }),
      change('type a code', 0.7, { name: 'zip', value: '530-0001' }),
      change('type the code again', 0.7, { name: 'zip', value: '100-0001' }),
      change('type part of a code', 0.4, { name: 'zip', value: '100' }),
      change(
        'type part of the address',
        0.5,
        { name: 'prefecture', value: '東京都' },
        { name: 'city', value: '千代田区' },
      ),
      change('type another street', 0.5, { name: 'street', value: '番地のみ' }),
      change('type a card number into the street', 0.2, { name: 'street', value: CARD_NUMBER }),
      ...(organisation.asks.overseas
        ? [change('switch the kind of address', 0.7, { name: 'expatriate', value: !typed.expatriate })]
        : []),
      move('confirm the input', isComplete && !isWrong ? 16 : 1, () => {
        if (!isComplete || isWrong) return this.#send({ type: 'input.rejected', problems: [] });
        this.#confirmed = canonical(typed);
        const isCard = typed.paymentMethod === 'クレジットカード';
        const isKept = this.#card !== null && !this.#card.isSpent && at - this.#card.issuedAt < 25 * MINUTE;
        this.#send({ type: 'input.confirmed', form: typed, at });
        const expected = isCard && !isKept ? 'input.checkingCard' : 'confirm.reviewing';
        assert.equal(this.state, expected, 'a card is asked for where there is none to be used');
      }),
      move('discard the card', this.#card ? 0.5 : 0, () => {
        this.#card = null;
        this.#send({ type: 'card.discarded' });
      }),
      move('take the address of the code', 0.7, () => {
        this.#isAccepting = true;
        this.#send({ type: 'address.accepted' });
        this.#isAccepting = false;
      }),
      move('keep the address', 0.3, () => {
        const code = this.#code();
        if (this.#found?.code === code && !typed.expatriate && !isAddress(typed, this.#found.address))
          this.#declined = code;
        this.#send({ type: 'address.declined' });
      }),
      move('clear the draft', 0.3, () => {
        this.#beginAnew();
        this.#send({ type: 'draft.cleared', at });
      }),
      move('open the notes', 0.3, () => this.#send({ type: 'cardNotice.opened' })),
    ];
  }

  #confirmMoves(): Move[] {
    const at = this.#now() + 1;
    const isReviewing = this.state === 'confirm.reviewing';
    const isBank = this.#typed.paymentMethod !== 'クレジットカード';
    const hasAgreed = this.#ticked.has('understood') && (!isBank || this.#ticked.has('bankFormUnderstood'));
    const agreements: readonly Agreement[] = isBank ? ['understood', 'bankFormUnderstood'] : ['understood'];
    const submit = move('send', isReviewing && hasAgreed ? 24 : 1, () => {
      const before = this.state;
      const isStale = !isBank && (this.#card === null || at - this.#card.issuedAt >= 25 * MINUTE);
      if (isReviewing && hasAgreed && !isStale) {
        this.#mayRegister = true;
        this.#isRenewed = false;
        this.#mustHear = false;
        this.#submittedAt = at;
      }
      this.#send({ type: 'confirm.submitted', at });
      if (!isReviewing || !hasAgreed)
        assert.equal(this.state, before, 'sent once, and only what is agreed to');
      else if (isStale) assert.equal(this.state, 'confirm.cardExpired', 'an old card is not sent');
      else assert.equal(this.state, 'confirm.submitting.solvingCaptcha', 'what is agreed to is sent');
    });
    if (this.state.startsWith('confirm.submitting')) return [submit];
    const tick = agreements.map((name) => {
      const checked = !this.#ticked.has(name);
      return move(`${checked ? 'tick' : 'untick'} ${name}`, checked ? 10 : 0.7, () => {
        if (checked) this.#ticked.add(name);
        else this.#ticked.delete(name);
        this.#send({ type: 'agreement.changed', name, checked });
      });
    });
    const back = (['email', null] as const).map((field) =>
      move(field ? `change the ${field}` : 'go back to the input', isReviewing ? 0.5 : 8, () => {
        if (!isReviewing) this.#card = null;
        this.#send({ type: 'change.requested', field });
        assert.equal(this.state, 'input.form.filling', 'back to the input');
      }),
    );
    return [submit, ...(isReviewing ? tick : []), ...back];
  }

  #openFrom(name: string, weight: number, route: Route, callback: CallbackParameter | null = null): Move {
    return move(name, weight, () => this.#reopen(route, callback));
  }

  #movesElsewhere(place: 'bank' | 'completion' | 'fresh page'): Move[] {
    if (place === 'fresh page') return [this.#openFrom('the fresh page opens', 1, 'callback')];
    const restored = move('page restored', 1, () => {
      this.#goneTo = null;
      this.tell?.({ type: 'page.restored' });
      assert.ok(!this.state.endsWith('leaving'), 'whoever comes back is not told to wait');
    });
    const stays = move(`the page of the ${place} does not open`, 1, () => {
      this.#goneTo = null;
    });
    if (place === 'completion')
      return [this.#openFrom('come back from completion', 2, 'input'), restored, stays];
    return [
      ...this.#returns(24),
      this.#openFrom('return from the bank without p', 1, 'callback'),
      this.#openFrom('give up at the bank', 1, 'input'),
      restored,
      stays,
    ];
  }

  /** From the bank's page that was opened last, from an earlier one, and by a link that somebody else has made. */
  #returns(weight: number): Move[] {
    const from = (name: string, often: number, accessId: string) =>
      this.#openFrom(name, often, 'callback', { accessId, event: 'done', csrfToken: `csrf of ${accessId}` });
    const [last, ...earlier] = [...new Set(this.#bankPages)].reverse();
    return [
      ...(last ? [from('return from the bank', weight, last)] : []),
      ...(earlier[0] ? [from('return from an earlier page of the bank', 0.7, earlier[0])] : []),
      from('open a foreign callback link', 0.4, 'foreign'),
    ];
  }

  #pageMoves(): Move[] {
    const routes: Route[] = ['input', 'confirm', 'callback'];
    const isWaiting = this.#work.some(({ id }) => id === 'register' || id === 'verifyCard');
    return [
      this.#openFrom('reload', isWaiting ? 2 : 0.5, this.#address),
      // While an answer is due nobody opens a link in this very tab.
      ...(isWaiting ? [] : this.#returns(this.#bankPages.length > 0 ? 0.4 : 0)),
      move('the donor looks at the tab again', 0.3, () =>
        this.tell?.({ type: 'page.revisited', at: this.#now() }),
      ),
      ...routes
        .filter((route) => route !== this.#address)
        .map((route) =>
          // Whoever has reviewed once and come back may well go forward again.
          move(`browser goes to ${route}`, route === 'confirm' && this.#confirmed ? 4 : 0.4, () => {
            this.#address = route;
            if (route === 'input' && this.state === 'confirm.cardExpired') this.#card = null;
            this.tell?.({ type: 'route.requested', route, at: this.#now() });
          }),
        ),
    ];
  }

  #passingTime(): Move[] {
    const isStuck = this.state.endsWith('leaving');
    const isReviewing = this.state === 'confirm.reviewing';
    return [10_000, 14 * MINUTE, 26 * MINUTE].map((milliseconds) =>
      move(`${milliseconds / 1000} s pass`, isStuck ? 3 : isReviewing ? 0.6 : 0.3, () => {
        this.#clock.increment(milliseconds);
      }),
    );
  }

  // ── rules that hold after every move ─────────────────────────────────────────────────────────────────────────

  check(): void {
    const snapshot = this.#actor.getSnapshot();
    const { state } = this;
    const seen = seenOf(snapshot, this.#product.savedSessionOf);
    const screen = screenOf(state);
    if (this.#fault) throw this.#fault;
    assert.equal(snapshot.status, 'active', 'the chart goes on');

    const hasOpened = this.#views[0] === 'opened';
    const views = hasOpened ? this.#views.slice(1) : this.#views;
    const isNew = hasOpened || screen !== this.#lastScreen;
    const isCounted = isNew && (screen === 'input' || screen === 'confirm');
    assert.deepEqual(views, isCounted ? [screen] : [], 'a screen is counted once, when it is shown');
    if (state === 'complete.remembered') assert.equal(this.#address, 'input', 'the URL follows the chart');
    else if (screen !== 'cardRedirect' && screen !== 'complete')
      assert.equal(this.#address, screen, 'the URL follows the chart');

    if (screen === 'confirm' && (hasOpened || !this.#wasConfirming)) this.#ticked.clear();
    if (screen === 'confirm') this.#checkConfirm(seen);
    // What is reviewed with another card is another application, whether or not it is sent.
    if (screen === 'confirm' && this.#sent && this.#sent.content !== contentOf(this.#typed, this.#card))
      this.#sent.isOpen = false;
    if (screen === 'input' || screen === 'confirm') this.#checkAddress(state, seen.saved);
    if (screen === 'complete') this.#checkComplete(seen.saved);
    else this.#checkSaved(seen.saved);
    this.#checkErrors(state, seen.errors);
    assert.ok(this.#hasWayOn(), `there is a way on from ${state}, opened at ${this.#openedAs}`);
  }

  #checkAddress(state: string, { form, lookups }: SavedSession): void {
    const { code, address } = this.#found ?? {};
    if (!address || code !== this.#code() || form.expatriate) return;
    const isFilled = form.prefecture + form.city !== '' || !state.startsWith('input.form');
    assert.ok(isFilled, 'an address that was found is filled in');
    const kind = this.#declined === code ? 'declined' : 'offered';
    assert.equal(
      postalMismatch(form, lookups)?.kind,
      isAddress(form, address) ? undefined : kind,
      'a code stands beside another address only with a word, until that is waved away',
    );
  }

  #checkConfirm({ agreements, saved, errors }: ReturnType<typeof seenOf>): void {
    assert.equal(canonical(saved.form), this.#confirmed, 'what is reviewed is what was confirmed last');
    assert.deepEqual(
      agreements,
      {
        understood: this.#ticked.has('understood'),
        bankFormUnderstood: this.#ticked.has('bankFormUnderstood'),
      },
      'the boxes are as the donor left them',
    );
    if (!this.#wasConfirming) assert.deepEqual(errors, [], 'a new review begins without errors');
  }

  /** What a reload would find: nothing lost, nothing forgotten, nothing made up. */
  #checkSaved({ form, hiddenAddress, registration, processedAccessIds }: SavedSession): void {
    assert.equal(canonical(form), canonical(this.#typed), 'nothing typed is lost, nothing made up');
    assert.deepEqual(hiddenAddress, this.#hidden, 'the other kind of address keeps its words');
    const { registerToken, completion } = this.#registration ?? {};
    assert.deepEqual(
      registration,
      this.#registration && { registerToken, completion },
      'what was registered last is kept',
    );
    const isVerifying = this.#work.some(({ id }) => id === 'verifyCard') && this.#p;
    const processed = new Set([...this.#processed, ...(isVerifying ? [isVerifying.accessId] : [])]);
    assert.deepEqual(new Set(processedAccessIds), processed, 'which callbacks are settled');
  }

  #checkComplete({ finished, processedAccessIds, ...rest }: SavedSession): void {
    assert.ok(this.#success, 'completion follows a success answer');
    assert.deepEqual(new Set(processedAccessIds), this.#processed, 'which callbacks are settled');
    assert.deepEqual(
      finished,
      this.#finished,
      'the amount that was signed up for, and when it was last sent',
    );
    const { finished: _, processedAccessIds: __, ...untouched } = toSavedSession(nothing);
    assert.deepEqual(rest, untouched, 'nothing of the person is kept after completion');
  }

  #checkErrors(state: string, errors: readonly string[]): void {
    if (this.#goneTo === 'fresh page') return;
    if (this.#mustHear) assert.notDeepEqual(errors, [], 'the donor hears what has failed');
    this.#mustHear = false;
    const tellsOfDoubt = errors.some((error) => /返答を受け取れませんでした。.*二重に登録/.test(error));
    if (tellsOfDoubt) {
      assert.ok(this.#wasInDoubt, 'nobody is told that something may have arrived when nothing was sent');
      if (state === 'input.form.outcomeUnknown') this.#isUntold = false;
    }
    if (state === 'input.form.outcomeUnknown') assert.ok(tellsOfDoubt, 'the donor hears what is unknown');
  }

  /** A call is under way, a timer runs, or the donor has something to press that leads elsewhere. */
  #hasWayOn(): boolean {
    const snapshot = this.#actor.getSnapshot();
    if (this.#goneTo === 'fresh page') return true;
    if (this.#work.some(({ id }) => id !== 'lookUpPostalCode')) return true;
    if (this.state.endsWith('leaving'))
      return this.#goneTo !== null || this.#clock.now() - this.#leftAt < 10_000;
    const ways: SignupEvent[] = [
      { type: 'input.confirmed', form: this.#typed, at: this.#now() },
      { type: 'change.requested', field: null },
      { type: 'cardNotice.closed' },
      { type: 'retry.requested' },
      { type: 'signup.restarted' },
    ];
    return ways.some((event) => snapshot.can(event));
  }
}

const own = (values: object, name: string): unknown => Object.getOwnPropertyDescriptor(values, name)?.value;

const isAddress = ({ prefecture, city, street }: SignupForm, address: Address): boolean =>
  prefecture === address.prefecture && (city + street).startsWith(address.city);

const screenOf = (state: string): string => state.split('.')[0] ?? '';

const withoutCardNumber = <Words extends object>(words: Words): Words =>
  Object.assign(
    { ...words },
    ...Object.entries(words).map(([name, value]) => value === CARD_NUMBER && { [name]: '' }),
  );

const fields = Object.keys(untouchedForm);

function canonical(form: Readonly<Record<string, unknown>>): string {
  assert.equal(Object.keys(form).length, fields.length, 'the form has its fields, and no others');
  return JSON.stringify(fields.map((name) => form[name]));
}

function contentOf(form: SignupForm, card: CardToken | null): string {
  const isCard = form.paymentMethod === 'クレジットカード';
  return `${canonical(form)} ${isCard && card?.maskedCardNumber}`;
}
