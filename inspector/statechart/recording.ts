import type { Chart } from './chart.ts';
import {
  type ActorMessage,
  type ActorStatus,
  type FeedMessage,
  isRecord,
  type OpenedMessage,
  parseFeedMessage,
  type StepMessage,
} from './protocol.ts';

/** An actor at one moment. */
export type ActorState = {
  /** Unique in a recording: run and session id. */
  key: string;
  run: string;
  actor: string;
  parent: string | null;
  name: string;
  chart: Chart | null;
  states: readonly string[];
  /** The edges of its last step. */
  taken: readonly string[];
  status: ActorStatus;
};

/** One line of the log. */
export type LogEntry = {
  /** Stays the same while a recording grows. */
  key: string;
  at: number;
  /** Milliseconds since the entry before, of whichever actor. */
  sincePrevious: number | null;
} & (
  | {
      kind: 'step';
      actorKey: string;
      actorName: string;
      hasChart: boolean;
      event: string;
      from: string | null;
      states: readonly string[];
      status: ActorStatus;
    }
  | { kind: 'opened'; name: string }
);

/** All that is known of one tab: messages in order, across reloads. */
export type Recording = { messages: readonly FeedMessage[] };

/** A recording, read for showing. */
export type Reading = {
  entries: LogEntry[];
  /** The run whose page is open, or was last. */
  run: string | null;
  isOpen: boolean;
  name: string;
  commands: readonly string[];
};

/** Adds messages, each once, whatever the order in which replays and live messages come. */
export function addMessages(recording: Recording, added: readonly FeedMessage[]): Recording {
  const known = new Set(recording.messages.map(messageKey));
  const fresh = added.filter((message) => !known.has(messageKey(message)));
  if (fresh.length === 0) return recording;
  const opened = new Map<string, number>();
  const messages = [...recording.messages, ...fresh];
  for (const { run, at } of messages) opened.set(run, Math.min(at, opened.get(run) ?? at));
  return {
    messages: messages.toSorted(
      (a, b) =>
        (opened.get(a.run) ?? 0) - (opened.get(b.run) ?? 0) ||
        a.run.localeCompare(b.run) ||
        a.order - b.order ||
        a.seq - b.seq,
    ),
  };
}

/** The log of a recording, and which page speaks. */
export function readRecording({ messages }: Recording): Reading {
  const entries: LogEntry[] = [];
  const actors = new Map<string, ActorMessage>();
  let opened: OpenedMessage | null = null;
  let isOpen = false;
  for (const message of messages) {
    const previous = entries.at(-1)?.at;
    const shared = {
      key: messageKey(message),
      at: message.at,
      sincePrevious: previous === undefined ? null : message.at - previous,
    };
    if (message.kind === 'opened') {
      opened = message;
      isOpen = true;
      entries.push({ ...shared, kind: 'opened', name: message.name });
    }
    if (message.kind === 'closed') isOpen = false;
    if (message.kind === 'actor') actors.set(actorKey(message), message);
    if (message.kind === 'step') {
      const { run, event, states, status } = message;
      const actor = actors.get(actorKey(message));
      entries.push({
        ...shared,
        kind: 'step',
        actorKey: actorKey(message),
        actorName: actor?.name ?? message.actor,
        hasChart: actor?.chart != null,
        event,
        from: message.from === null ? null : (actors.get(`${run}/${message.from}`)?.name ?? null),
        states,
        status,
      });
    }
  }
  return {
    entries,
    run: opened?.run ?? null,
    isOpen,
    name: opened?.name ?? '',
    commands: opened?.commands ?? [],
  };
}

/**
 * The actors as they were right after a log entry (`null`: now), parents before children.
 * Only those of the page that was open then; of several with the same name and parent only the last.
 */
export function actorsAt({ messages }: Recording, entryKey: string | null): ActorState[] {
  const end = entryKey === null ? -1 : messages.findIndex((message) => messageKey(message) === entryKey);
  const past = end < 0 ? messages : messages.slice(0, end + 1);
  const run = past.findLast(({ kind }) => kind === 'opened')?.run ?? past.at(-1)?.run;
  const charts = new Map<string, Chart>();
  const actors = new Map<string, ActorState>();
  for (const message of past) {
    if (message.run !== run) continue;
    if (message.kind === 'chart') charts.set(message.key, message.chart);
    if (message.kind === 'actor') {
      const { actor, parent, name, chart } = message;
      const key = actorKey(message);
      for (const other of actors.values())
        if (other.parent === parent && other.name === name) actors.delete(other.key);
      actors.set(key, {
        key,
        run,
        actor,
        parent,
        name,
        chart: chart === null ? null : (charts.get(chart) ?? null),
        states: [],
        taken: [],
        status: 'active',
      });
    }
    if (message.kind === 'step') takeStep(actors, message);
  }
  return [...actors.values()];
}

const FORMAT = 'statechart-recording';
const VERSION = 1;

/** A recording as a JSON file, for a bug report. */
export function exportRecording({ messages }: Recording): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, messages }, null, 1);
}

/**
 * Reads an exported recording.
 * @throws Error with a sentence that says what is wrong with the file.
 */
export function importRecording(text: string): Recording {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error('This file is no JSON.');
  }
  if (!isRecord(data) || data.format !== FORMAT)
    throw new Error('This file is no recording of the inspector.');
  if (data.version !== VERSION) {
    throw new Error(
      `This recording has version ${String(data.version)}; this inspector reads version ${VERSION}.`,
    );
  }
  if (!Array.isArray(data.messages)) throw new Error('This recording holds no list of messages.');
  const messages = data.messages.map((message, index) => {
    const parsed = parseFeedMessage(message);
    if (!parsed) throw new Error(`Message ${index + 1} of this recording is damaged.`);
    return parsed;
  });
  return addMessages({ messages: [] }, messages);
}

function takeStep(actors: Map<string, ActorState>, step: StepMessage): void {
  const actor = actors.get(actorKey(step));
  if (!actor) return;
  actors.set(actor.key, { ...actor, states: step.states, taken: step.edges, status: step.status });
}

function messageKey({ run, seq }: FeedMessage): string {
  return `${run}#${seq}`;
}

function actorKey({ run, actor }: ActorMessage | StepMessage): string {
  return `${run}/${actor}`;
}
