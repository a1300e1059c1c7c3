import type { ActorLogic, AnyStateMachine, Snapshot } from 'xstate';
import { getAdjacencyMap, type Steps, TestModel, type TestPath } from 'xstate/graph';
import { formatDuration } from '../inspector/statechart/chart.ts';
import { accessTokenMachine } from '../src/machines/access-token.ts';
import { postalLookupMachine } from '../src/machines/postal-lookup.ts';
import { savedSessionOf, signupMachine } from '../src/machines/signup.ts';
import type { SignupContext, SignupInput } from '../src/machines/signup-parts.ts';
import { postalMismatch } from '../src/signup/address/postal-address.ts';
import { CARD_TOKEN_LIFETIME, isFresh } from '../src/signup/card/kept-card.ts';
import { CARD } from '../src/signup/form.ts';
import { offline } from '../src/signup/messages.ts';
import { hasAgreed, methodOf, methods } from '../src/signup/payment-methods.ts';
import { parseSession } from '../src/signup/session/parse-session.ts';
import { type SavedSession, untouchedSession } from '../src/signup/session/saved-session.ts';
import { serialiseSession } from '../src/signup/session/serialise-session.ts';
import { statePath } from '../src/views/state-path.ts';
import { dueAfter, type Effect, listensTo, stepsIn, type Taken } from './chart/step.ts';
import {
  ALLOWED_ORIGIN,
  boxes,
  type Happening,
  isWhole,
  type Opened,
  type Step,
  sentBy,
  type Tab,
  testEventOf,
  testEvents,
} from './events.ts';
import { nameOf } from './states.ts';

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

/** The model's tab: with what the last step wanted done, what it covered, and what its page has found stored. */
export type ModelTab = Snapshot<unknown> &
  Tab & { effects: readonly Effect[]; covered: readonly string[]; found: SavedSession | null };
export type SignupPath = TestPath<ModelTab, Step>;

const TOKEN_LIFETIME = Number(accessTokenMachine.implementations.delays.ACCESS_TOKEN_LIFETIME);

const firstVisit: Step = {
  type: 'page.opened',
  route: 'input',
  callback: null,
  isOpenedByBank: false,
  isReload: false,
  title: 'open the form for the first time',
};
export const emptyTab: Tab = {
  page: null,
  at: '',
  since: 0,
  now: Date.UTC(2025, 5, 1),
  address: 'input',
  count: 0,
  pages: 0,
  token: 'asked',
  lookup: null,
};

/** The time after an event. */
export const timeAfter = ({ now }: Tab, event: Happening): number =>
  'at' in event ? event.at : now + (event.type === 'time.passed' ? event.milliseconds : 1);

/** The chart's input, in a tab that has stored `json`. */
export const inputOf = (tab: Tab, { route, callback, isOpenedByBank }: Opened, json: string | null) =>
  ({
    arrival: route,
    callback,
    isOpenedByBank,
    now: tab.now,
    saved: parseSession(json, tab.now),
    link: [],
    allowedRedirectOrigins: [ALLOWED_ORIGIN],
    seed: `page ${tab.pages}`,
  }) satisfies SignupInput;

/** What the tab has stored; null for nothing. */
export const storedBy = ({ savedSessionOf }: Product, { page, now }: Tab): string | null =>
  page && serialiseSession(savedSessionOf(page), now);

/**
 * The tab for XState's graph: the shipped chart, the pages that open, and what the two child charts have told. No actor
 * runs, and the child charts' own clocks are left to their own tests.
 */
function tabOf(product: Product): ActorLogic<ModelTab, Step, undefined> {
  const chart = stepsIn(product.signup);

  const take = (before: ModelTab, event: Step): ModelTab => {
    const effects: Effect[] = [];
    const covered: string[] = [];
    const tab = { ...before, now: timeAfter(before, event), count: before.count + 1 };
    const see = ({ snapshot, ...seen }: Taken) => {
      // The snapshot is this chart's own, so the cast is safe.
      tab.page = snapshot as Tab['page'];
      effects.push(...seen.effects);
      covered.push(...seen.covered);
      for (const effect of seen.effects) answer(effect);
    };
    const send = (each: { type: string }) => tab.page && see(chart.step(tab.page, each));
    /** What the address bar and the child charts do. A good access token is given at once. */
    const answer = ({ type, params }: Effect): void => {
      const { route, targetId, event: sent } = params;
      if (route) tab.address = route;
      if (type !== 'xstate.sendTo' || !sent) return;
      if (sent.type === 'postalCode.changed')
        tab.lookup = sent.postalCode ? { code: sent.postalCode, isAgain: false } : null;
      if (targetId === 'accessToken' && (sent.type === 'accessToken.rejected' || tab.token === 'away'))
        tab.token = 'asked';
      if (sent.type === 'accessToken.needed' && tab.token === 'here') send({ type: 'accessToken.ready' });
    };

    if (event.type === 'accessToken.ready') tab.token = 'here';
    if (event.type === 'accessToken.unavailable') tab.token = 'away';
    if (event.type === 'accessToken.refused' && tab.lookup) tab.lookup = { ...tab.lookup, isAgain: true };
    if (event.type === 'address.missing') tab.lookup = null;
    if (event.type === 'address.found' && event.postalCode === tab.lookup?.code) tab.lookup = null;
    if (event.type === 'route.requested') tab.address = event.route;

    if (event.type === 'page.opened') {
      const json = storedBy(product, { ...before, now: tab.now });
      Object.assign(tab, {
        at: '',
        pages: tab.pages + 1,
        address: event.route,
        token: 'asked',
        lookup: null,
      });
      const input = inputOf(tab, event, json);
      tab.found = input.saved;
      see(chart.start(input));
    } else if (event.type === 'time.passed') {
      if (event.milliseconds >= TOKEN_LIFETIME) tab.token = 'asked';
      for (const each of before.page ? dueAfter(before.page, tab.now - before.since) : []) send(each);
    } else for (const each of sentBy(before, event)) send(each);

    const at = tab.page ? statePath(tab.page.value) : '';
    const since = at === tab.at ? before.since : tab.now;
    return { ...before, ...tab, at, since, effects, covered };
  };

  const empty: ModelTab = {
    ...emptyTab,
    status: 'active',
    output: undefined,
    error: undefined,
    effects: [],
    covered: [],
    found: null,
  };
  return { getInitialSnapshot: () => empty, getPersistedSnapshot: (tab) => tab, transition: take };
}

/** TestEvents that the graph leaves out, since it would grow with every combination. Walks take them. */
const forWalks: readonly string[] = [
  'a quarter of an hour passes',
  'fill in everything, from overseas',
  'the gateway takes the card 4242',
  '郵便番号: 530-0001',
  '都道府県: 東京都',
  '市区町村: 千代田区',
  '番地・建物名: 4111111111111111',
  '毎月のご支援金額: chosen by the page’s link',
  '海外在住: taken over once more',
];
const forGraph = testEvents.filter(({ name }) => !forWalks.includes(name));

/** Whether the chart listens to what happens in its state now. */
const hears = ({ page }: Tab, type: Happening['type']): boolean =>
  /^(page\.opened|time)/.test(type) ||
  (page !== null && listensTo(page, type === 'form.filled' ? 'field.changed' : type));

/** The events that can happen in a tab now. */
export const eventsOf = (tab: Tab, from = forGraph): Step[] =>
  tab.page
    ? from.flatMap(({ name, type, eventNow }) => {
        const event = hears(tab, type) ? eventNow(tab) : null;
        return event ? [{ ...event, title: name }] : [];
      })
    : [firstVisit];

const nothingSent = 'nothing was sent before';

/** What decides which way an event leads, in words that a tester can bring about. */
function factsOf({ now, token, lookup }: Tab, context: SignupContext) {
  const { form, card, lastTry, unanswered, registration, messages } = context;
  const call = unanswered.at(-1)?.call;
  const sending = call === methods[CARD].registers ? 'sending by card' : 'sending without a card';
  const without = call === 'verifyCard' ? 'the verification' : sending;
  const past = [
    lastTry?.status === 'finished' && 'signed up',
    lastTry?.status === 'unanswered' && `${without} has no answer`,
    lastTry?.status === 'atBank' && 'the donor was sent to the bank',
    call && `${without} had no answer, before another try`,
    registration && `an application by card is ${registration.isDeclined ? 'declined' : 'registered'}`,
  ];
  const age =
    card && (isFresh(card, now + 1) ? 'is checked' : `is older than ${formatDuration(CARD_TOKEN_LIFETIME)}`);
  const ticked = methodOf(form).agreements.flatMap(({ name }) =>
    context.agreements[name] ? [boxes[name]] : [],
  );
  return {
    card: methodOf(form).needsCard ? `the card ${age ?? 'is not checked'}` : 'it is paid without a card',
    boxes: hasAgreed(context)
      ? 'all boxes ticked'
      : ticked.length
        ? `only ${ticked} ticked`
        : 'nothing ticked',
    reviewed: context.isReviewed ? 'reviewed and not changed since' : 'changed since the last review',
    form: isWhole(form) ? 'filled in' : 'not filled in, or with a mistake',
    past: past.find(Boolean) || nothingSent,
    returned: `${registration?.callback ? 'an' : 'no'} answer of the bank`,
    token: `the access token is ${token}`,
    renewed: `the access token was ${context.accessTokenRenewed ? '' : 'not '}refused before`,
    offer: `the code’s address is ${postalMismatch(form, context.lookups)?.kind ?? 'not offered'}`,
    lookup: lookup ? `${lookup.code} is looked up${lookup.isAgain ? ' again' : ''}` : 'nothing is looked up',
    copies: `${context.application.isCopied ? 'with' : 'without'} another tab`,
    abroad: form.expatriate ? 'overseas' : 'at home',
    phone: `the telephone number has ${form.phone.includes('-') ? '' : 'no '}hyphens`,
    prefecture: `the prefecture is ${form.prefecture || 'empty'}`,
    says: `the screen ${messages.includes(offline) ? 'says that the browser is offline' : messages.length > 0 ? 'has messages' : 'has no messages'}`,
  };
}
type Facts = ReturnType<typeof factsOf>;

/** The facts that count in a state, by how its path begins: of tabs that agree in them, the graph explores one. */
const factsThatCount: Readonly<Record<string, readonly (keyof Facts)[]>> = {
  'input.cardNotice': ['past', 'phone'],
  'input.checkingCard': ['past', 'lookup', 'token'],
  'input.form.correcting': ['card', 'form', 'says'],
  input: ['card', 'form', 'reviewed', 'says', 'past'],
  'confirm.submitting': ['card', 'past', 'token', 'renewed', 'copies'],
  confirm: ['card', 'boxes', 'past'],
  callback: ['past', 'token', 'renewed'],
};
/** They count on a form that is otherwise as it opens. */
const factsOfFields: readonly (keyof Facts)[] = ['phone', 'lookup', 'token', 'offer', 'abroad', 'prefecture'];

/** If something that decides is missing above, the coverage or the table finds it. */
function factsToExplore(tab: ModelTab): readonly string[] {
  if (!tab.page) return [];
  const facts = factsOf(tab, tab.page.context);
  const [, names = []] = Object.entries(factsThatCount).find(([begin]) => tab.at.startsWith(begin)) ?? [];
  const { card, isReviewed, form } = tab.page.context;
  const isAsOpened = facts.past === nothingSent && !card && !isReviewed && !isWhole(form);
  const isTyping = tab.at === 'input.form.filling' && isAsOpened;
  return [...names, ...(isTyping ? factsOfFields : [])].map((fact) => facts[fact]);
}

/** The model of the sign-up for XState's graph, for tests in memory, in a browser and with mutants. */
type SignupModel = TestModel<ModelTab, Step, undefined>;
export const createSignupModel = (product: Product): SignupModel =>
  new TestModel<ModelTab, Step, undefined>(tabOf(product), {
    events: (tab) => eventsOf(tab),
    stateMatcher: (tab, at) => tab.at === at,
    serializeEvent: ({ title }) => title,
    serializeState: (tab) => [tab.at, ...factsToExplore(tab)].join(),
    limit: 200_000,
  });

/** One step of the graph, from a tab that was reached by the shortest path to its state and facts. */
export type Edge = { from: ModelTab; event: Step; to: ModelTab };

/** Every event in every state that a model tells apart. */
export const edgesOf = ({ testLogic, options }: SignupModel): Edge[] =>
  Object.values(getAdjacencyMap(testLogic, options)).flatMap(({ state: from, transitions }) =>
    Object.values<Steps<ModelTab, Step>[number]>(transitions).map(({ event, state: to }) => ({
      from,
      event,
      to,
    })),
  );

/** The steps of a path that is a list of test events' names. @throws Error where one cannot happen */
export function edgesAlong({ testLogic: logic }: SignupModel, names: readonly string[]): Edge[] {
  let from = logic.getInitialSnapshot(undefined as never, undefined);
  return [firstVisit.title, ...names].map((name) => {
    const [event] = eventsOf(from, name === firstVisit.title ? [] : [testEventOf(name)]);
    if (!event) throw new Error(`cannot happen: ${nameOf(from.at)} · ${name}`);
    const edge = { from, event, to: logic.transition(from, event, undefined as never) };
    from = edge.to;
    return edge;
  });
}

/** The same as a path of the model. */
export function pathAlong(model: SignupModel, names: readonly string[]): SignupPath {
  const empty = model.testLogic.getInitialSnapshot(undefined as never, undefined);
  // As XState's own paths begin.
  const begin = { state: empty, event: { type: 'xstate.init' } as unknown as Step };
  const steps = [begin, ...edgesAlong(model, names).map(({ event, to }) => ({ event, state: to }))];
  const [path] = model.getPaths(() => [{ state: steps.at(-1)?.state ?? empty, steps, weight: steps.length }]);
  if (!path) throw new Error('A path has steps');
  return path;
}

/** The states from which nothing leads to completion without opening another page. */
export function deadEndsOf(edges: readonly Edge[]): string[] {
  const isOnward = ({ event, from }: Edge) =>
    event.type !== 'page.opened' || /reopening|cardRedirect/.test(from.at);
  const onward = edges.filter(({ from, event, to }) => from.page && isOnward({ from, event, to }));
  const good = new Set(['complete.leaving']);
  for (let size = 0; size < good.size; ) {
    size = good.size;
    for (const { from, to } of onward) if (good.has(to.at)) good.add(from.at);
  }
  return [...new Set(edges.map(({ to }) => to.at))].filter((at) => !good.has(at)).map(nameOf);
}

/** Which method was sent decides only what the message says. */
const withoutMethod = (past: string) => past.replace(/^sending .*? card ha/, 'sending ha');

/** What decides where an edge leads. A new page depends only on what the tab has stored. */
export function factsAlong({ from, event, to }: Edge): Readonly<Record<string, string>> {
  if (!from.page) return {};
  if (event.type !== 'page.opened') {
    const facts = factsOf(from, from.page.context);
    // What the donor typed decides first where the address is concerned.
    const typed = factsOfFields.map((name) => [name, facts[name]]);
    return {
      ...(/^(field|form|address)/.test(event.type) && Object.fromEntries(typed)),
      ...facts,
      boxes: from.at.startsWith('confirm') ? facts.boxes : '',
      past: withoutMethod(facts.past),
    };
  }
  const found = to.found ?? untouchedSession;
  const { past, returned, reviewed, card } = factsOf(from, { ...from.page.context, ...found });
  const accessId = event.callback?.accessId ?? '';
  const isUsed = found.processedAccessIds.includes(accessId);
  const isOwn = accessId.endsWith(found.registration?.registerToken ?? '?');
  const canBeSent = /^reviewed/.test(reviewed) && /is paid|is checked/.test(card);
  return {
    past: withoutMethod(past),
    how: accessId
      ? `by ${isOwn ? `the bank, with ${isUsed ? 'a used' : 'an'} answer` : 'somebody else’s callback link'}`
      : `${event.isOpenedByBank ? 'reloaded' : 'opened'} at ${event.route}`,
    returned,
    reason: `${found.lastTry?.status === 'declined' ? 'a' : 'no'} reason to tell`,
    messages: `${found.messages.length > 0 ? 'with' : 'without'} messages`,
    review: canBeSent ? 'ready to send' : 'not ready to send',
    // Elsewhere it makes no difference.
    key: past.startsWith('sending') ? `${found.application.key ? 'a' : 'no'} key is kept` : '',
  };
}
