import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { Chart, ChartEdge, ChartNode } from './protocol.ts';

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

/** The name that a chart gives an actor; undefined for one that is spawned, whose id may hold anything. */
export function nameInChart(machine: AnyStateMachine, actorId: string): string | undefined {
  const actors = withDescendants(machine.root).flatMap(({ invoke }) => invoke);
  return actors.filter(({ id }) => id === actorId).map(actorName)[0];
}

/** The id of a state without the chart's own name: `input.form`. */
export function shortId(id: string, chart: Chart | null): string {
  return chart && id.startsWith(`${chart.id}.`) ? id.slice(chart.id.length + 1) : id;
}

/** From the root down to the state. */
export function pathTo(chart: Chart, id: string | null): string[] {
  const node = chart.nodes.find((candidate) => candidate.id === id);
  return node ? [...pathTo(chart, node.parent), node.id] : [];
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
    invokes: stateNode.invoke.map(actorName),
    // From the config: XState adds its own timers for `after` to `stateNode.entry`.
    entry: [stateNode.config.entry ?? []].flat().map(actionName),
    exit: [stateNode.config.exit ?? []].flat().map(actionName),
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
    guard: transition.guard === undefined ? null : nameOf(transition.guard),
    actions: transition.actions.map(actionName),
  };
}

function readEventType(
  eventType: string,
  source: AnyStateNode,
  machine: AnyStateMachine,
): Pick<ChartEdge, 'kind' | 'label'> {
  if (eventType === '') return { kind: 'always', label: 'always' };
  for (const actor of source.invoke) {
    if (eventType === `xstate.done.actor.${actor.id}`) return { kind: 'done', label: actorName(actor) };
    if (eventType === `xstate.error.actor.${actor.id}`) return { kind: 'error', label: actorName(actor) };
  }
  if (eventType === `xstate.done.state.${source.id}`) return { kind: 'done', label: source.key };
  const after = source.after.find((delayed) => delayed.eventType === eventType);
  if (after) return { kind: 'after', label: delayName(after.delay, machine) };
  return { kind: 'event', label: eventType };
}

/** XState makes up ids such as `0.machine.state` for actors without one; the source's name says more. */
function actorName({ id, src }: { id: string; src: unknown }): string {
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

function actionName(action: unknown): string {
  return nameOf(action).replace(/^xstate\./, '');
}

function nameOf(thing: unknown): string {
  if (typeof thing === 'string') return thing;
  const isNamed = (typeof thing === 'function' || typeof thing === 'object') && thing && 'type' in thing;
  if (isNamed && typeof thing.type === 'string') return thing.type;
  const name = typeof thing === 'function' ? thing.name : '';
  // An inline arrow function has the name of its property, which tells nothing.
  return ['', 'guard', 'actions', 'entry', 'exit'].includes(name) ? 'inline' : name;
}
