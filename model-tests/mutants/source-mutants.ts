import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { parseAst } from 'vite';
import { type ChartName, type Product, shipped } from '../signup/signup-model.ts';
import { mutantsOf } from './mutate.ts';

/** `load` gives what is changed of the product; null where XState refuses to build it. */
type AnyMutant = { id: string; load(): Promise<Partial<Product> | null> };

/** Where the guards and actions of each chart stand, and the module that exports the whole chart; `of` names a function. */
const sources: readonly { chart: ChartName; file: string; entry: string; of?: string }[] = [
  { chart: 'signup', file: 'signup-parts.ts', entry: 'signup.ts' },
  { chart: 'signup', file: 'signup.ts', entry: 'signup.ts', of: 'savedSessionOf' },
  { chart: 'accessToken', file: 'access-token.ts', entry: 'access-token.ts' },
  { chart: 'postalLookup', file: 'postal-lookup.ts', entry: 'postal-lookup.ts' },
];

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
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
export function allMutants(clauses: boolean): AnyMutant[] {
  const charts: readonly ChartName[] = ['signup', 'accessToken', 'postalLookup'];
  return charts.flatMap((chart) => {
    const mutants = mutantsOf(shipped[chart]).map(({ id, build }) => ({
      id,
      async load() {
        const changed = build();
        return changed && { [chart]: changed };
      },
    }));
    return clauses ? [...mutants, ...sourceMutants(chart)] : mutants;
  });
}

/**
 * One mutant for each outcome of each clause and comparison, in guards, actions and the functions beside them, and for
 * each value that an action sets.
 */
function sourceMutants(chartId: ChartName): AnyMutant[] {
  return sources
    .filter(({ chart }) => chart === chartId)
    .flatMap(({ chart, file, entry, of }) => {
      const source = readFileSync(new URL(file, machines), 'utf8');
      const wanted = changesOf(source).filter(({ how }) => of === undefined || how.startsWith(of));
      return wanted.map(({ how, start, end, text }, index) => ({
        id: `${chart}: ${how}`,
        async load() {
          const query = `?change=${file}-${index}`;
          changed.set(
            new URL(file + query, machines).href,
            source.slice(0, start) + text + source.slice(end),
          );
          const exported: Record<string, unknown> = await import(new URL(entry + query, machines).href);
          // The module has the exports of the one that it is a copy of.
          const { [`${chart}Machine`]: machine, savedSessionOf } = exported as Record<string, never>;
          return { [chart]: machine, ...(savedSessionOf ? { savedSessionOf } : {}) };
        },
      }));
    });
}

const opposite: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '<': '<=', '>': '>=' };

function changesOf(source: string): Change[] {
  const changes: Change[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end).replace(/\s+/g, ' ');

  /** `owner` is the guard, action or function around a node. */
  const visit = (node: unknown, owner: string, isAction: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, owner, isAction);
    if (!isNode(node)) return;
    const replace = (text: string, how: string) =>
      changes.push({ how: `${owner}: ${how}`, start: node.start, end: node.end, text });
    const { left, right, consequent, alternate, argument, properties, key, value } = node;
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
    if (isAction && node.type === 'ObjectExpression' && Array.isArray(properties)) {
      for (const property of properties) {
        const { start, end } = property;
        changes.push({ how: `${owner}: without ${textOf(property)}`, start, end, text: '...{}' });
      }
    }
    const group = isNode(key) && isNode(value) && Array.isArray(value.properties) ? key.name : null;
    if (isNode(value) && (group === 'guards' || group === 'actions')) {
      for (const each of Array.isArray(value.properties) ? value.properties : [])
        visit(each.value, String(each.key.name), group === 'actions');
    } else {
      const name = node.type === 'FunctionDeclaration' && isNode(node.id) ? String(node.id.name) : owner;
      for (const child of Object.values(node)) visit(child, name, isAction || name === 'savedSessionOf');
    }
  };
  visit(parseAst(source, { lang: 'ts' }).body, '', false);
  return changes;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
