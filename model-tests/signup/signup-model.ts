import { isDeepStrictEqual } from 'node:util';
import type { ActorLogic, AnyMachineSnapshot, AnyStateMachine, Snapshot } from 'xstate';
import { TestModel, type TestPath } from 'xstate/graph';
import { accessTokenMachine } from '../../src/machines/access-token.ts';
import { postalLookupMachine } from '../../src/machines/postal-lookup.ts';
import { savedSessionOf, signupMachine } from '../../src/machines/signup.ts';
import type { SignupInput } from '../../src/machines/signup-parts.ts';
import { parseSession } from '../../src/signup/parse-session.ts';
import { serialiseSession } from '../../src/signup/serialise-session.ts';
import { coveringPaths } from '../chart/covering-paths.ts';
import { listensTo, observe, statePathOf } from '../chart/observe.ts';
import { samples } from './events.ts';
import type { Happening } from './happening.ts';
import {
  ALLOWED_ORIGIN,
  arrive,
  codeAskedFor,
  emptyLedger,
  isFresh,
  isNewReturn,
  isTokenGood,
  type Ledger,
  note,
  offerOf,
  screenOf,
  sentBy,
} from './ledger.ts';
import { callAt, learnt } from './promises.ts';
import { words } from './words.ts';

/** A browser's tab: its open page, the ledger, and what the last step has covered. */
export type Tab = Snapshot<unknown> & {
  page: AnyMachineSnapshot | null;
  ledger: Ledger;
  sights: readonly string[];
  /** What the last step has changed in the ledger. */
  changes: readonly string[];
};

/** An event and its sample. */
type Step = Happening & { sample: string };
export type SignupPath = TestPath<Tab, Step>;

/** What is tested: the chart with its two child charts, and the function that chooses what is saved. */
export type Product = Readonly<Record<ChartName, AnyStateMachine>> & {
  savedSessionOf: typeof savedSessionOf;
};
export type ChartName = 'signup' | 'accessToken' | 'postalLookup';
export const shipped: Product = {
  signup: signupMachine,
  accessToken: accessTokenMachine,
  postalLookup: postalLookupMachine,
  savedSessionOf,
};

/** The chart's input, in a tab that has stored `json`. */
export function inputOf(
  ledger: Ledger,
  { route, callback, isOpenedByBank }: Extract<Happening, { type: 'page.opened' }>,
  json: string | null,
): SignupInput {
  return {
    arrival: route,
    callback,
    isOpenedByBank,
    now: ledger.now,
    saved: parseSession(json, ledger.now),
    link: [],
    allowedRedirectOrigins: [ALLOWED_ORIGIN],
    seed: `page ${ledger.pages}`,
  };
}

/**
 * The tab for XState's graph: the shipped sign-up chart, the ledger, and the pages that open. No actor runs; a good access
 * token is given at once, as its own chart does.
 */
function tabOf({ signup, savedSessionOf }: Product): ActorLogic<Tab, Step, undefined> {
  const chart = observe(signup);
  const empty: Tab = {
    status: 'active',
    output: undefined,
    error: undefined,
    page: null,
    ledger: emptyLedger,
    sights: [],
    changes: [],
  };

  const open = (
    { page, ledger: before }: Tab,
    ledger: Ledger,
    event: Extract<Happening, { type: 'page.opened' }>,
  ) => {
    // The snapshot is one of this very chart.
    const saved = page && savedSessionOf(page as Parameters<typeof savedSessionOf>[0]);
    return chart.start(inputOf(ledger, event, saved && serialiseSession(saved, before.now)));
  };
  const take = (tab: Tab, event: Happening): Tab => {
    const noted = note(tab.ledger, event);
    const seen = { page: tab.page, sights: [] as string[] };
    const see = (next: ReturnType<typeof chart.step>) => {
      seen.page = next.page;
      seen.sights.push(...next.sights);
    };
    const send = (each: { type: string }) => seen.page && see(chart.step(seen.page, each));
    if (event.type === 'page.opened') see(open(tab, noted, event));
    else if (event.type === 'time.passed') for (const each of dueIn(seen.page, tab.ledger, noted)) send(each);
    else for (const each of sentBy(tab.ledger, event)) send(each);
    if (seen.page && statePathOf(seen.page).endsWith('awaitingAccessToken') && isTokenGood(noted))
      send({ type: 'accessToken.ready' });
    const at = seen.page ? statePathOf(seen.page) : '';
    const arrived = arrive(tab.ledger, noted, at);
    // As above.
    const kept = seen.page && savedSessionOf(seen.page as Parameters<typeof savedSessionOf>[0]);
    const ledger = {
      ...arrived,
      ...learnt(arrived, kept ? { kept } : {}),
      waits: waitsOf(tab.ledger, arrived),
    };
    return { ...tab, ...seen, ledger, changes: changesOf(tab.ledger, ledger) };
  };

  return {
    getInitialSnapshot: () => empty,
    getPersistedSnapshot: (tab) => tab,
    transition: take,
  };
}

/** The events of a chart's delays that end while time passes. */
function dueIn(page: AnyMachineSnapshot | null, { since }: Ledger, { now }: Ledger): { type: string }[] {
  const delays: Readonly<Record<string, unknown>> = { ...page?.machine.implementations.delays };
  return (page?._nodes ?? []).flatMap((node) =>
    node.after
      .filter(({ delay }) => {
        const named = delays[String(delay)] ?? delay;
        const due: unknown = typeof named === 'function' ? named({ context: page?.context }) : named;
        return typeof due === 'number' && now - since >= due;
      })
      .map(({ eventType }) => ({ type: eventType })),
  );
}

/** The calls that the page waits for after a step. */
function waitsOf(before: Ledger, ledger: Ledger): Ledger['waits'] {
  const call = callAt(ledger.at);
  const isGoingOn = 'lookUpPostalCode' in before.waits && ledger.pages === before.pages;
  const isAsked = ledger.at.startsWith('input.form') || isGoingOn;
  return {
    ...(call && { [call]: null }),
    ...(ledger.tokenDue === null ? { fetchAccessToken: null } : {}),
    ...(isAsked && codeAskedFor(ledger) ? { lookUpPostalCode: null } : {}),
  };
}

const firstVisit: Step = {
  type: 'page.opened',
  route: 'input',
  callback: null,
  isOpenedByBank: false,
  isReload: false,
  sample: 'first visit',
};

/** The events that can happen in a tab now; the first is always that a page opens. */
function eventsOf(tab: Tab): Step[] {
  if (!tab.page) return [firstVisit];
  return samples
    .filter(({ isForWalks }) => !isForWalks)
    .flatMap(({ name, eventNow }) => {
      const event = eventNow(tab.ledger);
      return event ? [{ ...event, sample: name }] : [];
    });
}

/** What steps cover: states, transitions, outcomes of guards, and each sample in each state where it has an effect. */
export const sightsIn = (steps: SignupPath['steps']): string[] =>
  steps.flatMap(({ event, state }) => [...state.sights, `sample ${event.sample}`]);

/** The same, and each change of the ledger, so that the paths notice what a mutant loses. */
export const changesIn = (steps: SignupPath['steps']): string[] =>
  steps.flatMap(({ event, state: { sights, changes } }) => [
    ...sights,
    ...changes.map((change) => `${event.sample}: ${change}`),
  ]);

/** The names of what a step changes in the ledger, and where it leads. */
function changesOf(before: Ledger, after: Ledger): string[] {
  const names = (Object.keys(after) as (keyof Ledger)[]).filter((name) => !uninteresting.includes(name));
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return ['', ...changed].map((name) => `${before.at} → ${after.at} ${name}`);
}
const uninteresting: readonly (keyof Ledger)[] = ['now', 'count', 'at', 'since'];

/**
 * The name of a tab's state for exploring: of two tabs with the same name one is explored. If something that decides later
 * steps is not part of it, the coverage finds that missing.
 */
function nameOf(ledger: Ledger): string {
  const { at, form, card, unanswered, isAtBank, registration, callback, isRepeat } = ledger;
  const cardState = card && (isFresh(ledger, ledger.now + 1) ? 'fresh' : 'stale');
  const opens = callback && (isNewReturn(ledger) ? 'new' : 'old');
  const open = [unanswered, isAtBank, registration !== null, opens, ledger.said.includes(words.offline)];
  const kept = [open, ledger.isReviewed, form.paymentMethod, cardState];
  const typed = [codeAskedFor(ledger), offerOf(ledger), form.expatriate, form.phone, form.prefecture];
  const hasToken = isTokenGood(ledger);
  switch (screenOf(at)) {
    case 'input':
      if (at === 'input.cardNotice') return JSON.stringify([at, ledger.covered, form.phone]);
      return JSON.stringify([at, kept, isPlain(ledger) ? [typed, hasToken] : null]);
    case 'confirm':
      return JSON.stringify([at, kept, [...ledger.ticked].sort(), hasToken, isRepeat]);
    case 'callback':
      return JSON.stringify([at, kept, hasToken, isRepeat]);
    default:
      return at;
  }
}

/** Whether to explore the postal lookup: it is independent of the rest, so only before anything else. */
const isPlain = ({ at, isReviewed, card, registration }: Ledger): boolean =>
  card === null &&
  registration === null &&
  (at === 'input.checkingCard' || (at === 'input.form.filling' && !isReviewed));

/** The model of the sign-up for XState's graph, for tests in memory, in a browser and with mutants. */
export function createSignupModel(product: Product) {
  return new TestModel<Tab, Step, undefined>(tabOf(product), {
    events: eventsOf,
    filterEvents: ({ page }, { type }) => !page || /^(page|time)\./.test(type) || listensTo(page, type),
    serializeEvent: ({ sample }) => sample,
    serializeState: ({ ledger }) => nameOf(ledger),
    stateMatcher: ({ ledger }, key) => ledger.at === key,
    stopWhen: ({ ledger }) => ledger.count > 17,
    limit: 200_000,
  });
}

/** Generates paths that cover the whole chart: `model.getPaths(signupPaths())`. */
export const signupPaths = (sights = sightsIn) => coveringPaths<Tab, Step, undefined>(sights);

/** The states from which no path reaches completion without opening the page again. */
export function deadEndsOf(paths: readonly SignupPath[]): string[] {
  // Each path begins in a tab without a page.
  const moves = paths.flatMap(({ steps }) =>
    steps.slice(1).map(({ event, state }, index) => {
      const from = steps[index]?.state.ledger.at ?? '';
      const isOnward = event.type !== 'page.opened' || /reopening|cardRedirect/.test(from);
      return { from, to: state.ledger.at, isOnward };
    }),
  );
  const good = new Set(['complete.leaving']);
  for (let size = 0; size < good.size; ) {
    size = good.size;
    for (const { from, to, isOnward } of moves) if (isOnward && good.has(to)) good.add(from);
  }
  const stuck = new Set(moves.map(({ to }) => to).filter((at) => !good.has(at)));
  return [...stuck].map(
    (at) => `${at} leads to no good end: write a way on in the chart, and in model-tests/signup/places.ts`,
  );
}
