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
import type { BrowserEvent } from '../../src/services/navigation/browser-events.ts';
import type { Route } from '../../src/services/navigation/routes.ts';
import { statePathOf } from '../chart/step.ts';
import { type Happening, type Opened, type Step, type Tab, withoutPath } from '../events.ts';
import { type Departure, holdLaws, type Made, type Moment } from '../laws.ts';
import { emptyTab, inputOf, type Product, storedBy, timeAfter } from '../signup-model.ts';
import { nameOf } from '../states.ts';

type Work = { call: Made['call']; resolve(output: unknown): void; reject(error: unknown): void };

/** The model leaves the child charts' waits to their own tests. */
const untold = Number.POSITIVE_INFINITY;

/** Waits until the chart has handled promises that have just settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A tab in which the real charts run, with a clock and services that the test controls. Only storage outlives a page. */
export class MemoryTab {
  readonly #product: Product;
  readonly #machine: AnyStateMachine;
  readonly #clock = new SimulatedClock();
  #actor: Actor<AnyStateMachine> | null = null;
  #work: readonly Work[] = [];
  #tell: ((event: BrowserEvent) => void) | null = null;
  #tokenAt: number | null = null;
  #fault: unknown = null;
  /** What has happened, and what the outside world has seen of it. */
  readonly #history: Moment[] = [];
  readonly #steps: string[] = [];
  /** What decides which event can happen next. */
  now: Tab = emptyTab;
  /** Every state that it was in. */
  readonly visited = new Set<string>();
  /** What the services have got since the step began. */
  readonly seen = {
    address: 'input' as Route,
    made: [] as Made[],
    left: [] as Departure[],
    counted: [] as string[],
    told: [] as string[],
  };

  constructor(product: Product) {
    this.#product = product;
    this.#machine = this.#provide(product);
  }

  /** The chart with its real child charts; the tab provides everything else. */
  #provide({ signup, accessToken, postalLookup }: Product): AnyStateMachine {
    const { seen } = this;
    const left = (to: Departure['to'], fields: unknown = null) => seen.left.push({ to, with: fields });
    return signup.provide({
      actors: {
        tokeniseCard: this.#promise('tokeniseCard'),
        solveCaptcha: this.#promise('solveCaptcha'),
        register: this.#promise('register'),
        verifyCard: this.#promise('verifyCard'),
        accessToken: accessToken.provide({
          actors: { fetchAccessToken: this.#promise('fetchAccessToken') },
          delays: { ANSWER_TIMEOUT: untold },
        }),
        postalLookup: postalLookup.provide({
          actors: { lookUpPostalCode: this.#promise('lookUpPostalCode') },
          delays: { ANSWER_TIMEOUT: untold },
        }),
        browser: fromCallback<SignupEvent>(({ sendBack }) => {
          this.#tell = sendBack;
        }),
      },
      actions: {
        showRoute: (_: unknown, { route }: { route: Route }) => {
          seen.address = route;
        },
        trackPageView: (_: unknown, { page }: { page: string }) => seen.counted.push(page),
        goToBank: (_: unknown, { redirectUrl }: { redirectUrl: string }) => left('bank', redirectUrl),
        postCompletion: (_: unknown, { fields }: { fields: unknown }) => left('completion', fields),
        openFreshPage: () => left('fresh page'),
        tellCopies: (_: unknown, { key }: { key: string }) => seen.told.push(key),
      },
    });
  }

  /** A call that the test ends. */
  #promise(call: Made['call']) {
    return fromPromise<unknown, unknown>(
      ({ input, signal }) =>
        new Promise((resolve, reject) => {
          if (this.#isUnderWay(call)) this.#fault ??= new Error(`${call} is under way twice`);
          const work: Work = { call, resolve, reject };
          this.#work = [...this.#work, work];
          const tokenAge = this.#tokenAt === null ? null : this.now.now - this.#tokenAt;
          // XState gives each actor the input of its type.
          this.seen.made.push({ call, input, tokenAge } as Made);
          if (call === 'fetchAccessToken') this.#tokenAt = null;
          signal.addEventListener('abort', () => this.#drop(work));
        }),
    );
  }

  #isUnderWay = (call: Made['call']) => this.#work.some((each) => each.call === call);

  /** Takes a step: the clock goes on, something happens, and every law is checked. @throws Error with the broken law */
  async step(event: Step, happen: () => unknown): Promise<void> {
    this.#steps.push(event.title);
    Object.assign(this.seen, { made: [], left: [], counted: [], told: [] });
    const before = this.now;
    const now = timeAfter(before, event);
    this.#clock.increment(now - before.now);
    this.now = { ...before, now, count: before.count + 1 };
    happen();
    await settled();
    if (this.#fault) throw this.#fault;
    this.#look(before);
    this.#holdLaws(event);
  }

  /** Runs a test in this tab. @throws Error with what was wrong first, and then what has happened until then */
  async run(test: () => Promise<unknown>): Promise<void> {
    try {
      await test();
    } catch (error) {
      if (error instanceof Error)
        error.message = `${withoutPath(error)}\nIn: ${nameOf(this.now.at)}. After:\n  ${this.#steps.join('\n  ')}`;
      throw error;
    } finally {
      this.stop();
    }
  }

  #holdLaws(event: Happening): void {
    const { page, at, now, address } = this.now;
    const { made, left, counted, told } = this.seen;
    const stored = storedBy(this.#product, this.now);
    const moment: Moment = {
      event,
      now,
      screen: at.split('.')[0] ?? '',
      address,
      messages: page?.context.messages ?? [],
      stored,
      kept: JSON.parse(stored ?? '{}'),
      ...{ made, left, counted, told },
    };
    holdLaws(moment, this.#history);
    this.#history.push(moment);
  }

  #look(before: Tab): void {
    assert.ok(this.#actor);
    const page = this.#actor.getSnapshot();
    assert.equal(page.status, 'active', 'the sign-up goes on');
    const at = statePathOf(page);
    this.visited.add(at);
    const children: Readonly<Record<string, AnyActorRef>> = page.children;
    const token = children.accessToken?.getSnapshot();
    const lookup = children.postalLookup?.getSnapshot();
    const isNew = at !== before.at || this.now.pages > before.pages;
    this.now = {
      ...this.now,
      // The snapshot is this chart's own, so the cast is safe.
      page: page as Tab['page'],
      at,
      since: isNew ? this.now.now : before.since,
      address: this.seen.address,
      token: this.#isUnderWay('fetchAccessToken') ? 'asked' : token?.value === 'valid' ? 'here' : 'away',
      lookup: this.#isUnderWay('lookUpPostalCode')
        ? { code: lookup?.context.postalCode, isAgain: lookup?.context.tokenRenewed }
        : null,
    };
  }

  /** A new page opens in the tab. */
  open(event: Opened): void {
    const stored = storedBy(this.#product, this.now);
    this.stop();
    this.#tokenAt = null;
    this.seen.address = event.route;
    this.now = { ...this.now, pages: this.now.pages + 1 };
    const input = inputOf(this.now, event, stored);
    this.#actor = createActor(this.#machine, { clock: this.#clock, input });
    this.#actor.subscribe({ error: (error) => (this.#fault ??= error) });
    this.#actor.start();
  }

  send(event: SignupEvent): void {
    this.#actor?.send(event);
  }

  /** The browser goes to an address, shows the page again, or is online again. */
  browse(event: BrowserEvent): void {
    if (event.type === 'route.requested') this.seen.address = event.route;
    this.#tell?.(event);
  }

  /** A call of the page ends. @throws Error if it is not under way */
  end(call: Made['call'], { output, error }: { output?: unknown; error?: unknown }): void {
    const work = this.#work.find((each) => each.call === call);
    if (!work) throw new Error(`${call} is not under way`);
    this.#drop(work);
    if (call === 'fetchAccessToken' && !error) this.#tokenAt = this.now.now;
    if (error) work.reject(error);
    else work.resolve(output);
  }

  stop(): void {
    this.#work = [];
    this.#actor?.stop();
  }

  #drop(work: Work): void {
    this.#work = this.#work.filter((other) => other !== work);
  }
}
