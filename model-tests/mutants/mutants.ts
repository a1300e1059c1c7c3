import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { parseAst } from 'vite';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { asRecord } from '../../src/signup/type-guards.ts';
import { type ChartName, type Product, shipped } from '../signup-model.ts';

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
/** A spread has no key. */
type Property = Node & { key?: Node & { name?: string; value?: string }; value: Node };
/** One change to the source. */
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

/**
 * All products that differ from the shipped one in a single thing, each with a name that says which. Stryker knows no charts:
 * it cannot leave out one action or lead a transition elsewhere, and runs the tests anew for each of its 1,151 mutants.
 */
export function allMutants(): Mutant[] {
  return sources.flatMap(({ chart, file, entry }) => {
    const source = readFileSync(new URL(file, machines), 'utf8');
    const tree = parseAst(source, { lang: 'ts' });
    const changes = [
      ...changesOfStory(tree.body, source, shipped[chart]),
      ...changesOfParts(tree.body, source),
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

const nameOf = ({ key }: Property): string => key?.name ?? key?.value ?? '';
const propertiesOf = (node: unknown): Property[] =>
  isNode(node) && node.type === 'ObjectExpression' && Array.isArray(node.properties) ? node.properties : [];
const propertyOf = (node: unknown, name: string) => propertiesOf(node).find((each) => nameOf(each) === name);
/** What stands in a list, or alone in its place. */
const listed = (node: Node): Node[] => (Array.isArray(node.elements) ? node.elements : [node]);

/** The parts of a state, a transition or an invoked actor that are left out. */
const parts = [
  ...['entry', 'exit', 'always', 'invoke', 'input', 'onDone', 'onError'],
  ...['guard', 'target', 'actions'],
];

/** Changes of signup.ts: each part and each event left out, each guard negated, each target replaced. */
function changesOfStory(tree: unknown, source: string, machine: AnyStateMachine): Change[] {
  const changes: Change[] = [];
  const change = ({ start, end }: Node, text: string, how: string) => changes.push({ how, start, end, text });

  /** Leaves out a property, or each thing of its list, and then looks into each. */
  const leaveOut = (property: Property, owner: string, state: AnyStateNode) => {
    for (const [index, each] of listed(property.value).entries()) {
      const isAlone = each === property.value;
      const called = (propertyOf(each, 'type') ?? propertyOf(each, 'id'))?.value.value ?? each.value;
      const name = [owner, nameOf(property), isAlone ? '' : index + 1, called].filter(Boolean).join(' ');
      change(isAlone ? property : each, isAlone ? '...{}' : '...[]', `without ${name}`);
      look(each, name, state);
    }
  };
  const leadElsewhere = (target: Node, owner: string, state: AnyStateNode) => {
    const other = wrongTarget(machine, state, String(target.value));
    change(target, `'#${other}'`, `${owner} to ${other}`);
  };
  /** `owner` is the path to this node, `state` the state around it. */
  const look = (here: Node, owner: string, state: AnyStateNode): void => {
    for (const property of propertiesOf(here)) {
      const name = nameOf(property);
      const { value } = property;
      if (parts.includes(name)) leaveOut(property, owner, state);
      if (name === 'guard')
        change(value, `opposite(${source.slice(value.start, value.end)})`, `opposite of ${owner} guard`);
      if (name === 'initial') {
        const isOther = ({ key, type }: AnyStateNode) => key !== value.value && type !== 'history';
        const other = Object.values(state.states).find(isOther)?.key;
        change(value, `'${other}'`, `${owner} begins in ${other}`);
      }
      if (name === 'target') leadElsewhere(value, owner, state);
      if (name === 'on' || name === 'after')
        for (const each of propertiesOf(value)) {
          leaveOut(each, `${owner} ${name}`, state);
          // a transition with nothing except its target
          if (each.value.value) leadElsewhere(each.value, `${owner} ${name} ${nameOf(each)}`, state);
        }
      if (name === 'states')
        for (const each of propertiesOf(value)) {
          const child = state.states[nameOf(each)];
          if (child) look(each.value, child.id, child);
        }
    }
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node)) return;
    const isStory = isNode(node.callee) && asRecord(node.callee.property).name === 'createMachine';
    if (isStory && Array.isArray(node.arguments)) look(node.arguments[0], machine.id, machine.root);
    for (const child of Object.values(node)) visit(child);
  };
  visit(tree);
  return changes;
}

/** A wrong way for a transition: the chart's next state. */
function wrongTarget(machine: AnyStateMachine, { id, parent }: AnyStateNode, target: string): string {
  const around = target.startsWith('.') ? id : `${parent?.id ?? id}.`;
  const right = machine.getStateNodeById(target.startsWith('#') ? target.slice(1) : around + target);
  const all = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(all)];
  const atoms = all(machine.root).filter(({ type }) => type === 'atomic');
  return atoms[(atoms.indexOf(initialAtomOf(right)) + 1) % atoms.length]?.id ?? '';
}

function initialAtomOf(node: AnyStateNode): AnyStateNode {
  const inner = node.type === 'compound' ? node.initial.target[0] : undefined;
  return inner ? initialAtomOf(inner) : node;
}

const opposite: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '<': '<=', '>': '>=' };

/** Each outcome of each clause and comparison, each delay longer and shorter, and each value that an action sets. */
function changesOfParts(tree: unknown, source: string): Change[] {
  const changes: Change[] = [];
  const textOf = ({ start, end }: Pick<Node, 'start' | 'end'>) =>
    source.slice(start, end).replace(/\s+/g, ' ');

  /** `owner` is the guard, action or function around a node. */
  const visit = (node: unknown, owner: string, isAction: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, owner, isAction);
    if (!isNode(node)) return;
    const replace = (text: string, how: string) =>
      changes.push({ how: `${owner}: ${how}`, start: node.start, end: node.end, text });
    const { left, right, consequent, alternate, argument, key, value } = node;
    const operator = String(node.operator);

    if (node.type === 'LogicalExpression' && isNode(left) && isNode(right)) {
      replace(textOf(left), `${textOf(left)} without ${operator} ${textOf(right)}`);
      replace(textOf(right), `${textOf(right)} without ${textOf(left)} ${operator}`);
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
    // in signup.ts, `actions` belongs to a transition
    const group = isNode(key) && isNode(value) && !propertyOf(value, 'type') ? key.name : null;
    for (const delay of group === 'delays' ? propertiesOf(value) : []) {
      const { start, end } = isNode(delay.value.body) ? delay.value.body : delay.value;
      for (const factor of [2, 0.5])
        changes.push({
          how: `${factor} * ${nameOf(delay)}`,
          start,
          end,
          text: `${factor} * (${textOf({ start, end })})`,
        });
    }
    if (isNode(value) && (group === 'guards' || group === 'actions')) {
      for (const each of propertiesOf(value)) visit(each.value, nameOf(each), group === 'actions');
    } else {
      const isFunction = isNode(value) && value.type === 'ArrowFunctionExpression';
      const isNamed =
        node.type === 'FunctionDeclaration' || String(asRecord(node.init).type).startsWith('Arrow');
      const named = isNamed ? node.id : owner === '' && isFunction ? key : null;
      const name = isNode(named) ? String(named.name) : owner;
      for (const child of Object.values(node)) visit(child, name, isAction || name === 'savedSessionOf');
    }
  };
  visit(tree, '', false);
  return changes;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
