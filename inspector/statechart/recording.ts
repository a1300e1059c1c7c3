import { type Chart, shortId } from './chart.ts';
import {
  type ActorMessage,
  type FeedMessage,
  isRecord,
  type OpenedMessage,
  parseFeedMessage,
  type StepMessage,
} from './protocol.ts';

/** An actor at one moment: who it is, and what its last step said. */
export type ActorState = Omit<ActorMessage, 'kind'> &
  Pick<StepMessage, 'states' | 'edges' | 'guards' | 'status'>;

/** One line of the log. */
export type LogEntry = {
  /** Stays the same while a recording grows. */
  key: string;
  message: OpenedMessage | StepMessage;
  /** Milliseconds since the entry before, whichever actor it was of. */
  sincePrevious: number | null;
  /** Who took the step. */
  actor: ActorMessage | undefined;
  /** The name of the actor that sent the event, where one did. */
  from: string | null;
  /** From which state to which, and by which guard; or that it stayed. Empty without a chart. */
  way: string;
};

/** The messages of one tab, read for showing. */
export type Reading = {
  entries: LogEntry[];
  /** The page that is open, or was last. */
  page: OpenedMessage | undefined;
  isOpen: boolean;
};

/** Adds messages in order and without duplicates: replays and live messages overlap and come in any order. */
export function addMessages(
  known: readonly FeedMessage[],
  added: readonly FeedMessage[],
): readonly FeedMessage[] {
  const keys = new Set(known.map(messageKey));
  const fresh = added.filter((message) => !keys.has(messageKey(message)));
  if (fresh.length === 0) return known;
  const messages = [...known, ...fresh];
  const openings = messages.filter(({ kind }) => kind === 'opened');
  /** Since when the page has been shown. */
  const shownSince = ({ run, order, at }: FeedMessage) =>
    Math.max(...openings.flatMap((one) => (one.run === run && one.order <= order ? one.at : [])), 0) || at;
  const since = new Map(messages.map((message) => [message, shownSince(message)]));
  return messages.toSorted(
    (a, b) =>
      (since.get(a) ?? 0) - (since.get(b) ?? 0) ||
      a.run.localeCompare(b.run) ||
      a.order - b.order ||
      a.seq - b.seq,
  );
}

/** The log of one tab's messages, and its current page. */
export function readRecording(messages: readonly FeedMessage[]): Reading {
  const actors = new Map<string, ActorMessage>();
  /** The active states of each actor. */
  const states = new Map<string, readonly string[]>();
  const entries: LogEntry[] = [];
  for (const message of messages) {
    if (message.kind === 'actor') actors.set(`${message.run}/${message.actor}`, message);
    if (message.kind !== 'step' && message.kind !== 'opened') continue;
    const previous = entries.at(-1)?.message.at;
    const { actor, from } = message.kind === 'step' ? message : { actor: '', from: '' };
    const id = `${message.run}/${actor}`;
    entries.push({
      key: messageKey(message),
      message,
      sincePrevious: previous === undefined ? null : message.at - previous,
      actor: actors.get(id),
      from: actors.get(`${message.run}/${from}`)?.name ?? null,
      way: message.kind === 'step' ? wayOf(message, states.get(id) ?? [], actors.get(id)?.chart ?? null) : '',
    });
    if (message.kind === 'step') states.set(id, message.states);
  }
  const lastPage = messages.findLast((message) => message.kind === 'opened' || message.kind === 'closed');
  return {
    entries,
    page: messages.findLast((message) => message.kind === 'opened'),
    isOpen: lastPage?.kind === 'opened',
  };
}

/**
 * The actors of the page that was open, as they were after a log entry (`null`: now), parents before children. Of those
 * with the same name and parent, only the last.
 */
export function actorsAt(messages: readonly FeedMessage[], entryKey: string | null): ActorState[] {
  const end = messages.findIndex((message) => messageKey(message) === entryKey);
  const past = end < 0 ? messages : messages.slice(0, end + 1);
  const run = past.findLast(({ kind }) => kind === 'opened')?.run;
  const actors = new Map<string, ActorState>();
  for (const message of past.filter((one) => one.run === run)) {
    if (message.kind === 'actor') {
      for (const { parent, name, actor } of actors.values())
        if (parent === message.parent && name === message.name) actors.delete(actor);
      const { kind: _, ...actor } = message;
      actors.set(actor.actor, { ...actor, states: [], edges: [], guards: [], status: 'active' });
    }
    if (message.kind === 'step') {
      const { states, edges, guards, status } = message;
      const actor = actors.get(message.actor);
      if (actor) actors.set(actor.actor, { ...actor, states, edges, guards, status });
    }
  }
  return [...actors.values()];
}

function wayOf(
  { edges, states: after }: StepMessage,
  before: readonly string[],
  chart: Chart | null,
): string {
  if (!chart) return '';
  const innermost = (states: readonly string[]) => shortId(states.at(-1) ?? '', chart);
  const guards = edges.flatMap((id) => chart.edges.find((edge) => edge.id === id)?.guard ?? []);
  const [from, to] = [innermost(before), innermost(after)];
  const where = from === to ? `stays in ${to}` : [from, to].filter(Boolean).join(' → ');
  return [
    where,
    ...guards.map((guard) => `[${guard}]`),
    ...(edges.length === 0 && before.length > 0 ? ['(nothing listens)'] : []),
  ].join(' ');
}

const FORMAT = 'statechart recording, version 3';

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
  if (!isRecord(data) || data.format !== FORMAT || !Array.isArray(data.messages))
    throw new Error(`This file is no ${FORMAT}.`);
  const messages = data.messages.map((message, index) => {
    const parsed = parseFeedMessage(message);
    if (!parsed) throw new Error(`Message ${index + 1} of this recording is damaged.`);
    return parsed;
  });
  return addMessages([], messages);
}

function messageKey({ run, seq }: FeedMessage): string {
  return `${run}#${seq}`;
}
