import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { parseAst } from 'vite';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { stateNodesOf } from '../chart/observe.ts';
import { type ChartName, type Product, shipped } from '../signup/signup-model.ts';

/** `load` gives what is changed of the product; null where XState refuses to build it. */
type Mutant = { id: string; load(): Promise<Partial<Product> | null> };

/** Where the charts stand with what their names stand for, and the module that exports the whole chart. */
const sources: readonly { chart: ChartName; file: string; entry: string }[] = [
  { chart: 'signup', file: 'signup.ts', entry: 'signup.ts' },
  { chart: 'signup', file: 'signup-parts.ts', entry: 'signup.ts' },
  { chart: 'accessToken', file: 'access-token.ts', entry: 'access-token.ts' },
  { chart: 'postalLookup', file: 'postal-lookup.ts', entry: 'postal-lookup.ts' },
];

/** A part of a source, as the parser names it. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Property = Node & { key: Node & { name?: string; value?: string }; value: Node };
/** One thing that is written otherwise. */
type Change = { how: string; start: number; end: number; text: string };

const machines = new URL('../../src/machines/', import.meta.url);
const changed = new Map<string, string>();

/** `<module>?change=<n>` is the module as change n makes it, and so is what it imports of the charts. */
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const change = context.parentURL?.split('?change=')[1];
    const isChart = resolved.url.startsWith(machines.href) && !resolved.url.includes('?');
    return change && isChart ? { ...resolved, url: `${resolved.url}?change=${change}` } : resolved;
  },
  load(url, context, next) {
    const source = changed.get(url);
    return source === undefined
      ? next(url, context)
      : { format: 'module-typescript', source, shortCircuit: true };
  },
});

/** All products that differ from the shipped one in a single thing, each with a name that says which. */
export function allMutants(): Mutant[] {
  return sources.flatMap(({ chart, file, entry }) => {
    const source = readFileSync(new URL(file, machines), 'utf8');
    const tree = parseAst(source, { lang: 'ts' });
    const changes = [
      ...changesOfChart(tree as unknown as Node, source, shipped[chart]),
      ...changesOfParts(tree.body, source, file),
    ];
    return changes.map(({ how, start, end, text }, index) => ({
      id: `${chart}: ${how}`,
      async load() {
        const query = `?change=${file}-${index}`;
        const written = source.slice(0, start) + text + source.slice(end);
        // A change can make a chart run in circles; that counts as found, and must come to an end.
        const ending = written.replace('createMachine({', 'createMachine({ options: { maxIterations: 50 },');
        changed.set(
          new URL(file + query, machines).href,
          `import { not as opposite } from 'xstate';\n${ending}`,
        );
        try {
          // The module has the exports of the one that it is a copy of.
          const exported: Record<string, never> = await import(new URL(entry + query, machines).href);
          const { [`${chart}Machine`]: machine, savedSessionOf } = exported;
          return { [chart]: machine, ...(savedSessionOf ? { savedSessionOf } : {}) };
        } catch {
          return null;
        }
      },
    }));
  });
}

const nameOf = ({ key }: Property): string => key.name ?? key.value ?? '';
const propertiesOf = (node: unknown): Property[] =>
  isNode(node) && node.type === 'ObjectExpression' && Array.isArray(node.properties) ? node.properties : [];
const propertyOf = (node: unknown, name: string) => propertiesOf(node).find((each) => nameOf(each) === name);
/** What stands in a list, or alone in its place. */
const listed = (node: Node): Node[] => (Array.isArray(node.elements) ? node.elements : [node]);

/** States, transitions and delays: each left out, each turned round, each led elsewhere. */
function changesOfChart(tree: Node, source: string, machine: AnyStateMachine): Change[] {
  const changes: Change[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const change = ({ start, end }: Node, text: string, how: string) => changes.push({ how, start, end, text });
  /** Out of a list, or out of an object. */
  const dropEach = ({ value, ...property }: Property, what: string) => {
    for (const [index, each] of listed(value).entries()) {
      const name = String(each.value ?? propertyOf(each, 'type')?.value.value);
      const how = `${what} ${index + 1} ${name}`;
      if (each === value) change(property, '...{}', how);
      else change(each, '...[]', how);
    }
  };

  const visitTransitions = (value: Node, what: string, source: AnyStateNode) => {
    const all = listed(value);
    for (const [index, transition] of all.entries()) {
      const say = `${source.id}: ${all.length > 1 ? `${what} ${index + 1}` : what}:`;
      change(transition, transition === value ? '[]' : '...[]', `${say} drop`);
      const guard = propertyOf(transition, 'guard');
      if (guard) {
        const name = String(guard.value.value ?? propertyOf(guard.value, 'type')?.value.value);
        change(guard, '...{}', `${say} drop guard ${name}`);
        change(guard.value, `opposite(${textOf(guard.value)})`, `${say} negate guard ${name}`);
      }
      const target = propertyOf(transition, 'target');
      const leadsTo = String(target?.value.value ?? transition.value ?? '');
      for (const other of leadsTo ? otherTargets(machine, source, leadsTo) : [])
        change(target?.value ?? transition, `'#${other}'`, `${say} go to ${other}`);
      if (leadsTo) change(target ?? transition, target ? '...{}' : '{}', `${say} stay`);
      const actions = propertyOf(transition, 'actions');
      if (actions) dropEach(actions, `${say} drop action`);
    }
  };

  const visitState = (config: Node, state: AnyStateNode) => {
    const children = Object.values(state.states).filter(({ type }) => type !== 'history');
    for (const property of propertiesOf(config)) {
      const { value } = property;
      const name = nameOf(property);
      if (name === 'entry' || name === 'exit') dropEach(property, `${state.id}: drop ${name} action`);
      if (name === 'initial') {
        const first = children.findIndex(({ key }) => key === value.value);
        const other = children[(first + 1) % children.length]?.key;
        change(value, `'${other}'`, `${state.id}: start in ${other}`);
      }
      if (name === 'always') visitTransitions(value, name, state);
      if (name === 'on' || name === 'after')
        for (const each of propertiesOf(value))
          visitTransitions(each.value, (name === 'on' ? '' : 'after ') + nameOf(each), state);
      if (name === 'invoke')
        for (const invoke of listed(value)) {
          const id = propertyOf(invoke, 'id')?.value.value;
          if (invoke === value) change(property, '...{}', `${state.id}: drop invoke ${id}`);
          else change(invoke, '...[]', `${state.id}: drop invoke ${id}`);
          const [input, done, error] = ['input', 'onDone', 'onError'].map((each) => propertyOf(invoke, each));
          if (input) change(input, '...{}', `${state.id}: drop input of ${id}`);
          if (done) visitTransitions(done.value, `done ${id}`, state);
          if (error) change(error, '...{}', `${state.id}: drop error branch of ${id}`);
          if (error) visitTransitions(error.value, `error ${id}`, state);
        }
      const states = name === 'states' ? propertiesOf(value) : [];
      for (const each of states) {
        const child = state.states[nameOf(each)];
        if (child) visitState(each.value, child);
      }
    }
  };

  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node)) return;
    const callee = isNode(node.callee) && isNode(node.callee.property) ? node.callee.property.name : null;
    if (callee === 'createMachine' && Array.isArray(node.arguments))
      visitState(node.arguments[0], machine.root);
    if (isNode(node.key) && node.key.name === 'delays')
      for (const delay of propertiesOf(node.value)) {
        const milliseconds = isNode(delay.value.body) ? delay.value.body : delay.value;
        for (const [how, factor] of Object.entries({ twice: 2, half: 0.5 }))
          change(milliseconds, `${factor} * (${textOf(milliseconds)})`, `${how} ${nameOf(delay)}`);
      }
    for (const child of Object.values(node)) visit(child);
  };
  visit(tree);
  return changes;
}

/** Two wrong ways for a transition: a state beside the right one, and the next one of the chart. */
function otherTargets(machine: AnyStateMachine, { id, parent }: AnyStateNode, target: string): string[] {
  const around = target.startsWith('.') ? id : `${parent?.id ?? id}.`;
  const right = machine.getStateNodeById(target.startsWith('#') ? target.slice(1) : around + target);
  const atoms = stateNodesOf(machine).filter(({ type }) => type === 'atomic');
  const atom = right.type === 'history' ? right : initialAtomOf(right);
  const siblings = Object.values(right.parent?.states ?? {}).filter(({ type }) => type !== 'history');
  const beside = siblings[(siblings.indexOf(right) + 1) % siblings.length];
  const next = atoms[(atoms.indexOf(atom) + 1) % atoms.length];
  const others = [beside, next].flatMap((node) => (node ? initialAtomOf(node).id : []));
  return [...new Set(others)].filter((other) => other !== atom.id);
}

function initialAtomOf(node: AnyStateNode): AnyStateNode {
  const inner = node.type === 'compound' ? node.initial.target[0] : undefined;
  return inner ? initialAtomOf(inner) : node;
}

const opposite: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '<': '<=', '>': '>=' };

/**
 * Each outcome of each clause and comparison, in guards, actions and the functions beside them, and each value that an
 * action sets.
 */
function changesOfParts(tree: unknown, source: string, file: string): Change[] {
  const changes: Change[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end).replace(/\s+/g, ' ');

  /** `owner` is the guard, action or function around a node. */
  const visit = (node: unknown, owner: string, isAction: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, owner, isAction);
    if (!isNode(node)) return;
    const replace = (text: string, how: string) =>
      changes.push({ how: `${owner}: ${how}`, start: node.start, end: node.end, text });
    const { left, right, consequent, alternate, argument, key, value } = node;
    const operator = String(node.operator);

    if (node.type === 'LogicalExpression' && isNode(left) && isNode(right)) {
      replace(textOf(left), `without ${operator} ${textOf(right)}`);
      replace(textOf(right), `without ${textOf(left)} ${operator}`);
    } else if (isNode(left) && isNode(right) && opposite[operator]) {
      const text = `${textOf(left)} ${opposite[operator]} ${textOf(right)}`;
      replace(text, text);
    }
    if (node.type === 'UnaryExpression' && operator === '!' && isNode(argument))
      replace(textOf(argument), textOf(argument));
    if (node.type === 'ConditionalExpression' && isNode(consequent) && isNode(alternate))
      for (const one of [consequent, alternate]) replace(`(${textOf(one)})`, `always ${textOf(one)}`);
    if (isAction)
      for (const property of propertiesOf(node)) {
        const { start, end } = property;
        changes.push({ how: `${owner}: without ${textOf(property)}`, start, end, text: '...{}' });
      }
    const group = isNode(key) && isNode(value) && Array.isArray(value.properties) ? key.name : null;
    if (isNode(value) && (group === 'guards' || group === 'actions')) {
      for (const each of propertiesOf(value)) visit(each.value, nameOf(each), group === 'actions');
    } else {
      const name = node.type === 'FunctionDeclaration' && isNode(node.id) ? String(node.id.name) : owner;
      for (const child of Object.values(node)) visit(child, name, isAction || name === 'savedSessionOf');
    }
  };
  visit(tree, '', false);
  // Of the story itself only what a reload finds again: its names stand for the rest.
  return changes.filter(({ how }) => file !== 'signup.ts' || how.startsWith('savedSessionOf'));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
