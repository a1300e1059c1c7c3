import { fileURLToPath } from 'node:url';
import { formatDuration } from '../inspector/statechart/chart.ts';
import { formFields } from '../src/signup/form.ts';
import { parseSession } from '../src/signup/parse-session.ts';
import { type PostalLookups, postalMismatch } from '../src/signup/postal-address.ts';
import { type SavedApplication, type SavedSession, untouchedSession } from '../src/signup/saved-session.ts';
import type { Effect } from './chart/step.ts';
import { childTableOf } from './child-models.ts';
import { samples, type Tab } from './events.ts';
import { rarePaths } from './rare-paths.ts';
import {
  createSignupModel,
  type Edge,
  edgesAlong,
  factsKept,
  factsOf,
  type Product,
  storedBy,
} from './signup-model.ts';
import { nameOf, states } from './states.ts';

/** What a tester can see of a tab, by name; empty where there is nothing. */
export type Seen = Readonly<Record<string, string>>;

const text = (value: unknown): string =>
  value === null || value === undefined || value === false || value === '' ? '' : JSON.stringify(value);
const quoted = (texts: readonly string[]): string =>
  texts.map((each) => `「${each.length > 28 ? `${each.slice(0, 27)}…` : each}」`).join('');

/** What the screen says beside what its state always shows. */
export function saidBy({ page }: Tab): Seen {
  if (!page) return {};
  const { messages, wrongFields, agreements, fieldToChange, clearedAt, form, lookups, storageProblem } =
    page.context;
  const ticked = Object.entries(agreements).flatMap(([name, isTicked]) => (isTicked ? [name] : []));
  return {
    says: quoted(messages),
    'says wrong': wrongFields.join(),
    'has ticked': ticked.join(),
    'leads to the field': fieldToChange ?? '',
    'says that the draft was cleared': clearedAt === null ? '' : 'yes',
    'says that storage is': storageProblem ?? '',
    'offers the code’s address': postalMismatch(form, lookups)?.kind ?? '',
    'says that the code has no address': lookups.missing ?? '',
  };
}

/** Each tab is asked many times. */
const asked = new WeakMap<Tab, SavedSession>();
/** What a reload would find. */
function sessionIn(product: Product, tab: Tab): SavedSession {
  const known = asked.get(tab);
  if (known) return known;
  const session = parseSession(storedBy(product, tab), tab.now) ?? untouchedSession;
  asked.set(tab, session);
  return session;
}

/** The same by items. */
export function keptBy(product: Product, tab: Tab): Seen {
  const { form, lookups, application, ...rest } = sessionIn(product, tab);
  const itemsOf = (values: object, untouched: object) =>
    Object.entries(values).map(([name, value]) => {
      const isUntouched = JSON.stringify(value) === JSON.stringify(Object(untouched)[name]);
      return [name, isUntouched ? '' : Array.isArray(value) ? value.join() : text(value)];
    });
  return Object.fromEntries([
    ...itemsOf(form, untouchedSession.form),
    ...itemsOf(lookups, untouchedSession.lookups).map(([name, value]) => [`lookups.${name}`, value]),
    ...itemsOf({ ...application }, {}).map(([name, value]) => [`application.${name}`, value]),
    ...itemsOf(rest, untouchedSession),
  ]);
}

const asks: Readonly<Record<string, string>> = {
  tokeniseCard: 'asks the card gateway',
  solveCaptcha: 'asks the captcha',
  register: 'sends the application',
  verifyCard: 'asks the host to settle',
  copies: 'looks for the application in other tabs',
};
const tells: Readonly<Record<string, string>> = {
  'accessToken.needed': 'asks for an access token',
  'accessToken.rejected': 'asks for another access token',
  'storage.asked': 'asks whether storage works',
};
const does: Readonly<Record<string, string>> = {
  trackPageView: 'counts a page view',
  goToBank: 'leaves for the bank',
  tellCopies: 'tells its copies in other tabs',
  postCompletion: 'posts to the completion page',
  openFreshPage: 'loads a fresh page',
  clearSecrets: 'forgets the card’s number and code',
};
/** In the address bar, on the way to the children that every page has, or part of what is counted anyway. */
const unsaid = /^(showRoute|xstate\.(stopChild|cancel))$/;

/** What goes out, in words; null for what no row says. */
function wordsOf({ type, params }: Effect): string | null {
  const { id, input, event, delay } = Object(params);
  if (unsaid.test(type)) return null;
  if (type === 'xstate.spawnChild') {
    const given = Object.entries(Object(input)).flatMap(([name, value]) => (value ? [name] : []));
    if (!input && !asks[id]) return null;
    return `${asks[id] ?? `asks ${id}`}${given.length > 0 ? ` with ${given.join(', ')}` : ''}`;
  }
  if (type === 'xstate.sendTo')
    return /^(postalCode.changed|accessToken.ready)$/.test(event.type)
      ? null
      : (tells[event.type] ?? event.type);
  if (type === 'xstate.raise') return `waits ${formatDuration(delay)} at most`;
  return does[type] ?? type;
}

type Change = { is: 'none' | 'kept' | 'gone' | 'new'; value: string };
/** What one edge does, as a tester sees it: what tells two rows apart, and what a row sums up. */
type Outcome = { main: string; changes: Readonly<Record<string, Change>> };

function changesOf(before: Seen, after: Seen): Outcome['changes'] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [was = '', value = ''] = [before[name], after[name]];
      const is = value === was ? (value === '' ? 'none' : 'kept') : value === '' ? 'gone' : 'new';
      return [name, { is, value }];
    }),
  );
}

type Kept =
  | Exclude<keyof SavedSession, 'form' | 'lookups' | 'application'>
  | `application.${keyof SavedApplication}`
  | `lookups.${Exclude<keyof PostalLookups, 'missing'>}`;
const keptNames: Readonly<Record<Kept, string>> = {
  'lookups.answer': 'the code’s address',
  'lookups.filled': 'the address that was filled in',
  'lookups.declined': 'the code whose address was declined',
  isTouched: 'that something was typed',
  isReviewed: 'that it was reviewed',
  hiddenAddress: 'the address that is not shown',
  card: 'the card',
  'application.key': 'the application’s key',
  'application.maskedCardNumber': 'the application’s card',
  'application.isCopied': 'that another tab has the application',
  registration: 'the registration',
  callback: 'the bank’s answer',
  processedAccessIds: 'which answers of the bank were settled',
  unanswered: 'what has no answer',
  isAtBank: 'that the donor is at the bank',
  messages: 'the messages',
  keptMessages: 'the messages for the next page',
  finished: 'that this tab has signed up',
};
const itemNames: Readonly<Record<string, string>> = keptNames;

/** Decision 13: the address follows the screen, where it has one of its own. */
function isAtHome({ at, address }: Tab): boolean {
  const [screen = ''] = at.replace('complete.remembered', 'input').split('.');
  return !['input', 'confirm', 'callback'].includes(screen) || address === screen;
}

export function outcomeOf(product: Product, { from, event, to }: Edge): Outcome {
  // A new page says anew what it says.
  const said = changesOf(event.type === 'page.opened' ? {} : saidBy(from), saidBy(to));
  const sent = to.effects.map(({ params }) => Object(Object(params).event));
  const looksUp = sent.flatMap(({ postalCode }) => postalCode ?? []).join();
  const isEnded = from.lookup !== null && sent.some(({ postalCode }) => postalCode === null);
  const isPassedOn = sent.some(({ type }) => type === 'accessToken.ready');
  const main = [
    to.at === from.at && event.type !== 'page.opened' ? 'stays' : `→ ${nameOf(to.at)}`,
    ...to.effects.flatMap((effect) => wordsOf(effect) ?? []),
    // The same on every page.
    ...(from.page ? [] : [`starts ${Object.keys(to.page?.children ?? {}).join(', ')}`]),
    ...(said.says?.is === 'new' ? [`says ${said.says.value}`] : []),
    ...(isAtHome(to) ? [] : [`under the address of ${to.address}`]),
  ];
  return {
    main: [...new Set(main)].join(' · '),
    changes: {
      ...said,
      // In words above.
      ...(said.says?.is === 'new' ? { says: { is: 'kept', value: '' } } : {}),
      ...changesOf(
        {},
        {
          'looks up': looksUp,
          'tells the lookup of the access token': isPassedOn ? 'yes' : '',
          'looks no more for the address': isEnded ? 'yes' : '',
        },
      ),
      ...changesOf(keptBy(product, from), keptBy(product, to)),
    } as Outcome['changes'],
  };
}

/** What the screen does; other items are what is kept. */
const isDone = (item: string): boolean => /^(says|has|leads|offers|looks|tells)/.test(item);
/** Items whose value says something; the others hold names that the hosts made up. */
const isTold = (item: string): boolean =>
  /^unanswered|maskedCardNumber$/.test(item) || isDone(item) || isField(item);
const isField = (item: string): boolean => formFields.some((name) => name === item);

/** Sums up what some edges change: what each does, what some of them do. */
function summed(outcomes: readonly Outcome[]): string[] {
  const found: Record<string, string[]> = {};
  for (const item of new Set(outcomes.flatMap(({ changes }) => Object.keys(changes)))) {
    const all = outcomes.map(({ changes }) => changes[item] ?? { is: 'none', value: '' });
    const is = new Set(all.map((each) => each.is));
    const values = new Set(all.map(({ value }) => value));
    const value = isTold(item) && is.size === 1 && values.size === 1 ? ` ${[...values].join('')}` : '';
    const verb = is.has('new') ? 'keeps' : is.has('gone') ? 'forgets' : null;
    const isSometimes = is.has('new') ? is.size > 1 : is.has('kept');
    if (!verb) continue;
    const group = isDone(item) ? (verb === 'keeps' ? item : `no longer ${item}`) : verb;
    const words = (
      isDone(item) ? value.replace(/^ (yes)?/, '') : `${itemNames[item] ?? item}${value}`
    ).trim();
    const key = `${isSometimes ? 'sometimes ' : ''}${group}`;
    found[key] = [...(found[key] ?? []), words];
  }
  return Object.entries(found).map(([group, items]) => {
    const fields = items.filter((item) => isField(item.split(' ')[0] ?? ''));
    const rest = items.filter((item) => !fields.includes(item));
    const form = fields.length > 4 ? [`${fields.length} fields of the form`] : fields;
    return [group, [...form, ...rest].filter(Boolean).join(', ')].filter(Boolean).join(' ');
  });
}

type Case = { edge: Edge; outcome: Outcome; facts(): Readonly<Record<string, string>> };
type Row = { when: readonly string[]; cases: readonly Case[] };

const variants = (cases: readonly Case[]) => new Set(cases.map(({ outcome }) => outcome.main));
export function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Rows for cases of the same event in the same state: where their outcomes differ, by the facts that tell them apart. */
function rowsOf(cases: readonly Case[]): Row[] {
  if (variants(cases).size === 1) return [{ when: [], cases }];
  const known = cases.map((each) => ({ ...each, is: each.facts() }));
  const splits = Object.keys(known[0]?.is ?? {})
    .map((fact) => groupedBy(known, ({ is }) => is[fact] ?? ''))
    .filter((split) => split.size > 1)
    .map((split) => {
      const mixed = [...split.values()].filter((part) => variants(part).size > 1);
      return { split, mixed: mixed.flat().length };
    })
    .toSorted((one, other) => one.mixed - other.mixed);
  const [best] = splits;
  if (!best)
    return [...groupedBy(cases, ({ outcome }) => outcome.main).values()].map((each) => ({
      when: ['sometimes'],
      cases: each,
    }));
  // Facts with the same outcome are one row.
  const parts = [...best.split].flatMap(([words, part]) =>
    rowsOf(part).map(({ when, cases }) => ({ words, when, cases })),
  );
  const same = groupedBy(parts, ({ when, cases }) => `${cases[0]?.outcome.main}|${when.join()}`);
  return [...same.values()].map((each) => ({
    when: [each.map(({ words }) => words).join(' or '), ...(each[0]?.when ?? [])],
    cases: each.flatMap(({ cases }) => cases),
  }));
}

/** A page opens with what the tab has kept, whatever it shows. */
const isOpening = ({ event }: Edge): boolean => event.type === 'page.opened';

/** By state as in states.ts, then by event as in events.ts; the pages that open come first. */
function placeOf([first]: readonly Case[]): number {
  if (!first) return 0;
  const { edge } = first;
  const state = isOpening(edge) ? -1 : Object.keys(states).indexOf(edge.from.at);
  return state * samples.length + samples.findIndex(({ name }) => name === edge.event.sample);
}

/** The rows of the table: where, what happens, when, where it leads, and what it does. */
function tableOf(product: Product, edges: readonly Edge[]): string[] {
  const cases = edges.map((edge): Case => {
    const { page, now, address } = edge.from;
    const kept = () => {
      const session = sessionIn(product, edge.from);
      return {
        ...factsKept(session, now),
        address: `at the address of ${address}`,
        was: `the screen said ${quoted(session.messages.slice(0, 1)) || 'nothing'}`,
        next: `the next page says ${quoted(session.keptMessages.slice(0, 1)) || 'nothing of it'}`,
      };
    };
    const open = () => (page ? factsOf({ ...edge.from, page }) : {});
    return { edge, outcome: outcomeOf(product, edge), facts: isOpening(edge) ? kept : open };
  });
  const groups = groupedBy(
    cases,
    ({ edge }) => `${isOpening(edge) ? '' : edge.from.at}|${edge.event.sample}`,
  );
  const inOrder = [...groups.values()].toSorted((one, other) => placeOf(one) - placeOf(other));
  return inOrder.flatMap((group) =>
    rowsOf(group).map(({ when, cases }) => {
      const [{ edge, outcome }] = cases as [Case];
      return [
        isOpening(edge) ? 'any page' : nameOf(edge.from.at),
        edge.event.sample + (when.length > 0 ? `, when ${when.join(', ')}` : ''),
        outcome.main,
        ...summed(cases.map((each) => each.outcome)),
      ].join(' · ');
    }),
  );
}

/** The whole table as text: pages that open, each state, the child charts, the rare paths. */
export function tableTextOf(product: Product, edges: readonly Edge[]): string {
  const charts = (['accessToken', 'postalLookup'] as const).flatMap((id) => childTableOf(product, id).rows);
  const rare = Object.entries(rarePaths).map(([title, names]) => rowOfRare(product, title, names));
  const sections = groupedBy([...tableOf(product, edges), ...charts, ...rare], (row) =>
    rare.includes(row) ? 'rare' : String(row.split(/ · |, /)[0]),
  );
  return `${[head, ...[...sections.values()].map((rows) => rows.join('\n'))].join('\n\n')}\n`;
}

/** The last step of a rare path. */
export function rowOfRare(product: Product, title: string, names: readonly string[]): string {
  try {
    const last = edgesAlong(createSignupModel(product), names).at(-1);
    if (!last) return title;
    const outcome = outcomeOf(product, last);
    return [title, last.event.sample, outcome.main, ...summed([outcome])].join(' · ');
  } catch (error) {
    return `${title} · ${error instanceof Error ? error.message : error}`;
  }
}

const head = `What can happen to a sign-up. Each line is one thing that can happen in a state:
where · what happens, when · where it leads · what goes out · what the screen says · what a reload finds ("keeps", "forgets").
npm run model writes it from the chart and fails if it differs; approve a change with npm run model -- -u.`;

export const tableFile = fileURLToPath(new URL('table.txt', import.meta.url));

/** What differs from the approved table, in its own words; empty if nothing does. */
export function differencesFrom(approved: string, now: string): string {
  const rowsIn = (text: string) => text.split('\n').slice(3).filter(Boolean);
  const [before, after] = [rowsIn(approved), rowsIn(now)];
  const lost = before.filter((row) => !after.includes(row));
  const added = after.filter((row) => !before.includes(row));
  const placeIn = (row: string) => row.split(' · ').slice(0, 2).join(' · ');
  const eventIn = (row: string) => placeIn(row).split(', when ')[0];
  /** What is there now for the same event: under the same conditions, or else under any. */
  const nowFor = (row: string) => {
    const same = added.filter((other) => eventIn(other) === eventIn(row));
    const exact = same.filter((other) => placeIn(other) === placeIn(row));
    return exact.length > 0 ? exact : same;
  };
  const seen = new Set(lost.flatMap(nowFor));
  return [
    ...lost.filter((row) => nowFor(row).length === 0).map((row) => `Cannot happen any more: ${row}`),
    ...lost
      .filter((row) => nowFor(row).length > 0)
      .flatMap((row) => [`Expected: ${row}`, ...nowFor(row).map((other) => `    Seen: ${other}`)]),
    ...added.filter((row) => !seen.has(row)).map((row) => `New: ${row}`),
  ].join('\n');
}
