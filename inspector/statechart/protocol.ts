import { array, boolean, type InferType, number, object, type Schema, string } from 'yup';
import type { ChartEdge, ChartNode } from './chart.ts';

/** The channel that both sides use unless told otherwise. */
export const defaultChannel = 'statechart-inspector';

const text = string().defined();
const textOrNull = string().defined().nullable();
const texts = array(text).defined();
const oneOf = <Value extends string>(...values: readonly Value[]) => string().oneOf(values).defined();

const node = object({
  id: text,
  key: text,
  parent: textOrNull,
  type: oneOf<ChartNode['type']>('atomic', 'compound', 'parallel', 'final', 'history'),
  initial: textOrNull,
  description: textOrNull,
  invokes: texts,
  entry: texts,
  exit: texts,
}).noUnknown();

const edge = object({
  id: text,
  source: text,
  targets: texts,
  kind: oneOf<ChartEdge['kind']>('event', 'always', 'after', 'done', 'error'),
  event: text,
  label: text,
  guard: textOrNull,
  actions: texts,
  description: textOrNull,
}).noUnknown();

/** What all messages of one page load share. */
const envelope = {
  /** One browser tab, across reloads. */
  tab: text,
  /** One page load. */
  run: text,
  /** Counts the messages of a run from 0. */
  seq: number().defined(),
  /** The place in the run's log: a step stands where its event was sent, so that causes come before effects. */
  order: number().defined(),
  /** Milliseconds since the epoch; of a step, when its event was sent. */
  at: number().defined(),
};

const chart = object({
  id: text,
  description: textOrNull,
  nodes: array(node).defined(),
  edges: array(edge).defined(),
}).noUnknown();

const feedMessages = {
  /** A page with a running chart was opened, or is shown again by a browser that kept it in memory. */
  opened: object({
    ...envelope,
    kind: oneOf('opened'),
    name: text,
    isShownAgain: boolean().defined(),
  }).noUnknown(),
  actor: object({
    ...envelope,
    kind: oneOf('actor'),
    /** XState's session id, unique in a run. */
    actor: text,
    parent: textOrNull,
    /** The id that a chart gives the actor; the chart's own id, or the kind of logic, where none does. */
    name: text,
    /** Null for promises, callbacks and other logic without one. */
    chart: chart.defined().nullable(),
  }).noUnknown(),
  /** An actor has handled one event. */
  step: object({
    ...envelope,
    kind: oneOf('step'),
    actor: text,
    /** The type of the event: one that a chart knows, or one of XState's own. */
    event: text,
    /** The actor that sent it, where one did. */
    from: textOrNull,
    /** The transitions that were taken, in order: ids of edges of the actor's chart. */
    edges: texts,
    /** Ids of the states that are active afterwards. */
    states: texts,
    /** Whether the guards of these states' edges hold afterwards; null where that depends on the event. */
    guards: array(object({ edge: text, holds: boolean().defined().nullable() }).noUnknown()).defined(),
    status: oneOf('active', 'done', 'error', 'stopped'),
  }).noUnknown(),
  closed: object({ ...envelope, kind: oneOf('closed') }).noUnknown(),
};

export type OpenedMessage = InferType<typeof feedMessages.opened>;
export type ActorMessage = InferType<typeof feedMessages.actor>;
export type StepMessage = InferType<typeof feedMessages.step>;
export type GuardVerdict = StepMessage['guards'][number];

/** Everything that the inspected page sends. Names only: no payload, context, output, input or error text. */
export type FeedMessage = OpenedMessage | ActorMessage | StepMessage | InferType<typeof feedMessages.closed>;

/** The inspector asks the pages for everything that has happened so far. */
export const hello = { kind: 'hello' } as const;

/** The answer to `hello`: all messages of a run so far. */
export type ReplayMessage = { kind: 'replay'; messages: FeedMessage[] };

/** Reads a message from the channel or from a file. Null for anything else. */
export function parseFeedMessage(data: unknown): FeedMessage | null {
  const schemas: Readonly<Record<string, Schema<FeedMessage>>> = feedMessages;
  const schema = isRecord(data) && typeof data.kind === 'string' ? schemas[data.kind] : undefined;
  return schema?.isValidSync(data, { strict: true }) ? data : null;
}

/** Reads the messages of a replay; none where it is something else. */
export function parseReplay(data: unknown): FeedMessage[] {
  if (!isRecord(data) || data.kind !== 'replay' || !Array.isArray(data.messages)) return [];
  return data.messages.flatMap((message) => parseFeedMessage(message) ?? []);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
