import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** Why a transition happens. `event` is something sent from outside the state that has it. */
export type EdgeKind = 'event' | 'always' | 'after' | 'done' | 'error';

/** One state of a chart. `id` is XState's own (`signup.input.form`). */
export type ChartNode = {
  id: string;
  key: string;
  /** The id of the state around it; null for the root. */
  parent: string | null;
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The child that is entered first; null where there is none to choose. */
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
  /** `<source id>|<event type, or "always">|<index among the candidates>`; see {@link edgeIdOf}. */
  id: string;
  source: string;
  /** Ids of the states it leads to; empty for a transition that only runs actions. */
  targets: string[];
  kind: EdgeKind;
  /** The type of the event as XState knows it; empty for `always`. */
  event: string;
  /** What a person calls the event: the actor's id for `done` and `error`, the delay for `after`. */
  label: string;
  guard: string | null;
  actions: string[];
  description: string | null;
};

/** A machine as plain data: names only, no context, no payloads, no functions. Safe to serialise. */
export type Chart = {
  id: string;
  description: string | null;
  /** In document order, the root first. */
  nodes: ChartNode[];
  edges: ChartEdge[];
};

/** Describes any XState 5 machine. The machine is read, never started. */
export function chartOf(machine: AnyStateMachine): Chart {
  const stateNodes = withDescendants(machine.root);
  return {
    id: machine.id,
    description: machine.root.description ?? null,
    nodes: stateNodes.map(nodeOf),
    edges: stateNodes.flatMap((stateNode) =>
      transitionsOf(stateNode).map((transition) => edgeOf(transition, machine)),
    ),
  };
}

/**
 * The id of the edge for one of XState's transition objects (`@xstate.microstep`, `getTransitionData`,
 * `toDirectedGraph`). Null if there is no such edge, as for a machine's initial transition.
 */
export function edgeIdOf(transition: AnyTransitionDefinition): string | null {
  const { source, eventType } = transition;
  const candidates = eventType === '' ? source.always : source.transitions.get(eventType);
  const index = candidates?.indexOf(transition) ?? -1;
  return index < 0 ? null : `${source.id}|${eventType || 'always'}|${index}`;
}

/** The id of a state without the chart's own name: `input.form`. */
export function shortId(id: string, chart: Chart | null): string {
  return chart && id.startsWith(`${chart.id}.`) ? id.slice(chart.id.length + 1) : id;
}

/** The guards of a machine as XState asks them, by the ids of their edges. */
export function guardsOf(
  machine: AnyStateMachine,
): Map<string, NonNullable<AnyTransitionDefinition['guard']>> {
  const transitions = withDescendants(machine.root).flatMap(transitionsOf);
  return new Map(
    transitions.flatMap((transition) => {
      const id = edgeIdOf(transition);
      return id === null || transition.guard === undefined ? [] : [[id, transition.guard]];
    }),
  );
}

/**
 * The ids of all states that a state value stands for, the root included, in document order.
 * Names in the value that the chart does not know are left out.
 */
export function activeStates(chart: Chart, value: unknown): string[] {
  const childrenOf = (id: string) => chart.nodes.filter((node) => node.parent === id);
  const walk = (id: string, part: unknown): string[] => {
    const inner = childrenOf(id).flatMap((child) => {
      if (part === child.key) return walk(child.id, undefined);
      if (isRecord(part) && Object.hasOwn(part, child.key)) return walk(child.id, part[child.key]);
      return [];
    });
    return [id, ...inner];
  };
  const root = chart.nodes.find((node) => node.parent === null);
  return root ? walk(root.id, value) : [];
}

/**
 * The edges that may be taken next: those of every active state, without those that an unguarded edge of the same event
 * further inside always pre-empts. Guards are not asked.
 */
export function possibleEdges(chart: Chart, active: readonly string[]): ChartEdge[] {
  const candidates = chart.edges.filter(({ source, kind }) => kind !== 'always' && active.includes(source));
  return candidates.filter((edge, index) => {
    return !candidates.some(
      (other, otherIndex) =>
        other.event === edge.event &&
        other.guard === null &&
        (isInside(chart, other.source, edge.source) || (other.source === edge.source && otherIndex < index)),
    );
  });
}

/** From the root down to the state. */
export function pathTo(chart: Chart, id: string | null): string[] {
  const node = chart.nodes.find((candidate) => candidate.id === id);
  return node ? [...pathTo(chart, node.parent), node.id] : [];
}

export function isInside(chart: Chart, id: string, ancestor: string): boolean {
  return id !== ancestor && pathTo(chart, id).includes(ancestor);
}

function withDescendants(stateNode: AnyStateNode): AnyStateNode[] {
  return [stateNode, ...Object.values(stateNode.states).flatMap(withDescendants)];
}

function transitionsOf(stateNode: AnyStateNode): AnyTransitionDefinition[] {
  return [...(stateNode.always ?? []), ...[...stateNode.transitions.values()].flat()];
}

function nodeOf(stateNode: AnyStateNode): ChartNode {
  const initial = stateNode.type === 'compound' ? stateNode.initial.target[0] : undefined;
  return {
    id: stateNode.id,
    key: stateNode.key,
    parent: stateNode.parent?.id ?? null,
    type: stateNode.type,
    initial: initial?.id ?? null,
    description: stateNode.description ?? null,
    invokes: stateNode.invoke.map(({ id, src }) => actorName(id, src)),
    // From the config: XState adds its own timers for `after` to `stateNode.entry`.
    entry: list(stateNode.config.entry).map(actionName),
    exit: list(stateNode.config.exit).map(actionName),
  };
}

function edgeOf(transition: AnyTransitionDefinition, machine: AnyStateMachine): ChartEdge {
  const { source, eventType } = transition;
  const { kind, label } = readEventType(String(eventType), source, machine);
  return {
    id: edgeIdOf(transition) ?? '',
    source: source.id,
    targets: (transition.target ?? []).map(({ id }) => id),
    kind,
    event: String(eventType),
    label,
    guard: transition.guard === undefined ? null : guardName(transition.guard),
    actions: transition.actions.map(actionName),
    description: transition.description ?? null,
  };
}

function readEventType(
  eventType: string,
  source: AnyStateNode,
  machine: AnyStateMachine,
): { kind: EdgeKind; label: string } {
  if (eventType === '') return { kind: 'always', label: 'always' };
  for (const { id, src } of source.invoke) {
    if (eventType === `xstate.done.actor.${id}`) return { kind: 'done', label: actorName(id, src) };
    if (eventType === `xstate.error.actor.${id}`) return { kind: 'error', label: actorName(id, src) };
  }
  if (eventType === `xstate.done.state.${source.id}`) return { kind: 'done', label: source.key };
  const after = source.after.find((delayed) => delayed.eventType === eventType);
  if (after) return { kind: 'after', label: delayName(after.delay, machine) };
  return { kind: 'event', label: eventType };
}

/** XState makes up ids such as `0.machine.state` for actors without one; the source's name says more. */
function actorName(id: string, src: unknown): string {
  return /^\d+\./.test(id) && typeof src === 'string' && !src.startsWith('xstate.invoke.') ? src : id;
}

function delayName(delay: unknown, machine: AnyStateMachine): string {
  if (typeof delay === 'number') return formatDuration(delay);
  if (typeof delay !== 'string') return 'a computed delay';
  const milliseconds: unknown = machine.implementations.delays[delay];
  return typeof milliseconds === 'number' ? `${delay} (${formatDuration(milliseconds)})` : delay;
}

/** Milliseconds in the largest unit that fits: `250 ms`, `1.5 s`, `14 min`, `2 h`. */
export function formatDuration(milliseconds: number): string {
  const units = [
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ] as const;
  const [size, name] = units.find(([unit]) => milliseconds >= unit) ?? [1, 'ms'];
  return `${Number((milliseconds / size).toFixed(1))} ${name}`;
}

function guardName(guard: unknown): string {
  if (typeof guard === 'function') {
    const parts = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards.map(guardName) : [];
    if (guard.name === 'not') return `not ${parts.join()}`;
    if (guard.name === 'and' || guard.name === 'or') return parts.join(` ${guard.name} `);
    if (guard.name === 'stateIn' && 'stateValue' in guard) return `in ${JSON.stringify(guard.stateValue)}`;
  }
  return nameOf(guard);
}

function actionName(action: unknown): string {
  return nameOf(action).replace(/^xstate\./, '');
}

function nameOf(thing: unknown): string {
  if (typeof thing === 'string') return thing;
  if ((typeof thing === 'function' || isRecord(thing)) && 'type' in thing && typeof thing.type === 'string') {
    return thing.type;
  }
  // An inline arrow function has the name of its property, which tells nothing.
  const name = typeof thing === 'function' ? thing.name : '';
  return name === '' || name === 'guard' || name === 'actions' || name === 'entry' || name === 'exit'
    ? 'inline'
    : name;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function list(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
