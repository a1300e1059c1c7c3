import compat from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types';
import { parseAst } from 'vite';
import { allApis, browserNames, isMissing } from './newer-apis.ts';

const isNewer = ({ support }: Pick<CompatStatement, 'support'>): boolean =>
  browserNames.some((browser) => isMissing({ path: '', support }, browser));

/** What scripts call on values of the language and on these; other interfaces share their words with anyone's objects. */
const ofPage =
  /^(Abort|Blob|Document\.|Element\.|Event\.|Headers|History|HTML|Navigator\.|Node|Re[qs]|Storage|URL)/;
const ofLanguage = new Set(Object.keys(compat.javascript.builtins ?? {}));

/** `requestIdleCallback`, `URL.canParse` or, of a value of no known kind, `.toSorted`, which is only there if all have it. */
const newer = new Map<string, boolean>();
for (const { path, support } of allApis) {
  const [owner = '', place, member] = path.split('.');
  if (place === 'prototype') {
    if (ofLanguage.has(owner) || ofPage.test(path))
      newer.set(`.${member}`, (newer.get(`.${member}`) ?? true) && isNewer({ support }));
  } else newer.set(path, isNewer({ support }));
}
const owners = new Set(allApis.map(({ path }) => path.split('.')[0] ?? ''));

type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function pathOf({ type, name, object, property, computed }: Node): string {
  if (type === 'Identifier') return String(name);
  if (type !== 'MemberExpression' || computed || !isNode(property)) return '';
  const owner = isNode(object) && object.type === 'Identifier' ? String(object.name) : '';
  if (['window', 'globalThis', 'self'].includes(owner)) return String(property.name);
  return `${owners.has(owner) && newer.has(`${owner}.${property.name}`) ? owner : ''}.${property.name}`;
}

/** The part of a node that asks whether something is there: `typeof x`, `'x' in y`, `x ?? y`, `x ? y : z`, `x?.()`. */
const questionOf: Readonly<Record<string, string>> = {
  BinaryExpression: 'left',
  ConditionalExpression: 'test',
  IfStatement: 'test',
  LogicalExpression: 'left',
};
function isQuestion({ type, operator, optional }: Node, part: string): boolean {
  if (type === 'UnaryExpression') return operator === 'typeof';
  return optional === true ? part === 'callee' || part === 'object' : questionOf[type] === part;
}

/** What a script uses that one of the oldest browsers lacks; `guarded` where it asks whether it is there. */
export function newerInScript(code: string): { guarded: string[]; unguarded: string[] } {
  const used = new Set<string>();
  const guards = new Set<string>();
  function visit(value: unknown, isAsked: boolean, isCalled: boolean): void {
    if (Array.isArray(value)) for (const item of value) visit(item, isAsked, false);
    if (!isNode(value)) return;
    const path = pathOf(value);
    const name = value.type === 'Literal' ? String(value.value) : path;
    if (isAsked) for (const form of [name, `.${name}`]) guards.add(form);
    // a member that is missing and only read is no fault
    const isGlobal = !path.includes('.');
    if (newer.get(path) && (isCalled || (isGlobal && (isAsked || value.type === 'Identifier'))))
      used.add(path);
    for (const [part, inner] of Object.entries(value)) {
      // names of properties mean nothing by themselves
      if ((part === 'property' || part === 'key') && !value.computed) continue;
      const isCallee = part === 'callee';
      visit(inner, isQuestion(value, part) || (isAsked && !isCallee), isCallee);
    }
  }
  visit(parseAst(code), false, false);
  const all = [...used].toSorted();
  return {
    guarded: all.filter((path) => guards.has(path)),
    unguarded: all.filter((path) => !guards.has(path)),
  };
}

const isNewerStyle = ({ __compat }: Identifier = {}): boolean => __compat !== undefined && isNewer(__compat);

/** What styles use that one of the oldest browsers ignores: `@container`, `:has()`, `scrollbar-gutter`, `text-wrap: balance`. */
export function newerInStyles(css: string): string[] {
  const { properties = {}, selectors = {}, 'at-rules': rules = {} } = compat.css;
  const found = new Set<string>();
  for (const [, rule = ''] of css.matchAll(/@([a-z-]+)/g))
    if (isNewerStyle(rules[rule])) found.add(`@${rule}`);
  for (const [, selector = '', bracket] of css.matchAll(/::?([a-z-]+)(\(?)(?=[^{};]*\{)/g))
    if (isNewerStyle(selectors[selector])) found.add(`:${selector}${bracket && '()'}`);
  for (const [, property = '', value = ''] of css.matchAll(/(?<=[{;])([a-z-]+):([^;{}]*)/g)) {
    if (isNewerStyle(properties[property])) found.add(property);
    else if (isNewerStyle(properties[property]?.[value])) found.add(`${property}: ${value}`);
  }
  return [...found].toSorted();
}
