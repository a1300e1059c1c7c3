import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { parseAst } from 'vite';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { asRecord } from '../../src/signup/type-guards.ts';
import { type ChartName, type Product, shipped } from '../signup-model.ts';

/** `load` gives what is changed of the product; null where XState refuses to build it. */
type Mutant = { id: string; load(): Promise<Partial<Product> | null> };
/** A part of a source, as the parser names it. */
type Node = { type: string; start: number; end: number } & Record<string, unknown>;
/** A spread has no key. */
type Property = Node & { key?: Node & { name?: string; value?: string }; value: Node };
/** One change to the source. */
type Change = { how: string; start: number; end: number; text: string };

/** The files of the charts and of their parts, and the module that exports the whole chart. */
const sources: readonly { chart: ChartName; file: string; entry: string }[] = [
  { chart: 'signup', file: 'signup.ts', entry: 'signup.ts' },
  { chart: 'signup', file: 'signup-parts.ts', entry: 'signup.ts' },
  { chart: 'accessToken', file: 'access-token.ts', entry: 'access-token.ts' },
  { chart: 'postalLookup', file: 'postal-lookup.ts', entry: 'postal-lookup.ts' },
];
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
 * All products with one change, each with its name. StrykerJS 9 removes no single action and redirects no transition, and needs
 * 40 s for each mutant of a constant such as a chart.
 */
export function allMutants(): Mutant[] {
  return sources.flatMap(({ chart, file, entry }) => {
    const source = readFileSync(new URL(file, machines), 'utf8');
    return changesOf(source, shipped[chart]).map(({ how, start, end, text }, index) => ({
      id: `${chart}: ${how}`,
      async load() {
        const query = `?change=${file}-${index}`;
        const written = source.slice(0, start) + text + source.slice(end);
        // A change can make a chart loop; that counts as found, and must end.
        const ending = written.replace('createMachine({', 'createMachine({ options: { maxIterations: 50 },');
        const whole = `import { not as opposite } from 'xstate';\n${ending}`;
        changed.set(new URL(file + query, machines).href, whole);
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
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const propertiesOf = (node: unknown): Property[] =>
  isNode(node) && node.type === 'ObjectExpression' && Array.isArray(node.properties) ? node.properties : [];
const propertyOf = (node: unknown, name: string) => propertiesOf(node).find((each) => nameOf(each) === name);

/** The parts of a state, a transition or an invoked actor that are left out. */
const parts = /^(entry|exit|always|invoke|input|onDone|onError|guard|target|actions)$/;
const opposite: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '<': '<=', '>': '>=' };

/**
 * Changes of a chart: each part and event left out, each guard negated, each target replaced; and of its functions: each
 * outcome of each clause and comparison, each delay longer and shorter, and each value left out that an action sets.
 */
function changesOf(source: string, machine: AnyStateMachine): Change[] {
  const changes: Change[] = [];
  const change = ({ start, end }: Node, text: string, how: string) => changes.push({ how, start, end, text });
  const textOf = ({ start, end }: Node) => source.slice(start, end).replace(/\s+/g, ' ');
  const all = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(all)];
  const atoms = all(machine.root).filter(({ type }) => type === 'atomic');
  /** The state after the first one that a target can mean. */
  const leadElsewhere = (target: Node, path: string) => {
    const words = `.${String(target.value).replace(/^(#signup)?\./, '')}.`;
    const right = atoms.findIndex(({ id }) => `${id}.`.includes(words));
    const other = atoms[(right + 1) % atoms.length]?.id;
    change(target, `'#${other}'`, `${path} to ${other}`);
  };

  /** `path` has the names around a part of the chart, `group` the last of them. */
  const visitChart = (here: Node, path: string, group: string): void => {
    for (const property of propertiesOf(here)) {
      const { value } = property;
      const name = nameOf(property);
      const own = name === 'states' ? path : `${path} ${name}`;
      const isEvent = group === 'on' || group === 'after';
      const list = Array.isArray(value.elements) ? value.elements.filter(isNode) : [value];
      for (const [index, each] of list.entries()) {
        const isAlone = each === value;
        const called = (propertyOf(each, 'type') ?? propertyOf(each, 'id'))?.value.value ?? each.value;
        const item = [own, isAlone ? '' : index + 1, called].filter(Boolean).join(' ');
        if (isEvent || (group !== 'states' && parts.test(name)))
          change(isAlone ? property : each, isAlone ? '...{}' : '...[]', `without ${item}`);
        visitChart(each, item, name);
      }
      if (name === 'guard') change(value, `opposite(${textOf(value)})`, `opposite of ${own}`);
      if (name === 'target' || (isEvent && value.value)) leadElsewhere(value, isEvent ? own : path);
      const siblings = propertiesOf(propertyOf(here, 'states')?.value);
      const other = siblings.find(
        (each) => nameOf(each) !== value.value && !propertyOf(each.value, 'history'),
      );
      if (name === 'initial' && other)
        change(value, `'${nameOf(other)}'`, `${path} begins in ${nameOf(other)}`);
    }
  };

  /** `path` has the names around a part of a function; `sets` is whether it gives values; null where the chart asks for them. */
  const visit = (node: unknown, path: string, sets: boolean | null): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, path, sets);
    if (!isNode(node)) return;
    const replace = (text: string, how = text) => change(node, text, `${path}: ${how}`);
    const { left, right, consequent, alternate, argument, callee, key, id, value } = node;
    const operator = String(node.operator);
    if (node.type === 'LogicalExpression' && isNode(left) && isNode(right)) {
      // A literal after `??` is there for the types.
      if (operator !== '??' || right.type !== 'Literal')
        replace(textOf(left), `${textOf(left)} without ${operator} ${textOf(right)}`);
      replace(textOf(right), `${textOf(right)} without ${textOf(left)} ${operator}`);
    } else if (isNode(left) && isNode(right) && opposite[operator])
      replace(`${textOf(left)} ${opposite[operator]} ${textOf(right)}`);
    if (node.type === 'UnaryExpression' && operator === '!' && isNode(argument)) replace(textOf(argument));
    if (node.type === 'ConditionalExpression' && isNode(consequent) && isNode(alternate))
      for (const one of [consequent, alternate]) replace(`(${textOf(one)})`, `always ${textOf(one)}`);
    if (sets)
      for (const each of propertiesOf(node)) change(each, '...{}', `${path}: without ${textOf(each)}`);
    const own = isNode(key) ? String(key.name ?? key.value) : isNode(id) ? String(id.name) : '';
    const around = /^(guards|actions)$/.test(own) ? own : [path, own].filter(Boolean).join(' ');
    if (own === 'delays')
      for (const each of propertiesOf(value)) {
        const time = isNode(each.value.body) ? each.value.body : each.value;
        for (const factor of [2, 0.5])
          change(time, `${factor} * (${textOf(time)})`, `${factor} * ${nameOf(each)}`);
      }
    const isChart = isNode(callee) && asRecord(callee.property).name === 'createMachine';
    if (isChart && Array.isArray(node.arguments)) visitChart(node.arguments[0], machine.id, '');
    const isSetting = sets || path === 'actions' || own === 'savedSessionOf';
    for (const [name, child] of Object.entries(node))
      visit(child, around, sets === null || (isChart && name === 'arguments') ? null : isSetting);
  };
  visit(parseAst(source, { lang: 'ts' }).body, '', false);
  return changes;
}
