import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  getInitialMicrosteps,
  getNextTransitions,
  type InspectionEvent,
} from 'xstate';
import { edgeIdOf } from '../../inspector/statechart/chart.ts';

/** Something that a chart wants done: an action with an effect, an actor to start, an event to send. */
export type Effect = { type: string; params: unknown };

/** A chart's snapshot after a step, the effects, and what the step covered: states, transitions, outcomes of guards. */
export type Taken = {
  snapshot: AnyMachineSnapshot;
  effects: readonly Effect[];
  sights: readonly string[];
};

/** Takes steps in a machine without running any actor or action. */
export function stepsIn(machine: AnyStateMachine) {
  let microsteps: Microstep[] = [];
  let effects: Effect[] = [];
  const inspect = (event: InspectionEvent) => {
    // The inspection type covers every kind of actor; a microstep is only ever a machine's.
    if (event.type === '@xstate.microstep')
      microsteps.push({ snapshot: event.snapshot as AnyMachineSnapshot, transitions: event._transitions });
  };
  // Child charts send events to their parent, so they need one.
  const parent = createActor(
    fromCallback(() => {}),
    { inspect },
  );
  const scopeFor = (input: unknown): AnyActorScope => {
    const self = createActor(machine, { input, parent, id: machine.id });
    return {
      self,
      id: machine.id,
      sessionId: self.sessionId,
      system: parent.system,
      ...{ logger: () => {}, defer: () => {}, stopChild: () => {}, emit: () => {} },
      actionExecutor: ({ type, params }) => effects.push({ type, params }),
    };
  };
  let scope: AnyActorScope | null = null;
  let entry: Microstep | undefined;

  return {
    start(input: unknown): Taken {
      scope ??= scopeFor(input);
      // XState does not report the entry into the initial state, where the first `always` is asked: the same one every time.
      entry ??= getInitialMicrosteps(machine, input).map(([snapshot]) => ({ snapshot, transitions: [] }))[0];
      microsteps = entry ? [entry] : [];
      effects = [];
      const snapshot = machine.getInitialSnapshot(scope, input);
      return { snapshot, effects, sights: sightsOf(null, { type: '' }, snapshot, microsteps) };
    },
    step(before: AnyMachineSnapshot, event: { type: string }): Taken {
      scope ??= scopeFor(undefined);
      microsteps = [];
      effects = [];
      const snapshot = machine.transition(before, event, scope);
      return { snapshot, effects, sights: sightsOf(before, event, snapshot, microsteps) };
    },
  };
}

type Microstep = { snapshot: AnyMachineSnapshot; transitions: readonly AnyTransitionDefinition[] };

const sightsOf = (
  before: AnyMachineSnapshot | null,
  event: { type: string },
  after: AnyMachineSnapshot,
  microsteps: readonly Microstep[],
): string[] => [
  ...after._nodes.map(({ id }) => `state ${id}`),
  ...microsteps
    .flatMap(({ transitions }) => transitions.flatMap((taken) => edgeIdOf(taken) ?? []))
    .map((id) => `edge ${id}`),
  ...guardsAsked(before, event, microsteps).map((outcome) => `guard ${outcome}`),
];

/** Unlike `can()`, also true if a guard stops the event. */
export const listensTo = (snapshot: AnyMachineSnapshot, type: string): boolean =>
  snapshot._nodes.some(({ transitions }) => transitions.has(type));

/**
 * Which guards were asked, and their outcomes: XState takes the first candidate whose guard holds. (Charts with parallel
 * states would need this for each region.)
 */
function guardsAsked(
  before: AnyMachineSnapshot | null,
  event: { type: string },
  microsteps: readonly Microstep[],
): string[] {
  const asked = (from: AnyMachineSnapshot, type: string, taken: readonly AnyTransitionDefinition[]) => {
    const candidates = getNextTransitions(from).filter(({ eventType }) => eventType === type);
    const chosen = candidates.findIndex((candidate) => taken.includes(candidate));
    return candidates
      .slice(0, chosen === -1 ? undefined : chosen + 1)
      .filter(({ guard }) => guard !== undefined)
      .map((candidate) => `${edgeIdOf(candidate)}:${taken.includes(candidate)}`);
  };
  const first = before ? asked(before, event.type, microsteps[0]?.transitions ?? []) : [];
  const always = microsteps.flatMap(({ snapshot }, index) =>
    asked(snapshot, '', microsteps[index + 1]?.transitions ?? []),
  );
  return [...first, ...always];
}

/** The events of the delays that have ended when a chart has been in its innermost state for so long. */
export const dueAfter = (snapshot: AnyMachineSnapshot, milliseconds: number): { type: string }[] =>
  snapshot._nodes.flatMap(({ after }) =>
    after
      .filter(({ delay }) => {
        const named: unknown = snapshot.machine.implementations.delays[String(delay)] ?? delay;
        const due: unknown = typeof named === 'function' ? named({ context: snapshot.context }) : named;
        return typeof due === 'number' && milliseconds >= due;
      })
      .map(({ eventType }) => ({ type: eventType })),
  );

/** The leaf state as a dotted path: what `<main data-state>` shows. */
export function statePathOf({ value }: { value: unknown }): string {
  if (typeof value === 'string') return value;
  const [first] = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return first ? [first[0], statePathOf({ value: first[1] })].filter(Boolean).join('.') : '';
}
