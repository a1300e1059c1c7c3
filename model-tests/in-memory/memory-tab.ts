import assert from 'node:assert/strict';
import {
  type Actor,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import type { SignupEvent } from '../../src/machines/signup-parts.ts';
import type { Route } from '../../src/services/routes.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { collecting, statePathOf } from '../chart/step.ts';
import { callOf, type Happening, type Opened, sentBy, type Tab } from '../events.ts';
import { type Departure, holdLaws, type Made, type Moment } from '../laws.ts';
import { emptyTab, inputOf, type Product, storedBy, timeAfter } from '../signup-model.ts';

type Work = Omit<Made, 'tokenAge'> & { resolve(output: unknown): void; reject(error: unknown): void };

let inTest: MemoryTab | null = null;
/** The tab of the running test. Tests run one after the other. */
function tab(): MemoryTab {
  assert.ok(inTest);
  return inTest;
}

/** A promise that the test settles. */
const promise = (call: Made['call']) =>
  fromPromise<unknown, unknown>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        const work: Work = { call, input, resolve, reject };
        const begun = tab();
        begun.begin(work);
        signal.addEventListener('abort', () => begun.end(work));
      }),
  );

/** The chart with its real child charts; the tab of the test provides everything else. */
function provided({ signup, accessToken, postalLookup }: Product): AnyStateMachine {
  const left = (to: Departure['to'], fields: unknown = null) => tab().seen.left.push({ to, with: fields });
  return signup.provide({
    actors: {
      ...Object.fromEntries(
        (['tokeniseCard', 'solveCaptcha', 'register', 'verifyCard'] as const).map((call) => [
          call,
          promise(call),
        ]),
      ),
      accessToken: accessToken.provide({ actors: { fetchAccessToken: promise('fetchAccessToken') } }),
      postalLookup: postalLookup.provide({ actors: { lookUpPostalCode: promise('lookUpPostalCode') } }),
      browser: fromCallback<SignupEvent>(({ sendBack }) => tab().listen(sendBack)),
    },
    actions: {
      showRoute: (_: unknown, { route }: { route: Route }) => {
        tab().seen.address = route;
      },
      trackPageView: (_: unknown, { page }: { page: string }) => tab().seen.counted.push(page),
      goToBank: (_: unknown, { redirectUrl }: { redirectUrl: string }) => left('bank', redirectUrl),
      postCompletion: (_: unknown, { fields }: { fields: unknown }) => left('completion', fields),
      openFreshPage: () => left('fresh page'),
    },
  });
}
const providedOnce = new WeakMap<Product, AnyStateMachine>();

/** Waits until the chart has handled promises that have just settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A tab in which the real charts run, with a clock and services that the test controls. Only storage outlives a page. */
export class MemoryTab {
  readonly #product: Product;
  readonly #machine: AnyStateMachine;
  readonly #clock = new SimulatedClock();
  readonly #inspect: ReturnType<typeof collecting>;
  #actor: Actor<AnyStateMachine> | null = null;
  #work: readonly Work[] = [];
  #tell: ((event: SignupEvent) => void) | null = null;
  #tokenAt: number | null = null;
  #fault: unknown = null;
  #tab: Tab = emptyTab;
  /** What has happened, and what the outside world has seen of it. */
  readonly history: Moment[] = [];
  readonly #names: string[] = [];
  /** What the services have got since the step began. */
  readonly seen = {
    address: 'input' as Route,
    made: [] as Made[],
    left: [] as Departure[],
    counted: [] as string[],
  };

  /** `sights` collects what the running charts cover. */
  constructor(product: Product, sights = new Set<string>()) {
    inTest = this;
    this.#inspect = collecting(sights);
    this.#product = product;
    this.#machine = providedOnce.get(product) ?? provided(product);
    providedOnce.set(product, this.#machine);
  }

  /** What decides which event can happen next. */
  get now(): Tab {
    return this.#tab;
  }

  /** The calls that the page waits for. */
  get waitsFor(): readonly Made['call'][] {
    return this.#work.map(({ call }) => call);
  }

  /**
   * Makes an event happen, and checks every law.
   * @throws Error with what has happened until then, the broken law first
   */
  async take(event: Happening, name: string): Promise<void> {
    this.#names.push(name);
    try {
      await this.#take(event);
    } catch (error) {
      this.stop();
      if (error instanceof Error)
        error.message += `\nHere: ${name}. In: ${this.#tab.at}. After:\n  ${this.#names.join('\n  ')}`;
      throw error;
    }
  }

  async #take(event: Happening): Promise<void> {
    Object.assign(this.seen, { made: [], left: [], counted: [] });
    const before = this.#tab;
    const now = timeAfter(before, event);
    this.#clock.increment(now - before.now);
    this.#tab = { ...before, now, count: before.count + 1 };
    this.#happen(event);
    await settled();
    if (this.#fault) throw this.#fault;
    this.#look(before);
    const { page, at, address } = this.#tab;
    const stored = storedBy(this.#product, this.#tab);
    const moment: Moment = {
      event,
      now,
      state: at,
      screen: at.split('.')[0] ?? '',
      address,
      messages: page?.context.messages ?? [],
      stored,
      kept: JSON.parse(stored ?? '{}'),
      ...{ made: this.seen.made, left: this.seen.left, counted: this.seen.counted },
    };
    holdLaws(moment, this.history);
    this.history.push(moment);
  }

  #look(before: Tab): void {
    assert.ok(this.#actor);
    const page = this.#actor.getSnapshot();
    assert.equal(page.status, 'active', 'the sign-up goes on');
    const at = statePathOf(page);
    const children: Readonly<Record<string, AnyActorRef>> = page.children;
    const token = children.accessToken?.getSnapshot();
    const lookup = children.postalLookup?.getSnapshot();
    const isNew = at !== before.at || this.#tab.pages > before.pages;
    this.#tab = {
      ...this.#tab,
      // A snapshot of this very chart.
      page: page as Tab['page'],
      at,
      since: isNew ? this.#tab.now : before.since,
      address: this.seen.address,
      token: this.waitsFor.includes('fetchAccessToken')
        ? 'asked'
        : token?.value === 'valid'
          ? 'here'
          : 'away',
      lookup: this.waitsFor.includes('lookUpPostalCode')
        ? { code: lookup?.context.postalCode, isAgain: lookup?.context.tokenRenewed }
        : null,
    };
  }

  /** How each event is made to happen. A call ends as its event says; what no call ends is sent to the chart. */
  #happen(event: Happening): void {
    const call = callOf(event) ?? endedBy[event.type];
    const work = this.#work.find((each) => each.call === call && !isLate(event, each));
    if (work) this.#settle(work, event);
    else if (event.type === 'page.opened') this.#open(event);
    else if (event.type === 'form.filled')
      for (const each of sentBy(this.#tab, event)) this.#actor?.send(each);
    else if (/^(route\.requested|page\.)/.test(event.type)) this.#browse(event);
    // Time passes by the clock.
    else if (event.type !== 'time.passed') this.#actor?.send(event);
  }

  /** The browser goes to an address, or shows the page again. */
  #browse(event: Happening): void {
    if (event.type === 'route.requested') this.seen.address = event.route;
    // What the browser does is no other event of the chart.
    this.#tell?.(event as SignupEvent);
  }

  #settle(work: Work, event: Happening): void {
    this.end(work);
    if (event.type === 'accessToken.ready') this.#tokenAt = this.#tab.now;
    // Only the end of a call has one of these.
    const { output, error, address = null } = Object(event);
    if (event.type === 'accessToken.refused') work.reject(new CallFailure('unauthorized'));
    else if (error) work.reject(error);
    else work.resolve(event.type.startsWith('address') ? address : output);
  }

  #open(event: Opened): void {
    const stored = storedBy(this.#product, this.#tab);
    this.stop();
    this.#tokenAt = null;
    this.seen.address = event.route;
    this.#tab = { ...this.#tab, pages: this.#tab.pages + 1 };
    const input = inputOf(this.#tab, event, stored);
    this.#actor = createActor(this.#machine, { clock: this.#clock, input, inspect: this.#inspect });
    this.#actor.subscribe({ error: (error) => (this.#fault ??= error) });
    this.#actor.start();
  }

  stop(): void {
    this.#work = [];
    this.#actor?.stop();
  }

  // ── what the chart sets going ─────────────────────────────────────────────────────────────────────────────────

  begin(work: Work): void {
    if (this.waitsFor.includes(work.call)) this.#fault ??= new Error(`${work.call} is under way twice`);
    this.#work = [...this.#work, work];
    const { call, input } = work;
    const tokenAge = this.#tokenAt === null ? null : this.#tab.now - this.#tokenAt;
    this.seen.made.push({ call, input, tokenAge });
    if (call === 'fetchAccessToken') this.#tokenAt = null;
  }

  end(work: Work): void {
    this.#work = this.#work.filter((other) => other !== work);
  }

  listen(tell: (event: SignupEvent) => void): () => void {
    this.#tell = tell;
    return () => {
      this.#tell = null;
    };
  }
}

/** Whether an address is another code's than the one that is looked up. */
const isLate = (event: Happening, { input }: Work): boolean =>
  'postalCode' in event && Object(input).postalCode !== event.postalCode;

/** The child charts' events, with the call that each ends. */
const endedBy: Readonly<Record<string, Made['call']>> = {
  'accessToken.ready': 'fetchAccessToken',
  'accessToken.unavailable': 'fetchAccessToken',
  'accessToken.refused': 'lookUpPostalCode',
  'address.found': 'lookUpPostalCode',
  'address.missing': 'lookUpPostalCode',
};
