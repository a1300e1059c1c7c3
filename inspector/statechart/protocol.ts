/** Of the BroadcastChannel between pages and inspectors. */
export const channelName = 'statechart-inspector';

/** One state of a chart. */
export type ChartNode = {
  /** XState's own (`signup.input.form`). */
  id: string;
  key: string;
  /** The id of the state around it; null for the root. */
  parent: string | null;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The id of the child that is entered first; null where there is none to choose. */
  initial: string | null;
  description: string | null;
  /** Ids of the actors that run while this state is active. */
  invokes: string[];
  /** Names of the actions on the way in and out. */
  entry: string[];
  exit: string[];
};

/** One transition of a chart: one candidate of one event in one state. */
export type ChartEdge = {
  /** `<source id>|<event type, or "always">|<index among the candidates>`. */
  id: string;
  source: string;
  /** Ids of the states it leads to; empty for a transition that only runs actions. */
  targets: string[];
  /** Why it happens. `event` is something sent from outside the state that has it. */
  kind: 'event' | 'always' | 'after' | 'done' | 'error';
  /** The type of the event as XState knows it; empty for `always`. */
  event: string;
  /** What a person calls the event: the actor's id for `done` and `error`, the delay for `after`. */
  label: string;
  guard: string | null;
  actions: string[];
};

/** A machine as plain data: names only, no context, no payloads, no functions. */
export type Chart = {
  id: string;
  description: string | null;
  /** In document order, the root first. */
  nodes: ChartNode[];
  edges: ChartEdge[];
};

/** What all messages have. */
type Envelope = {
  /** One browser tab, across reloads. */
  tab: string;
  /** One page load. */
  run: string;
  /** The message's own place in the run's log: a step stands where its event was sent, so that causes come before effects. */
  order: number;
  /** Milliseconds since the epoch; of a step, when its event was sent. */
  at: number;
};

/** A page with a running chart was opened, or is shown again by a browser that kept it in memory. */
export type OpenedMessage = Envelope & { kind: 'opened'; name: string };

export type ActorMessage = Envelope & {
  kind: 'actor';
  /** XState's session id, unique in a run. */
  actor: string;
  parent: string | null;
  /** The id that a chart gives the actor; the chart's own id, or “actor”, where none does. */
  name: string;
  /** Null for promises, callbacks and other logic without one. */
  chart: Chart | null;
};

/** An actor has handled one event. */
export type StepMessage = Envelope & {
  kind: 'step';
  actor: string;
  /** The type of the event: one that the actor's chart knows, or one of XState's own. */
  event: string;
  /** The actor that sent it, where one did. */
  from: string | null;
  /** The transitions that were taken, in order: ids of edges of the actor's chart. */
  edges: string[];
  /** Ids of the states that are active afterwards. */
  states: string[];
  status: 'active' | 'done' | 'error' | 'stopped';
};

/** Everything that the inspected page sends. Names only: no payload, context, output, input or error text. */
export type FeedMessage = OpenedMessage | ActorMessage | StepMessage | (Envelope & { kind: 'closed' });

/** The inspector asks the pages for everything that has happened so far. */
export const hello = 'hello';

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
