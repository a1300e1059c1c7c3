import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  getInitialMicrosteps,
  getMicrosteps,
  getNextTransitions,
  getStateNodes,
} from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { chartOf, edgeIdOf } from '../../inspector/statechart/chart.ts';
import type { ChartEdge } from '../../inspector/statechart/protocol.ts';
import type { Route } from '../../src/services/navigation/routes.ts';
import type { CompletionFields } from '../../src/signup/application/completion-fields.ts';

/** Something that a chart wants done: an action with an effect, an actor to start, an event to send. */
export type Effect = { type: string; params: Params };
/** What models look at: the parameters of the sign-up chart's own actions, and XState's of actors, events and delays. */
type Params = {
  route?: Route;
  redirectUrl?: string;
  key?: string;
  fields?: CompletionFields | null;
  id?: string;
  input?: Record<string, unknown>;
  targetId?: string;
  event?: { type: string; postalCode?: string | null };
  delay?: number;
};

/** A chart's snapshot after a step, the effects, and what the step covered: states, transitions, outcomes of guards. */
export type Taken = { snapshot: AnyMachineSnapshot; effects: readonly Effect[]; covered: readonly string[] };

/** Takes steps in a machine without running any actor or action. */
export function stepsIn(machine: AnyStateMachine) {
  type Microsteps = ReturnType<typeof getMicrosteps<AnyStateMachine>>;
  const takenBy = (microsteps: Microsteps, asked: readonly string[]): Taken => {
    const snapshots = microsteps.map(([snapshot]) => snapshot);
    const last = snapshots.at(-1);
    if (!last) throw new Error('A step has an end');
    return {
      snapshot: last,
      effects: microsteps.flatMap(([, actions]) =>
        actions.map(({ type, params }) => ({ type, params: (params ?? {}) as Params })),
      ),
      covered: [
        ...nodesOf(last).map(({ id }) => `state ${id}`),
        ...asked,
        ...snapshots.flatMap((snapshot) => choiceIn(snapshot, { type: '' })),
      ],
    };
  };
  return {
    start: (input: unknown) => takenBy(getInitialMicrosteps(machine, input), []),
    step: (before: AnyMachineSnapshot, event: { type: string }) =>
      takenBy(getMicrosteps(machine, before, event), choiceIn(before, event)),
  };
}

const nodesOf = ({ machine, value }: AnyMachineSnapshot) => getStateNodes(machine.root, value);

/** Unlike `can()`, also true if a guard stops the event. */
export const listensTo = (snapshot: AnyMachineSnapshot, type: string): boolean =>
  getNextTransitions(snapshot).some(({ eventType }) => eventType === type);

/**
 * Which transition a state takes for an event, `''` for `always`, and the outcomes of the guards that were asked before: the
 * first candidate whose guard holds. (Charts with parallel states would need this for each region.)
 */
function choiceIn(snapshot: AnyMachineSnapshot, event: { type: string }): string[] {
  const covered: string[] = [];
  for (const candidate of getNextTransitions(snapshot)) {
    const { eventType, guard } = candidate;
    if (eventType !== event.type) continue;
    const holds = guard === undefined || evaluateGuard(guard, snapshot.context, event, snapshot);
    const id = edgeIdOf(candidate);
    if (guard !== undefined) covered.push(`guard ${id}:${holds}`);
    if (holds) return [...covered, `edge ${id}`];
  }
  return covered;
}

/** The events of the delays that have ended when a chart has been in its innermost state for so long. */
export const dueAfter = (snapshot: AnyMachineSnapshot, milliseconds: number): { type: string }[] =>
  nodesOf(snapshot).flatMap(({ after }) =>
    after
      .filter(({ delay }) => {
        const named: unknown = snapshot.machine.implementations.delays[String(delay)] ?? delay;
        const due: unknown = typeof named === 'function' ? named({ context: snapshot.context }) : named;
        return typeof due === 'number' && milliseconds >= due;
      })
      .map(({ eventType }) => ({ type: eventType })),
  );

/** The parts of a chart that no step has covered: a sentence for each, with the file to change. */
export function missingIn(machine: AnyStateMachine, covered: Iterable<string>, file: string): string[] {
  const seen = new Set(covered);
  const { nodes, edges } = chartOf(machine);
  // A chart is never in a history state, nor in one that `always` leaves at once.
  const inPassing = edges.filter(({ id, kind }) => kind === 'always' && seen.has(`edge ${id}`));
  const left = new Set(inPassing.map(({ source }) => source));
  const states = nodes.filter(({ type }) => type !== 'history');
  return [
    ...states
      .filter(({ description }) => !description)
      .map(({ id }) => `${id} has no description: write in the chart what it means`),
    ...states
      .filter(({ id }) => !seen.has(`state ${id}`) && !left.has(id))
      .map(({ id }) => `${id} is never reached: write in ${file} what leads there`),
    ...edges.flatMap((edge) => [
      ...(seen.has(`edge ${edge.id}`)
        ? []
        : [`${nameOfEdge(edge)} is never taken: write in ${file} what takes it`]),
      ...[true, false]
        .filter((outcome) => edge.guard !== null && !seen.has(`guard ${edge.id}:${outcome}`))
        .map((outcome) => `${nameOfEdge(edge)} was never ${outcome}: write in ${file} with what it is`),
    ]),
  ];
}

function nameOfEdge({ source, label, kind, guard, targets }: ChartEdge): string {
  const what = kind === 'event' ? label : `${kind} ${label}`;
  return `${source} --${what}${guard ? ` [${guard}]` : ''}--> ${targets.join(', ') || '(stays)'}`;
}
