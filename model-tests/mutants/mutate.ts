import {
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createMachine,
  not,
} from 'xstate';
import { stateNodesOf } from '../chart/observe.ts';

/** A chart with one thing changed; `build` gives null where XState refuses to. */
export type Mutant = { id: string; build(): AnyStateMachine | null };

type Change = { id: string; apply(): void };
/** The config of a chart or a state. */
type Config = { [key: string]: unknown };
type TransitionConfig = { target?: unknown; guard?: unknown; actions: unknown[]; reenter?: unknown };

/** All charts that differ from this one in a single thing, each with a name that says which. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const changes = changesOf(machine, normalised(machine.config));
  const delays = Object.entries(machine.implementations.delays);
  return [
    ...changes.map(({ id }, index) => ({
      id: `${machine.id}: ${id}`,
      build() {
        const config = normalised(machine.config);
        changesOf(machine, config)[index]?.apply();
        return built(machine, config);
      },
    })),
    ...delays.flatMap(([name, delay]) =>
      Object.entries({ twice: 2, half: 0.5 }).map(([how, factor]) => ({
        id: `${machine.id}: ${how} ${name}`,
        build: () => machine.provide({ delays: { [name]: multiplied(delay, factor) } }),
      })),
    ),
  ];
}

type Delay = AnyStateMachine['implementations']['delays'][string];

function multiplied(delay: Delay, factor: number): Delay {
  if (typeof delay === 'number') return delay * factor;
  return (args, params) => {
    const computed = delay(args, params);
    return typeof computed === 'number' ? computed * factor : computed;
  };
}

function built(machine: AnyStateMachine, config: Config): AnyStateMachine | null {
  try {
    // A change can make a chart run in circles; that counts as found, and must come to an end.
    return createMachine({ ...config, options: { maxIterations: 50 } }, machine.implementations);
  } catch {
    return null;
  }
}

/** A copy of a chart's config in which everything that may be a list is one. */
function normalised(config: unknown): Config {
  const node: Config = { ...asRecord(config) };
  if (node.states) node.states = mapValues(node.states, normalised);
  if (node.on) node.on = mapValues(node.on, transitions);
  if (node.after) node.after = mapValues(node.after, transitions);
  if (node.always) node.always = transitions(node.always);
  node.entry = listed(node.entry);
  node.exit = listed(node.exit);
  node.invoke = listed(node.invoke).map((invoke) => {
    const copy: Config = { ...asRecord(invoke) };
    if (copy.onDone !== undefined) copy.onDone = transitions(copy.onDone);
    if (copy.onError !== undefined) copy.onError = transitions(copy.onError);
    return copy;
  });
  return node;
}

function transitions(config: unknown): TransitionConfig[] {
  return listed(config).map((transition) =>
    typeof transition === 'string'
      ? { target: transition, actions: [] }
      : { ...asRecord(transition), actions: listed(asRecord(transition).actions) },
  );
}

function changesOf(machine: AnyStateMachine, root: Config): Change[] {
  const atoms = stateNodesOf(machine).filter(({ type }) => type === 'atomic');
  const changes: Change[] = [];

  const visitNode = (config: Config, node: AnyStateNode) => {
    const say = (what: string, apply: () => void) => changes.push({ id: `${node.id}: ${what}`, apply });

    for (const list of [config.entry, config.exit]) {
      if (!Array.isArray(list)) continue;
      const where = list === config.entry ? 'entry' : 'exit';
      list.forEach((action, index) => {
        say(`drop ${where} action ${index + 1} ${nameOf(action)}`, () => list.splice(index, 1));
      });
    }
    if (typeof config.initial === 'string') {
      const keys = Object.values(node.states)
        .filter(({ type }) => type !== 'history')
        .map(({ key }) => key);
      const other = following(keys, config.initial);
      if (other !== config.initial) {
        say(`start in ${other}`, () => {
          config.initial = other;
        });
      }
    }
    for (const [event, list] of entriesOf(config.on)) visitTransitions(event, list, event, node);
    for (const [delay, list] of entriesOf(config.after)) {
      visitTransitions(`after ${delay}`, list, `xstate.after.${delay}.${node.id}`, node);
    }
    visitTransitions('always', config.always, '', node);

    if (Array.isArray(config.invoke)) {
      const invokes: Config[] = config.invoke;
      invokes.forEach((invoke, index) => {
        const id = String(invoke.id);
        say(`drop invoke ${id}`, () => invokes.splice(index, 1));
        if (invoke.input !== undefined) say(`drop input of ${id}`, () => delete invoke.input);
        if (invoke.onError !== undefined) say(`drop error branch of ${id}`, () => delete invoke.onError);
        visitTransitions(`done ${id}`, invoke.onDone, `xstate.done.actor.${id}`, node);
        visitTransitions(`error ${id}`, invoke.onError, `xstate.error.actor.${id}`, node);
      });
    }
    for (const [key, child] of entriesOf(config.states)) {
      const childNode = node.states[key];
      if (childNode) visitNode(asRecord(child), childNode);
    }
  };

  const visitTransitions = (what: string, list: unknown, eventType: string, node: AnyStateNode) => {
    if (!Array.isArray(list)) return;
    const candidates: TransitionConfig[] = list;
    const known = eventType === '' ? node.always : node.transitions.get(eventType);
    candidates.forEach((transition, index) => {
      const name = candidates.length > 1 ? `${what} ${index + 1}` : what;
      const say = (how: string, apply: () => void) =>
        changes.push({ id: `${node.id}: ${name}: ${how}`, apply });
      const { guard, actions } = transition;

      say('drop', () => candidates.splice(index, 1));
      if (guard !== undefined) {
        say(`drop guard ${nameOf(guard)}`, () => delete transition.guard);
        say(`negate guard ${nameOf(guard)}`, () => {
          transition.guard = not(guard as Parameters<typeof not>[0]);
        });
      }
      if (transition.target !== undefined) {
        for (const other of otherTargets(known?.[index], atoms)) {
          say(`go to ${other}`, () => {
            transition.target = `#${other}`;
          });
        }
        say('stay', () => delete transition.target);
      }
      if (transition.reenter !== undefined) say('do not reenter', () => delete transition.reenter);
      actions.forEach((action, place) => {
        say(`drop action ${place + 1} ${nameOf(action)}`, () => actions.splice(place, 1));
      });
    });
  };

  visitNode(root, machine.root);
  return changes;
}

/** Two wrong ways for a transition: a state beside the right one, and the next one of the chart. */
function otherTargets(
  transition: AnyTransitionDefinition | undefined,
  atoms: readonly AnyStateNode[],
): string[] {
  const target = transition?.target?.[0];
  if (!target) return [];
  const atom = target.type === 'compound' ? initialAtomOf(target) : target;
  const siblings = Object.values(target.parent?.states ?? {}).filter(({ type }) => type !== 'history');
  const beside = siblings[(siblings.indexOf(target) + 1) % siblings.length];
  const next = atoms[(atoms.indexOf(atom) + 1) % atoms.length];
  return [...new Set([beside, next].flatMap((node) => (node ? initialAtomOf(node).id : [])))].filter(
    (id) => id !== atom.id,
  );
}

function initialAtomOf(node: AnyStateNode): AnyStateNode {
  const inner = node.type === 'compound' ? node.initial.target[0] : undefined;
  return inner ? initialAtomOf(inner) : node;
}

function following(keys: readonly string[], key: string): string {
  return keys[(keys.indexOf(key) + 1) % keys.length] ?? key;
}

function nameOf(thing: unknown): string {
  return typeof thing === 'string' ? thing : String(asRecord(thing).type);
}

/** Always a new list: what a change does to it must not reach the shipped chart. */
function listed(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? [...value] : [value];
}

function asRecord(value: unknown): Config {
  return typeof value === 'object' && value !== null ? (value as Config) : {};
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(asRecord(value));
}

function mapValues(value: unknown, map: (value: unknown) => unknown): Config {
  return Object.fromEntries(entriesOf(value).map(([key, inner]) => [key, map(inner)]));
}
