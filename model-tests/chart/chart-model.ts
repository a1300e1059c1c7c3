import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  DoneActorEvent,
  ErrorActorEvent,
  EventFrom,
  SnapshotFrom,
} from 'xstate';

/** A sentence for a tester, in both languages of the report. */
export type Title = { ja: string; en: string };

/** One thing that can happen to a chart, with one concrete payload. */
export type Sample = {
  /** Unique within the chart. */
  name: string;
  title: Title;
  event: { type: string };
};

/** One way in which a chart can start. */
export type Opening = { name: string; title: Title; input: unknown };

/** What a step of the chart does to the world outside it. */
export type Effect =
  | { do: 'call'; name: string; params: unknown }
  | { do: 'send'; to: string; event: unknown }
  | { do: 'emit'; event: unknown }
  | { do: 'start'; id: string; input: unknown };

/** One macrostep: `before` and `sample` are null for the opening. */
export type Step = {
  opening: Opening;
  before: AnyMachineSnapshot | null;
  sample: Sample | null;
  after: AnyMachineSnapshot;
  /** Ids of the transitions taken, in order, `always` included. */
  edges: readonly string[];
  /** Guards that were asked, as `<transition id>:true` or `:false`. */
  guards: readonly string[];
  effects: readonly Effect[];
};

/** What the tests need to know about a chart that the chart itself does not say. */
export type ChartModel = {
  machine: AnyStateMachine;
  /** Where the chart stands, what can happen to it, and what is promised of it: for messages. */
  files: { chart: string; samples: string; promises: string };
  openings: readonly Opening[];
  samples: readonly Sample[];
  /**
   * Whether a value of the context decides what can happen next in a state. Two snapshots of a state that differ in
   * nothing decisive are explored once; a guard that reads anything else there is a fault of the model.
   */
  isDecisive(state: string, name: string): boolean;
  /** What the tests themselves have noted on the way and will judge by later: it tells snapshots apart as well. */
  noted?(snapshot: AnyMachineSnapshot): unknown;
  /** False where exploring goes no further, because two unrelated concerns would multiply. */
  isWorthExploring(snapshot: AnyMachineSnapshot): boolean;
  /** States in which everything is well in the end: one of them must be within reach from everywhere. */
  isGoal(state: string): boolean;
  /** Which invoked actor tells an event, where it does not come from outside. */
  teller(eventType: string): string | null;
  /** Names of the actions that `provide-services.ts` provides. */
  outsideActions: readonly string[];
  /** Ids of the invoked actors that never end: child charts and callbacks. */
  lasting: readonly string[];
  /** Throws an AssertionError unless the step is what the specification promises. */
  checkStep(step: Step): void;
  /**
   * How long a delay is by the specification, in milliseconds; the tests do not take the chart's word for it. Where it
   * depends on what has happened, it is read off the snapshot that was checked before.
   */
  delays: Readonly<Record<string, number | ((before: AnyMachineSnapshot) => number)>>;
};

/** What a chart needs that starts in one way, tells nothing but its parent and is small enough to be explored whole. */
export const smallChart = {
  openings: [{ name: 'page opens', title: { ja: 'ページを開く', en: 'the page opens' }, input: undefined }],
  isDecisive: () => true,
  isWorthExploring: () => true,
  teller: () => null,
  outsideActions: [],
  lasting: [],
} satisfies Partial<ChartModel>;

type ChildrenOf<Machine extends AnyStateMachine> = SnapshotFrom<Machine>['children'];
type OutputOf<Child> = Child extends { getSnapshot(): { output?: infer Output } }
  ? Exclude<Output, undefined>
  : never;
/** Invoked actors that can end: callbacks and child charts without a final state cannot. */
type SettlingId<Machine extends AnyStateMachine, Lasting extends string> = Exclude<
  keyof ChildrenOf<Machine> & string,
  Lasting
>;

type Case<Event> = Event & { title: Title };
type Payload<Event> = Event extends unknown ? Omit<Event, 'type'> : never;

/**
 * Sample payloads for everything that can happen to a chart, each with its sentence. An event of the chart or an
 * invoked actor that is missing here does not compile; a delay is asked for by the checks.
 */
export type SampleTable<Machine extends AnyStateMachine, Lasting extends string = never> = {
  events: {
    [Type in EventFrom<Machine>['type']]: readonly [
      Case<Payload<Extract<EventFrom<Machine>, { type: Type }>>>,
      ...Case<Payload<Extract<EventFrom<Machine>, { type: Type }>>>[],
    ];
  };
  done: {
    [Id in SettlingId<Machine, Lasting>]: readonly [
      Case<{ output: OutputOf<ChildrenOf<Machine>[Id]> }>,
      ...Case<{ output: OutputOf<ChildrenOf<Machine>[Id]> }>[],
    ];
  };
  error: {
    [Id in SettlingId<Machine, Lasting>]: readonly [Case<{ error: unknown }>, ...Case<{ error: unknown }>[]];
  };
  after: Readonly<Record<string, { title: Title }>>;
};

/** What `samplesOf` needs of a table, without the types of one chart. */
type AnySampleTable = {
  events: Record<string, readonly ({ title: Title } & object)[]>;
  done: Record<string, readonly { title: Title; output?: unknown }[]>;
  error: Record<string, readonly { title: Title; error: unknown }[]>;
  after: Readonly<Record<string, { title: Title }>>;
};

/** Turns a table into events as XState knows them; a delay gives one event for each state that waits for it. */
export function samplesOf(machine: AnyStateMachine, table: AnySampleTable): Sample[] {
  const numbered = (type: string, index: number, count: number) =>
    count > 1 ? `${type} ${index + 1}` : type;
  return [
    ...Object.entries(table.events).flatMap(([type, cases]) =>
      cases.map(({ title, ...payload }, index) => ({
        name: numbered(type, index, cases.length),
        title,
        event: { ...payload, type },
      })),
    ),
    ...Object.entries(table.done).flatMap(([id, cases]) =>
      cases.map(({ title, output }, index) => {
        const event: DoneActorEvent = { type: `xstate.done.actor.${id}`, output, actorId: id };
        return { name: numbered(`${id} done`, index, cases.length), title, event };
      }),
    ),
    ...Object.entries(table.error).flatMap(([id, cases]) =>
      cases.map(({ title, error }, index) => {
        const event: ErrorActorEvent = { type: `xstate.error.actor.${id}`, error, actorId: id };
        return { name: numbered(`${id} error`, index, cases.length), title, event };
      }),
    ),
    ...stateNodesOf(machine).flatMap((node) =>
      node.after.flatMap(({ delay, eventType }) => {
        const known = Object.entries(table.after).find(([name]) => name === delay);
        return known
          ? [{ name: `${known[0]} in ${node.id}`, title: known[1].title, event: { type: eventType } }]
          : [];
      }),
    ),
  ];
}

/** All state nodes of a machine, the root first. */
export function stateNodesOf(machine: AnyStateMachine): AnyStateMachine['root'][] {
  const withChildren = (node: AnyStateMachine['root']): AnyStateMachine['root'][] => [
    node,
    ...Object.values(node.states).flatMap(withChildren),
  ];
  return withChildren(machine.root);
}

/** The leaf state as a dotted path: what `<main data-state>` shows. */
export function statePathOf({ value }: { value: unknown }): string {
  if (typeof value === 'string') return value;
  const [first] = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return first ? [first[0], statePathOf({ value: first[1] })].filter(Boolean).join('.') : '';
}
