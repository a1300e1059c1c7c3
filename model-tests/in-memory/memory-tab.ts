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
import { CallFailure } from '../../src/signup/call-failure.ts';
import { statePath } from '../../src/views/state-path.ts';
import {
  changesTo,
  executorsOf,
  type Opened,
  type Step,
  type Tab,
  testEvents,
  type Ways,
  withoutPath,
} from '../events.ts';
import { type Departure, holdLaws, type Made, type Moment } from '../laws.ts';
import { emptyTab, inputOf, type Product, storedBy, timeAfter } from '../signup-model.ts';
import { nameOf } from '../states.ts';

type Work = { resolve(output: unknown): void; reject(error: unknown): void };

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
  readonly #work = new Map<Made['call'], Work>();
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
  /** What the services have received since the step began. */
  readonly seen = {
    address: 'input' as Route,
    made: [] as Made[],
    left: [] as Departure[],
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
        goToBank: (_: unknown, { redirectUrl }: { redirectUrl: string }) => left('bank', redirectUrl),
        postCompletion: (_: unknown, { fields }: { fields: unknown }) => left('completion', fields),
        openFreshPage: () => left('fresh page'),
      },
    });
  }

  /** A call that the test ends. */
  #promise(call: Made['call']) {
    return fromPromise<unknown, unknown>(
      ({ input, signal }) =>
        new Promise((resolve, reject) => {
          if (this.#work.has(call)) this.#fault ??= new Error(`${call} is under way twice`);
          const work = { resolve, reject };
          this.#work.set(call, work);
          const tokenAge = this.#tokenAt === null ? null : this.now.now - this.#tokenAt;
          // XState gives each actor the input of its type.
          this.seen.made.push({ call, input, tokenAge } as Made);
          if (call === 'fetchAccessToken') this.#tokenAt = null;
          signal.addEventListener('abort', () => {
            if (this.#work.get(call) === work) this.#work.delete(call);
          });
        }),
    );
  }

  /** Takes a step: the clock goes on, something happens, and every law is checked. @throws Error with the broken law */
  async step(event: Step, happen: () => unknown): Promise<void> {
    this.#steps.push(event.title);
    Object.assign(this.seen, { made: [], left: [] });
    const before = this.now;
    const now = timeAfter(before, event);
    this.#clock.increment(now - before.now);
    this.now = { ...before, now, count: before.count + 1 };
    happen();
    await settled();
    if (this.#fault) throw this.#fault;
    this.#look(before);
    const { page, at } = this.now;
    const stored = storedBy(this.#product, this.now);
    const moment: Moment = {
      ...{ event, now, stored, ...this.seen },
      screen: at.split('.')[0] ?? '',
      messages: page?.context.messages ?? [],
      kept: JSON.parse(stored ?? '{}'),
    };
    holdLaws(moment, this.#history);
    this.#history.push(moment);
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

  #look(before: Tab): void {
    assert.ok(this.#actor);
    const page = this.#actor.getSnapshot();
    assert.equal(page.status, 'active', 'the sign-up goes on');
    const at = statePath(page.value);
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
      token: this.#work.has('fetchAccessToken') ? 'asked' : token?.value === 'valid' ? 'here' : 'away',
      lookup: this.#work.has('lookUpPostalCode')
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
    const work = this.#work.get(call);
    if (!work) throw new Error(`${call} is not under way`);
    this.#work.delete(call);
    if (call === 'fetchAccessToken' && !error) this.#tokenAt = this.now.now;
    if (error) work.reject(error);
    else work.resolve(output);
  }

  stop(): void {
    this.#work.clear();
    this.#actor?.stop();
  }
}

/** For `path.test`: how each event is made to happen in memory, by a donor, the browser or a host. */
export function eventsIn(tab: MemoryTab) {
  const send = tab.send.bind(tab);
  const browse = tab.browse.bind(tab);
  const ends = (['tokeniseCard', 'solveCaptcha', 'register', 'verifyCard'] as const).flatMap((call) =>
    ['done', 'error'].map((how) => [`xstate.${how}.actor.${call}`, (end: object) => tab.end(call, end)]),
  );
  const others: Partial<Ways> = {
    'form.filled': ({ typed }, { context: { form } }) => {
      for (const change of changesTo(form, typed)) send({ type: 'field.changed', change });
    },
    'page.opened': (event) => tab.open(event),
    // The clock has gone on.
    'time.passed': () => {},
    'route.requested': browse,
    'page.restored': browse,
    'page.revisited': browse,
    'connection.restored': browse,
    'accessToken.ready': () => tab.end('fetchAccessToken', {}),
    'accessToken.unavailable': ({ error }) => tab.end('fetchAccessToken', { error }),
    'accessToken.refused': () => tab.end('lookUpPostalCode', { error: new CallFailure('unauthorized') }),
    // An address that is late is another code's than the one that is looked up.
    'address.found': (event, { lookup }) =>
      lookup?.code === event.postalCode
        ? tab.end('lookUpPostalCode', { output: event.address })
        : send(event),
    'address.missing': () => tab.end('lookUpPostalCode', { output: null }),
  };
  const ways = {
    ...Object.fromEntries(testEvents.map(({ type }) => [type, send])),
    ...Object.fromEntries(ends),
    ...others,
  };
  return executorsOf(ways, (event, happen) => tab.step(event, () => happen(tab.now)));
}
