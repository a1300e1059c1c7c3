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

/** A chart's snapshot after a step, and what the step covered: states, transitions, outcomes of guards. */
export type Observed = { page: AnyMachineSnapshot; sights: readonly string[] };

/** Steps through a machine without running any actor, and notes what each step covers. */
export function observe(machine: AnyStateMachine) {
  let microsteps: Microstep[] = [];
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
      ...{ logger: () => {}, defer: () => {}, stopChild: () => {}, emit: () => {}, actionExecutor: () => {} },
    };
  };
  let scope: AnyActorScope | null = null;
  let entry: Microstep | undefined;

  const seen = (
    before: AnyMachineSnapshot | null,
    event: { type: string },
    page: AnyMachineSnapshot,
  ): Observed => ({ page, sights: sightsOf(before, event, page, microsteps) });

  return {
    start(input: unknown): Observed {
      scope ??= scopeFor(input);
      // XState does not report the entry into the initial state, where the first `always` is asked: the same one every time.
      entry ??= getInitialMicrosteps(machine, input).map(([snapshot]) => ({ snapshot, transitions: [] }))[0];
      microsteps = entry ? [entry] : [];
      return seen(null, { type: '' }, machine.getInitialSnapshot(scope, input));
    },
    step(before: AnyMachineSnapshot, event: { type: string }): Observed {
      scope ??= scopeFor(undefined);
      microsteps = [];
      return seen(before, event, machine.transition(before, event, scope));
    },
  };
}

/** The same for charts that run: an actor's `inspect`, which notes what it and its child charts cover. */
export function observing(sights: Set<string>) {
  const known = new Map<unknown, AnyMachineSnapshot>();
  return (event: InspectionEvent): void => {
    if (event.type !== '@xstate.microstep') return;
    // As above.
    const after = event.snapshot as AnyMachineSnapshot;
    const before = known.get(event.actorRef) ?? null;
    known.set(event.actorRef, after);
    const steps = [{ snapshot: after, transitions: event._transitions }];
    for (const sight of sightsOf(before, event.event, after, steps)) sights.add(sight);
  };
}

type Microstep = { snapshot: AnyMachineSnapshot; transitions: readonly AnyTransitionDefinition[] };

const sightsOf = (
  before: AnyMachineSnapshot | null,
  event: { type: string },
  page: AnyMachineSnapshot,
  microsteps: readonly Microstep[],
): string[] => [
  ...page._nodes.map(({ id }) => `state ${id}`),
  ...microsteps
    .flatMap(({ transitions }) => transitions.flatMap((taken) => edgeIdOf(taken) ?? []))
    .map((id) => `edge ${id}`),
  ...guardsAsked(before, event, microsteps).map((outcome) => `guard ${outcome}`),
];

/** Unlike `can()`, also true if a guard stops the event. */
export const listensTo = (snapshot: AnyMachineSnapshot, type: string): boolean =>
  getNextTransitions(snapshot).some(({ eventType }) => eventType === type);

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
