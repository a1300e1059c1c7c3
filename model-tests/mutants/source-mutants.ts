import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { AnyStateMachine } from 'xstate';
import { parseAst } from 'vite';

/** A chart of which one expression in a guard, an action or a helper beside them reads otherwise. */
export type SourceMutant = { id: string; chart: string; load(): Promise<AnyStateMachine> };

/** Where the guards and actions of each chart stand, and the module that exports the whole chart. */
const sources = [
  { chart: 'signup', file: 'signup-parts.ts', entry: 'signup.ts' },
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

/** One mutant for each outcome of each clause and comparison, and for each value that an action sets. */
export function sourceMutants(): SourceMutant[] {
  return sources.flatMap(({ chart, file, entry }) => {
    const source = readFileSync(new URL(file, machines), 'utf8');
    return changesOf(source).map(({ how, start, end, text }, index) => ({
      id: `${chart} source, line ${source.slice(0, start).split('\n').length}: ${how}`.replace(/\s+/g, ' '),
      chart,
      async load() {
        const query = `?change=${chart}-${index}`;
        changed.set(
          new URL(file + query, machines).href,
          source.slice(0, start) + text + source.slice(end),
        );
        const exported: Record<string, unknown> = await import(new URL(entry + query, machines).href);
        const machine = exported[`${chart}Machine`];
        // The module has the exports of the one that it is a copy of.
        return machine as AnyStateMachine;
      },
    }));
  });
}

const opposite: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '<': '<=', '>': '>=' };

function changesOf(source: string): Change[] {
  const changes: Change[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const visit = (node: unknown, isAction: boolean) => {
    if (Array.isArray(node)) for (const each of node) visit(each, isAction);
    if (!isNode(node)) return;
    const replace = (text: string, how: string) =>
      changes.push({ how, start: node.start, end: node.end, text });
    const { left, right, test, consequent, alternate, properties, key, value, ...rest } = node;

    if (isNode(left) && isNode(right)) {
      const operator = String(node.operator);
      if (node.type === 'LogicalExpression') {
        for (const one of [left, right]) replace(textOf(one), `only ${textOf(one)} of ${textOf(node)}`);
      } else if (opposite[operator]) {
        const text = `${textOf(left)} ${opposite[operator]} ${textOf(right)}`;
        replace(text, text);
      }
    }
    if (node.type === 'ConditionalExpression' && isNode(consequent) && isNode(alternate)) {
      for (const one of [consequent, alternate]) replace(`(${textOf(one)})`, `always ${textOf(one)}`);
    }
    if (node.type === 'UnaryExpression' && node.operator === '!' && isNode(node.argument))
      replace(textOf(node.argument), `not ${textOf(node)}`);
    if (isAction && node.type === 'ObjectExpression' && Array.isArray(properties)) {
      for (const [index, property] of properties.entries()) {
        const [before, after] = [properties[index - 1], properties[index + 1]];
        const start = after ? property.start : (before?.end ?? property.start);
        changes.push({
          how: `without ${textOf(property)}`,
          start,
          end: after ? after.start : property.end,
          text: '',
        });
      }
    }
    // The record of all actions is none itself.
    const actions = isNode(key) && key.name === 'actions' && isNode(value) ? value.properties : null;
    visit(actions ?? value, isAction || actions !== null);
    for (const child of [left, right, test, consequent, alternate, properties, ...Object.values(rest)])
      visit(child, isAction);
  };
  visit(parseAst(source, { lang: 'ts' }).body, false);
  return changes;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
