import { shortId } from './chart.ts';
import {
  type ActorMessage,
  type ChartEdge,
  type FeedMessage,
  isFeedMessage,
  type OpenedMessage,
  type StepMessage,
} from './protocol.ts';

/** An actor at one moment: who it is, and what its last step said. */
export type ActorState = ActorMessage & Pick<StepMessage, 'states' | 'edges' | 'status'>;

/** One line of the log. */
export type LogEntry = {
  /** Stays the same while a recording grows. */
  key: string;
  message: OpenedMessage | StepMessage;
  /** Milliseconds since the entry before, whichever actor it was of. */
  sincePrevious: number | null;
  /** The actors of the page after it, parents before children. Of those with the same name and parent, only the last. */
  actors: readonly ActorState[];
  /** Who took the step. */
  actor: ActorState | undefined;
  /** The name of the actor that sent the event, where one did. */
  from: string | undefined;
  /** From which state to which, and by which guard; or that it stayed. Empty without a chart. */
  way: string;
};

/** Adds messages in order and without duplicates: replays and live messages overlap and come in any order. */
export function addMessages(
  known: readonly FeedMessage[],
  added: readonly FeedMessage[],
): readonly FeedMessage[] {
  const keys = new Set(known.map(keyOf));
  const fresh = added.filter((message) => !keys.has(keyOf(message)));
  return fresh.length === 0
    ? known
    : [...known, ...fresh].toSorted((a, b) => a.at - b.at || a.order - b.order);
}

/** The log of one tab's messages; the page that is open, or was last, and its actors as they are now. */
export function readRecording(messages: readonly FeedMessage[]) {
  const entries: LogEntry[] = [];
  let page: OpenedMessage | undefined;
  let isOpen = false;
  const actorsOf = new Map<string, readonly ActorState[]>();
  for (const message of messages) {
    const before = actorsOf.get(message.run) ?? [];
    const actors = afterMessage(before, message);
    actorsOf.set(message.run, actors);
    if (message.kind === 'opened') page = message;
    if (message.kind === 'opened' || message.kind === 'closed') isOpen = message.kind === 'opened';
    if (message.kind === 'closed' || message.kind === 'actor') continue;
    const previous = entries.at(-1)?.message.at;
    const step = message.kind === 'step' ? message : null;
    const actor = actors.find((one) => one.actor === step?.actor);
    entries.push({
      key: keyOf(message),
      message,
      sincePrevious: previous === undefined ? null : message.at - previous,
      actors,
      actor,
      from: actors.find((one) => one.actor === step?.from)?.name,
      way: actor
        ? wayOf(
            before.find((one) => one.actor === actor.actor),
            actor,
          )
        : '',
    });
  }
  return { entries, page, isOpen, actors: actorsOf.get(page?.run ?? '') ?? [] };
}

function afterMessage(actors: readonly ActorState[], message: FeedMessage): readonly ActorState[] {
  if (message.kind === 'actor') {
    const others = actors.filter(({ parent, name }) => parent !== message.parent || name !== message.name);
    return [...others, { ...message, states: [], edges: [], status: 'active' }];
  }
  if (message.kind !== 'step') return actors;
  const { actor, states, edges, status } = message;
  return actors.map((one) => (one.actor === actor ? { ...one, states, edges, status } : one));
}

function wayOf(before: ActorState | undefined, after: ActorState): string {
  const guards = after.edges.flatMap((id) => after.chart?.edges.find((edge) => edge.id === id)?.guard ?? []);
  const [from, to] = [before && leafNames(before), leafNames(after)];
  return [
    from === to ? `stays in ${to}` : [from, to].filter(Boolean).join(' → '),
    ...guards.map((guard) => `[${guard}]`),
    ...(after.edges.length === 0 && from ? ['(changes nothing)'] : []),
  ].join(' ');
}

/** The innermost active states, without the chart's own name: `input.form.filling`. */
export function leafNames({ chart, states }: ActorState): string {
  const parents = new Set(chart?.nodes.filter(({ id }) => states.includes(id)).map(({ parent }) => parent));
  const leaves = states.filter((id) => !parents.has(id));
  return leaves.map((id) => shortId(id, chart)).join(', ');
}

/** What can happen: the edges out of the active states, those of the innermost first, as XState asks them. */
export function possibleEdges({ chart, states, status }: ActorState): ChartEdge[] {
  if (!chart || status !== 'active') return [];
  const events = chart.edges.filter(({ kind }) => kind !== 'always');
  return states.toReversed().flatMap((id) => events.filter(({ source }) => source === id));
}

/** What a person calls the event of an edge: `input.submitted`, `after 2 s`, `done register`. */
export function nameOfEvent({ kind, label }: ChartEdge): string {
  return kind === 'event' ? label : `${kind} ${label}`;
}

const FORMAT = 'statechart recording, version 6';

/** A recording as a JSON file, for a bug report. */
export function exportRecording(messages: readonly FeedMessage[]): string {
  return JSON.stringify({ format: FORMAT, messages }, null, 1);
}

/**
 * Reads an exported recording.
 * @throws Error with a sentence that says what is wrong with the file.
 */
export function importRecording(text: string): readonly FeedMessage[] {
  const data: unknown = JSON.parse(text);
  const isRecording = typeof data === 'object' && data && 'format' in data && data.format === FORMAT;
  if (!isRecording || !('messages' in data) || !Array.isArray(data.messages))
    throw new Error(`This file is no ${FORMAT}.`);
  const damaged = data.messages.findIndex((message: unknown) => !isFeedMessage(message));
  if (damaged !== -1) throw new Error(`Message ${damaged + 1} of this recording is damaged.`);
  return addMessages([], data.messages.filter(isFeedMessage));
}

function keyOf({ run, order }: FeedMessage): string {
  return `${run}#${order}`;
}
