import type { Chart, ChartEdge, ChartNode } from './chart.ts';

/** The channel that both sides use unless told otherwise. */
export const defaultChannel = 'statechart-inspector';

export type ActorStatus = 'active' | 'done' | 'error' | 'stopped';

/** What all messages of one page load share. */
type Envelope = {
  /** One browser tab, across reloads. */
  tab: string;
  /** One page load. */
  run: string;
  /** Counts the messages of a run from 0. */
  seq: number;
  /** The place in the story of the run: a step stands where its event was sent, so causes come before effects. */
  order: number;
  /** Milliseconds since the epoch; of a step, when its event was sent. */
  at: number;
};

/** A page with a running chart was opened. `commands` are the events that it lets the inspector send. */
export type OpenedMessage = Envelope & { kind: 'opened'; name: string; commands: string[] };
/** A chart that messages after this one refer to by `key`. */
export type ChartMessage = Envelope & { kind: 'chart'; key: string; chart: Chart };
export type ActorMessage = Envelope & {
  kind: 'actor';
  /** XState's session id, unique in a run. */
  actor: string;
  parent: string | null;
  /** The id that a chart gives the actor; the chart's own id, or the kind of logic, where none does. */
  name: string;
  /** The key of its chart; null for promises, callbacks and other logic without one. */
  chart: string | null;
};
/** An actor has worked off one event. */
export type StepMessage = Envelope & {
  kind: 'step';
  actor: string;
  /** The type of the event: one that a chart knows, or one of XState's own. */
  event: string;
  /** The actor that sent it, where one did. */
  from: string | null;
  /** The transitions that were taken, in order: ids of edges of the actor's chart. */
  edges: string[];
  /** Ids of the states that are active afterwards. */
  states: string[];
  status: ActorStatus;
};
export type ClosedMessage = Envelope & { kind: 'closed' };

/** All that ever leaves the inspected page. Names only: no payload, context, output, input or error text. */
export type FeedMessage = OpenedMessage | ChartMessage | ActorMessage | StepMessage | ClosedMessage;

/** What the inspector, or another page, asks of the pages. */
export type InspectorMessage =
  | { kind: 'hello' }
  /** The tab of this run is one that another open page has: take a new one. */
  | { kind: 'tab-taken'; run: string }
  /** Send one of the events that the page has offered by name. */
  | { kind: 'command'; run: string; command: string }
  /** Let a delay of the actor be over now. */
  | { kind: 'pass-time'; run: string; actor: string; edge: string };

/** The answer to `hello`: all messages of a run so far. */
export type ReplayMessage = { kind: 'replay'; messages: FeedMessage[] };

/** Reads a message from the channel or from a file. Null for anything that is not one. Unknown properties are dropped. */
export function parseFeedMessage(data: unknown): FeedMessage | null {
  if (!isRecord(data)) return null;
  const { tab, run, seq, order, at } = data;
  if (!isText(tab) || !isText(run) || !isNumber(seq) || !isNumber(order) || !isNumber(at)) return null;
  const envelope = { tab, run, seq, order, at };
  switch (data.kind) {
    case 'opened':
      return isText(data.name) && isTexts(data.commands)
        ? { ...envelope, kind: 'opened', name: data.name, commands: data.commands }
        : null;
    case 'chart': {
      const chart = parseChart(data.chart);
      return isText(data.key) && chart ? { ...envelope, kind: 'chart', key: data.key, chart } : null;
    }
    case 'actor': {
      const { actor, parent, name, chart } = data;
      return isText(actor) && isTextOrNull(parent) && isText(name) && isTextOrNull(chart)
        ? { ...envelope, kind: 'actor', actor, parent, name, chart }
        : null;
    }
    case 'step': {
      const { actor, event, from, edges, states, status } = data;
      return isText(actor) &&
        isText(event) &&
        isTextOrNull(from) &&
        isTexts(edges) &&
        isTexts(states) &&
        isStatus(status)
        ? { ...envelope, kind: 'step', actor, event, from, edges, states, status }
        : null;
    }
    case 'closed':
      return { ...envelope, kind: 'closed' };
    default:
      return null;
  }
}

/** Reads what the inspector may ask. Null for anything else. */
export function parseInspectorMessage(data: unknown): InspectorMessage | null {
  if (!isRecord(data)) return null;
  const { kind, run, command, actor, edge } = data;
  if (kind === 'hello') return { kind };
  if (kind === 'tab-taken' && isText(run)) return { kind, run };
  if (kind === 'command' && isText(run) && isText(command)) return { kind, run, command };
  if (kind === 'pass-time' && isText(run) && isText(actor) && isText(edge)) return { kind, run, actor, edge };
  return null;
}

export function parseReplay(data: unknown): ReplayMessage | null {
  if (!isRecord(data) || data.kind !== 'replay' || !Array.isArray(data.messages)) return null;
  const messages = data.messages.map(parseFeedMessage).filter((message) => message !== null);
  return messages.length === data.messages.length ? { kind: 'replay', messages } : null;
}

function parseChart(data: unknown): Chart | null {
  if (!isRecord(data) || !isText(data.id) || !Array.isArray(data.nodes) || !Array.isArray(data.edges))
    return null;
  const nodes = data.nodes.map(parseNode).filter((node) => node !== null);
  const edges = data.edges.map(parseEdge).filter((edge) => edge !== null);
  const isWhole = nodes.length === data.nodes.length && edges.length === data.edges.length;
  const known = new Set(nodes.map(({ id }) => id));
  const ends = edges.flatMap(({ source, targets }) => [source, ...targets]);
  const parents = nodes.flatMap(({ parent, initial }) => [parent, initial]);
  const isClosed = [...ends, ...parents].every((id) => id === null || known.has(id));
  // A state is listed after the one around it: so there is one root, and no circle of parents.
  const isTree = nodes.every(
    ({ parent }, index) =>
      (parent === null) === (index === 0) &&
      (parent === null || nodes.findIndex(({ id }) => id === parent) < index),
  );
  if (!isWhole || !isClosed || !isTree || nodes.length === 0 || known.size !== nodes.length) return null;
  return { id: data.id, description: isText(data.description) ? data.description : null, nodes, edges };
}

function parseNode(data: unknown): ChartNode | null {
  if (!isRecord(data)) return null;
  const { id, key, parent, type, initial, history, description, invokes, entry, exit } = data;
  if (!isText(id) || !isText(key) || !isTextOrNull(parent) || !isOneOf(nodeTypes, type)) return null;
  if (!isTextOrNull(initial) || !isTextOrNull(description)) return null;
  if (history !== null && history !== 'shallow' && history !== 'deep') return null;
  if (!isTexts(invokes) || !isTexts(entry) || !isTexts(exit)) return null;
  return { id, key, parent, type, initial, history, description, invokes, entry, exit };
}

function parseEdge(data: unknown): ChartEdge | null {
  if (!isRecord(data)) return null;
  const { id, source, targets, kind, event, label, guard, actions, description } = data;
  if (!isText(id) || !isText(source) || !isTexts(targets) || !isOneOf(edgeKinds, kind)) return null;
  if (!isText(event) || !isText(label) || !isTextOrNull(guard) || !isTexts(actions)) return null;
  if (!isTextOrNull(description)) return null;
  return { id, source, targets, kind, event, label, guard, actions, description };
}

const nodeTypes = ['atomic', 'compound', 'parallel', 'final', 'history'] as const;
const edgeKinds = ['event', 'always', 'after', 'done', 'error'] as const;
const statuses = ['active', 'done', 'error', 'stopped'] as const;

export function isStatus(value: unknown): value is ActorStatus {
  return isOneOf(statuses, value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isOneOf<T extends string>(allowed: readonly T[], value: unknown): value is T {
  return allowed.some((one) => one === value);
}
