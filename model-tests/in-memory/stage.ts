import assert from 'node:assert/strict';
import {
  type Actor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import type { SignupContext, SignupEvent } from '../../src/machines/signup-parts.ts';
import type { Route } from '../../src/services/routes.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import type { CompletionFields } from '../../src/signup/completion-fields.ts';
import type { Address } from '../../src/signup/form.ts';
import type { Agreement } from '../../src/signup/payment-methods.ts';
import { serialiseSession } from '../../src/signup/serialise-session.ts';
import { observing, statePathOf } from '../chart/observe.ts';
import { callOf, type Happening } from '../signup/happening.ts';
import { emptyLedger, type Ledger, note, sentBy, type Waiting } from '../signup/ledger.ts';
import { type Departure, keepPromises, type Seen } from '../signup/promises.ts';
import { inputOf, type Product, type SignupPath } from '../signup/signup-model.ts';

type Work = { id: Waiting; input: unknown; resolve(output: unknown): void; reject(error: unknown): void };

let onStage: MemoryStage | null = null;

/** The current stage. Tests run one after the other. */
function stage(): MemoryStage {
  assert.ok(onStage);
  return onStage;
}

/** A promise that the test settles. */
const promise = <Output, Input>(id: Waiting) =>
  // Each gets only outputs of its own samples.
  fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const work: Work = { id, input, resolve: (output) => resolve(output as Output), reject };
        const begun = stage();
        begun.begin(work);
        signal.addEventListener('abort', () => begun.abort(work));
      }),
  );

/** The chart with its real child charts; the current stage provides everything else. */
function staged({ signup, accessToken, postalLookup }: Product): AnyStateMachine {
  const settling = ['tokeniseCard', 'solveCaptcha', 'register', 'verifyCard'] as const;
  return signup.provide({
    actors: {
      ...Object.fromEntries(settling.map((id) => [id, promise(id)])),
      accessToken: accessToken.provide({
        actors: { fetchAccessToken: promise<void, unknown>('fetchAccessToken') },
      }),
      postalLookup: postalLookup.provide({
        actors: { lookUpPostalCode: promise<Address | null, { postalCode: string }>('lookUpPostalCode') },
      }),
      browser: fromCallback<SignupEvent>(({ sendBack }) => stage().listen(sendBack)),
      copies: fromCallback<SignupEvent, { key: string }>(({ input: { key } }) => stage().watch(key)),
    },
    actions: {
      showRoute(_: unknown, { route }: { route: Route }) {
        stage().seen.address = route;
      },
      trackPageView(_: unknown, { page }: { page: string }) {
        stage().seen.counted.push(page);
      },
      goToBank(_: unknown, { redirectUrl }: { redirectUrl: string }) {
        stage().seen.left.push({ to: 'bank', with: redirectUrl });
      },
      postCompletion(_: unknown, { fields }: { fields: CompletionFields | null }) {
        stage().seen.left.push({ to: 'completion', with: fields });
      },
      openFreshPage() {
        stage().seen.left.push({ to: 'fresh page', with: null });
      },
      openOverlay() {
        stage().seen.hasOverlay = true;
      },
      closeOverlay() {
        stage().seen.hasOverlay = false;
      },
    },
  });
}

const stagedOnce = new WeakMap<Product, AnyStateMachine>();

/** Waits until the chart has handled promises that have just settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The real charts in a tab, with a clock and services that the test controls. Only storage outlives a page. */
export class MemoryStage {
  readonly #product: Product;
  readonly #machine: AnyStateMachine;
  readonly #clock = new SimulatedClock();
  readonly #inspect: ReturnType<typeof observing>;
  #actor: Actor<AnyStateMachine> | null = null;
  #work: readonly Work[] = [];
  #tell: ((event: SignupEvent) => void) | null = null;
  /** The calls that the services have got since the step began. */
  readonly seen = {
    address: 'input' as Route,
    watched: null as string | null,
    hasOverlay: false,
    started: [] as { id: Waiting; input: unknown }[],
    left: [] as Departure[],
    counted: [] as string[],
  };
  #fault: unknown = null;

  /** `sights` collects what the running charts cover. */
  constructor(product: Product, sights = new Set<string>()) {
    this.#inspect = observing(sights);
    onStage = this;
    this.#product = product;
    this.#machine = stagedOnce.get(product) ?? staged(product);
    stagedOnce.set(product, this.#machine);
  }

  /** Makes an event happen and checks every promise. Returns the ledger after it. */
  async take(ledger: Ledger, event: Happening): Promise<Ledger> {
    if (event.type !== 'time.passed' || event.milliseconds === 1) return this.#take(ledger, event);
    // A delay must end neither too early nor too late.
    const almost = await this.#take(ledger, { ...event, milliseconds: event.milliseconds - 1 });
    return this.#take(almost, { ...event, milliseconds: 1 });
  }

  async #take(ledger: Ledger, event: Happening): Promise<Ledger> {
    Object.assign(this.seen, { started: [], left: [], counted: [] });
    const { now } = note(ledger, event);
    this.#clock.increment(now - ledger.now);
    this.#happen(event, ledger);
    await settled();
    if (this.#fault) throw this.#fault;
    return keepPromises(ledger, event, this.#see());
  }

  /** What the tab has stored, for the next page. */
  kept(now: number): string | null {
    const before = this.#actor?.getSnapshot();
    // The snapshot is one of this very chart.
    const saved = before && this.#product.savedSessionOf(before as Parameters<Product['savedSessionOf']>[0]);
    return saved ? serialiseSession(saved, now) : null;
  }

  stop(): void {
    this.#work = [];
    this.#actor?.stop();
  }

  #happen(event: Happening, ledger: Ledger): void {
    const call = callOf(event) ?? askedBy[event.type];
    const isLate = ({ input }: Work) =>
      'postalCode' in event && Object(input).postalCode !== event.postalCode;
    const work = this.#work.find((each) => each.id === call && !isLate(each));
    if (event.type === 'page.opened') this.#open(event, note(ledger, event));
    else if (work) this.#settle(work, event);
    else if (event.type !== 'time.passed') {
      if (event.type === 'route.requested') {
        this.seen.address = event.route;
        this.seen.hasOverlay = false;
      }
      const { type } = event;
      if (type === 'route.requested' || type === 'page.restored' || type === 'page.revisited')
        this.#tell?.(event);
      else for (const each of sentBy(ledger, event)) this.#actor?.send(each);
    }
  }

  #settle(work: Work, event: Happening): void {
    this.#work = this.#work.filter((other) => other !== work);
    // Only the end of a call has one of these.
    const { output, error, address = null } = Object(event);
    if (event.type === 'accessToken.refused') work.reject(new CallFailure('unauthorized'));
    else if (error) work.reject(error);
    else work.resolve(event.type.startsWith('address') ? address : output);
  }

  #open(event: Extract<Happening, { type: 'page.opened' }>, ledger: Ledger): void {
    const session = this.kept(ledger.now);
    this.stop();
    this.seen.address = event.route;
    this.seen.hasOverlay = false;
    const input = inputOf(ledger, event, session);
    this.#actor = createActor(this.#machine, { clock: this.#clock, input, inspect: this.#inspect });
    this.#actor.subscribe({ error: (error) => (this.#fault ??= error) });
    this.#actor.start();
  }

  /** What the views show of a snapshot, and the services' calls. The only place that reads the chart's context. */
  #see(): Seen {
    assert.ok(this.#actor);
    const snapshot = this.#actor.getSnapshot();
    assert.equal(snapshot.status, 'active', 'the sign-up goes on');
    const context: SignupContext = snapshot.context;
    const { messages, wrongFields, agreements, fieldToChange, clearedAt, form, lookups, storageProblem } =
      context;
    for (const [child, call] of Object.entries(callsOfChildren)) {
      const nodes: AnyMachineSnapshot['_nodes'] = snapshot.children[child]?.getSnapshot()._nodes ?? [];
      const saysSo = nodes.some(({ invoke }) => invoke.length > 0);
      assert.equal(
        saysSo,
        this.#work.some(({ id }) => id === call),
        `${child} says what it waits for`,
      );
    }
    return {
      ...this.seen,
      state: statePathOf(snapshot),
      said: {
        errors: messages,
        wrongFields,
        // Its keys are the names of the checkboxes.
        ticked: (Object.keys(agreements) as Agreement[]).filter((name) => agreements[name]).sort(),
        fieldToChange,
        hasOverlay: this.seen.hasOverlay,
        saysCleared: clearedAt !== null,
        storageProblem,
        saysNoAddress:
          snapshot.matches('input') &&
          lookups.missing !== null &&
          lookups.missing === form.zip.replace('-', ''),
      },
      // As above.
      kept: this.#product.savedSessionOf(snapshot as Parameters<Product['savedSessionOf']>[0]),
      waits: Object.fromEntries(this.#work.map(({ id, input }) => [id, input])),
    };
  }

  // ── what the chart sets going ─────────────────────────────────────────────────────────────────────────────────

  begin(work: Work): void {
    if (this.#work.some(({ id }) => id === work.id))
      this.#fault ??= new Error(`${work.id} is under way twice`);
    this.#work = [...this.#work, work];
    this.seen.started.push({ id: work.id, input: work.input });
  }

  abort(work: Work): void {
    this.#work = this.#work.filter((other) => other !== work);
  }

  listen(tell: (event: SignupEvent) => void): () => void {
    this.#tell = tell;
    return () => {
      this.#tell = null;
    };
  }

  watch(key: string): () => void {
    this.seen.watched = key;
    return () => {
      this.seen.watched = null;
    };
  }
}

/** The one call of each child chart. */
const callsOfChildren = { accessToken: 'fetchAccessToken', postalLookup: 'lookUpPostalCode' };

/** The child charts' events, with the call that each ends. */
const askedBy: Readonly<Record<string, Waiting>> = {
  'accessToken.ready': 'fetchAccessToken',
  'accessToken.unavailable': 'fetchAccessToken',
  'accessToken.refused': 'lookUpPostalCode',
  'address.found': 'lookUpPostalCode',
  'address.missing': 'lookUpPostalCode',
};

/** A named step. Its event may depend on the ledger at that time. */
export type Deed = { name: string; eventNow(ledger: Ledger): Happening | null };

export const deedsOf = ({ steps }: SignupPath): Deed[] =>
  steps.slice(1).map(({ event }) => ({ name: event.sample, eventNow: () => event }));

/** Takes steps on a stage. @throws Error with the broken promise and the steps that led to it */
export async function play(stage: MemoryStage, deeds: readonly Deed[]): Promise<Ledger> {
  let ledger = emptyLedger;
  let done = '';
  try {
    for (const { name, eventNow } of deeds) {
      done += `\n  ${name}`;
      const event = eventNow(ledger);
      assert.ok(event, 'this can happen here');
      ledger = await stage.take(ledger, event);
    }
    return ledger;
  } catch (error) {
    stage.stop();
    if (error instanceof Error) error.message += `\nafter${done}\nin ${ledger.at}`;
    throw error;
  }
}
