import { array, boolean, type InferType, number, object, string } from 'yup';

/** Of the BroadcastChannel between pages and inspectors. */
export const channelName = 'statechart-inspector';

const text = string().defined();
const textOrNull = text.nullable();
const texts = array(text).defined();
const oneOf = <Value extends string>(...values: readonly Value[]) => string().oneOf(values).defined();

/** One state of a chart. */
const node = object({
  /** XState's own (`signup.input.form`). */
  id: text,
  key: text,
  /** The id of the state around it; null for the root. */
  parent: textOrNull,
  type: oneOf('atomic', 'compound', 'parallel', 'final', 'history'),
  /** The id of the child that is entered first; null where there is none to choose. */
  initial: textOrNull,
  description: textOrNull,
  /** Ids of the actors that run while this state is active. */
  invokes: texts,
  /** Names of the actions on the way in and out. */
  entry: texts,
  exit: texts,
}).noUnknown();

/** One transition of a chart: one candidate of one event in one state. */
const edge = object({
  /** `<source id>|<event type, or "always">|<index among the candidates>`. */
  id: text,
  source: text,
  /** Ids of the states it leads to; empty for a transition that only runs actions. */
  targets: texts,
  /** Why it happens. `event` is something sent from outside the state that has it. */
  kind: oneOf('event', 'always', 'after', 'done', 'error'),
  /** The type of the event as XState knows it; empty for `always`. */
  event: text,
  /** What a person calls the event: the actor's id for `done` and `error`, the delay for `after`. */
  label: text,
  guard: textOrNull,
  actions: texts,
}).noUnknown();

/** A machine as plain data: names only, no context, no payloads, no functions. */
const chart = object({
  id: text,
  description: textOrNull,
  /** In document order, the root first. */
  nodes: array(node).defined(),
  edges: array(edge).defined(),
}).noUnknown();

export type ChartNode = InferType<typeof node>;
export type ChartEdge = InferType<typeof edge>;
export type Chart = InferType<typeof chart>;

/** What all messages have. */
const envelope = {
  /** One browser tab, across reloads. */
  tab: text,
  /** One page load. */
  run: text,
  /** The message's own place in the run's log: a step stands where its event was sent, so that causes come before effects. */
  order: number().defined(),
  /** Milliseconds since the epoch; of a step, when its event was sent. */
  at: number().defined(),
};

const messages = {
  /** A page with a running chart was opened, or is shown again by a browser that kept it in memory. */
  opened: object({
    ...envelope,
    kind: oneOf('opened'),
    name: text,
    isShownAgain: boolean().defined(),
  }).noUnknown(),
  closed: object({ ...envelope, kind: oneOf('closed') }).noUnknown(),
  actor: object({
    ...envelope,
    kind: oneOf('actor'),
    /** XState's session id, unique in a run. */
    actor: text,
    parent: textOrNull,
    /** The id that a chart gives the actor; the chart's own id, or “actor”, where none does. */
    name: text,
    /** Null for promises, callbacks and other logic without one. */
    chart: chart.defined().nullable(),
  }).noUnknown(),
  /** An actor has handled one event. */
  step: object({
    ...envelope,
    kind: oneOf('step'),
    actor: text,
    /** The type of the event: one that the actor's chart knows, or one of XState's own. */
    event: text,
    /** The actor that sent it, where one did. */
    from: textOrNull,
    /** The transitions that were taken, in order: ids of edges of the actor's chart. */
    edges: texts,
    /** Ids of the states that are active afterwards. */
    states: texts,
    status: oneOf('active', 'done', 'error', 'stopped'),
  }).noUnknown(),
};

export type OpenedMessage = InferType<typeof messages.opened>;
export type ActorMessage = InferType<typeof messages.actor>;
export type StepMessage = InferType<typeof messages.step>;

/** Everything that the inspected page sends. Names only: no payload, context, output, input or error text. */
export type FeedMessage = OpenedMessage | ActorMessage | StepMessage | InferType<typeof messages.closed>;

/** The inspector asks the pages for everything that has happened so far. */
export const hello = 'hello';

/** Whether something from the channel or from a file is a message. */
export function isFeedMessage(data: unknown): data is FeedMessage {
  return Object.values(messages).some((message) => message.isValidSync(data, { strict: true }));
}

/** Identifies this tab across reloads; without session storage (Node, or forbidden), only this page. */
export function tabId(): string {
  const key = 'statechart-inspector.tab';
  try {
    const id = sessionStorage.getItem(key) ?? crypto.randomUUID();
    sessionStorage.setItem(key, id);
    return id;
  } catch {
    return crypto.randomUUID();
  }
}
