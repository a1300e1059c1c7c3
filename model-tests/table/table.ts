import { fileURLToPath } from 'node:url';
import { groupedBy } from '../chart/grouped-by.ts';
import { testEventOf, testEvents } from '../events.ts';
import { rarePaths } from '../rare-paths.ts';
import {
  createSignupModel,
  type Edge,
  edgesAlong,
  factsAlong,
  type Product,
  shipped,
} from '../signup-model.ts';
import { groups, nameOf, states } from '../states.ts';
import { arrives, outcomeOf, screenOf, wordsFor } from './outcome.ts';
import { type Case, commonRowsOf, isIdle, type Row, rowsOf } from './rows.ts';

/** The rows of what happens in a section of the table. */
type Entry = { section: string; happens: string; rows: readonly Row[] };
/** An entry with what it is made from. */
type Place = Entry & { cases: readonly Case[] };

export const EVERYWHERE = 'wherever it can happen, unless a state says otherwise';
const ARRIVING = 'arriving at an address';
export const OPENS = 'a page opens';
export const RARE = 'steps whose effect shows only later';

/** By state as in states.ts, then by event as in events.ts; the pages that open come first. */
function orderOf({ from, event }: Edge): number {
  const state = event.type === 'page.opened' ? -1 : Object.keys(states).indexOf(from.at);
  return state * testEvents.length + testEvents.findIndex(({ name }) => name === event.title);
}

/** Where in the table an edge stands: section and event. Pages that open stand together, by what was before. */
function placeOf(edge: Edge): [section: string, happens: string] {
  const { from, event } = edge;
  if (!from.page) return ['an empty tab', event.title];
  if (event.type !== 'page.opened') return [nameOf(from.at), event.title];
  const { past, how = '' } = factsAlong(edge);
  return [`${OPENS}; ${past}`, how];
}

/** The sections with what a section shares with others, the innermost first. */
export function groupsOf(section: string): string[] {
  if (section.startsWith(`${OPENS}; `)) return [OPENS];
  const isNamed = (path: string) => nameOf(path) === section || groups[path] === section;
  const own = [...Object.keys(states), ...Object.keys(groups)].find(isNamed);
  const around = Object.entries(groups).filter(([path]) => own?.startsWith(`${path}.`));
  return own === undefined ? [] : [...around.map(([, name]) => name), EVERYWHERE];
}

/** The whole table, in its order. */
function entriesOf(product: Product, edges: readonly Edge[]): Entry[] {
  const outcomes = new Map(edges.map((edge) => [edge, outcomeOf(product, edge)]));
  /** What every way to a screen with an address does. */
  const onArrival = new Map(
    [...groupedBy(edges.filter(arrives), ({ to }) => screenOf(to.at))].map(([screen, those]) => {
      const [first = [], ...others] = those.map((edge) => outcomes.get(edge)?.does ?? []);
      // Emptying the card's fields belongs to leaving the form.
      const isUsual = (each: string) =>
        each !== wordsFor.clearSecrets && others.every((does) => does.includes(each));
      return [screen, first.filter(isUsual)];
    }),
  );
  const caseOf = (edge: Edge): Case => {
    const outcome = outcomes.get(edge) ?? outcomeOf(product, edge);
    const usual = arrives(edge) ? onArrival.get(screenOf(edge.to.at)) : [];
    const does = outcome.does.filter((each) => !usual?.includes(each));
    const effects = [outcome.leads, ...does].join();
    return { ...outcome, facts: factsAlong(edge), does, effects, depth: edge.from.count };
  };
  const sorted = edges.toSorted((one, other) => orderOf(one) - orderOf(other));
  const places = [...groupedBy(sorted, (edge) => placeOf(edge).join('\n'))].map(([place, those]): Place => {
    const [section = '', happens = ''] = place.split('\n');
    const cases = those.map(caseOf);
    return { section, happens, cases, rows: rowsOf(cases) };
  });
  const arriving = [...onArrival].map(([happens, does]) => ({
    section: ARRIVING,
    happens,
    rows: [{ when: '', leads: does.join(' · '), does: '', depth: 0 }],
  }));
  const last = Object.entries(rarePaths).map(([happens, names]) => {
    const [step, refusal = ''] = lastStep(product, names);
    const rows = step ? rowsOf([caseOf(step)]) : [{ leads: refusal, does: '', depth: 0 }];
    return { section: RARE, happens, rows: rows.map((row) => ({ ...row, when: names.at(-1) ?? '' })) };
  });
  const sections = places.flatMap(({ section }) => [...groupsOf(section).toReversed(), section]);
  const order = [EVERYWHERE, ARRIVING, ...sections];
  const own = withGroups(places).concat(arriving.filter(({ rows }) => rows.every(({ leads }) => leads)));
  return [
    ...own.toSorted((one, other) => order.indexOf(one.section) - order.indexOf(other.section)),
    ...last,
  ];
}

/** The last step of a rare path, or why it cannot be taken. */
function lastStep(product: Product, names: readonly string[]): [Edge | undefined, string?] {
  try {
    return [edgesAlong(createSignupModel(product), names).at(-1)];
  } catch (error) {
    return [undefined, error instanceof Error ? error.message : `${error}`];
  }
}

/** The entries of all places. What most states of a group do is an entry of the group. */
function withGroups(places: readonly Place[]): Entry[] {
  let entries = [...places];
  for (const group of [OPENS, ...Object.values(groups), EVERYWHERE]) {
    const inside = entries.filter(({ section }) => groupsOf(section).includes(group));
    for (const [happens, all] of groupedBy(inside, (place) => place.happens)) {
      const those = alikeIn(all);
      const rows = commonRowsOf(those);
      if (!rows || those.length === 1 || those.length <= all.length / 2) continue;
      // Everywhere is what the chart handles in every state, or where nothing happens.
      const isWide = () => rows.every(isIdle) || testEventOf(happens).type in shipped.signup.root.on;
      if (group === EVERYWHERE && !isWide()) continue;
      const cases = those.flatMap((place) => place.cases);
      entries = [
        ...entries.filter((entry) => !those.includes(entry)),
        { section: group, happens, rows, cases },
      ];
    }
  }
  return entries;
}

/** The most places with rows in common. */
function alikeIn(all: readonly Place[]): readonly Place[] {
  const kinds = [...groupedBy(all, textOf).values()];
  // Each kind with all others that can join it.
  const joined = kinds.map((kind) =>
    kinds.reduce((some, other) => {
      const more = other === kind ? some : some.concat(other);
      return commonRowsOf(more) ? more : some;
    }, kind),
  );
  return joined.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** Rows, whatever leads to them. */
const textOf = ({ rows }: Entry): string =>
  rows.map(({ when, leads, does }) => [when, leads, does].join('\n')).join('\n');

const head = `What can happen to a sign-up: what happens, under which conditions (…), where it leads, and what else it does: what goes
out, what the screen says, what a reload then finds (“keeps”, “forgets”). Under other conditions nothing happens. What several states
share stands above them, and holds unless a state says otherwise. npm run model makes this from the chart and fails if it differs;
npm run model -- -u approves a change.`;

export const IDLE = '  nothing happens: ';

/** Columns in a font of fixed width, where a Japanese character takes two. */
const widthOf = (text: string) => text.replaceAll(/[⺀-￯]/g, 'xx').length;
const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));
/** The widest column and line, and where the lines begin on which the rest of a row stands. */
const [COLUMN, LINE, REST] = [60, 150, ' '.repeat(8)];
type Columns = readonly [what: string, leads: string, does: string];

/** The lines of what happens: one, or a line for each condition. */
function columnsOf(happens: string, [first, ...others]: readonly Row[]): Columns[] {
  if (!first) return [];
  const alone = [`  ${happens}`, first.when && `… ${first.when}`].filter(Boolean).join(' ');
  if (others.length === 0 && widthOf(alone) <= COLUMN) return [[alone, first.leads, first.does]];
  const rows = [first, ...others].map(({ when, leads, does }) => [`  … ${when}`, leads, does] as const);
  return [[`  ${happens}`, '', ''], ...rows];
}

/** A section; what does not fit into its columns stands on lines below. */
function sectionText(section: string, entries: readonly Entry[]): string {
  const isQuiet = ({ rows }: Entry) => section !== RARE && rows.every(isIdle);
  const [quiet, busy] = [entries.filter(isQuiet), entries.filter((entry) => !isQuiet(entry))];
  const namesOf = (those: readonly Entry[]) => those.map(({ happens }) => happens).join(' · ');
  const lines = [...groupedBy(busy, textOf).values()].flatMap((those) =>
    columnsOf(namesOf(those), those[0]?.rows ?? []),
  );
  const widest = (texts: readonly string[]) =>
    Math.max(0, ...texts.map(widthOf).filter((width) => width <= COLUMN));
  const [first, second] = [widest(lines.map(([what]) => what)), widest(lines.map(([, leads]) => leads))];
  return [
    section,
    ...lines.map(([what, leads, does]) => {
      const whole = [padded(what, first), padded(leads, second), does].join('  ');
      const [begin, rest] =
        widthOf(what) > first ? [what, [leads, does]] : [`${padded(what, first)}  ${leads}`, [does]];
      if (widthOf(whole) <= LINE && begin !== what) return whole.trimEnd();
      const below =
        rest
          .filter(Boolean)
          .join('  ')
          .match(/\S.{0,120}(?= |$)/g) ?? [];
      return [begin.trimEnd(), below.join(`\n  ${REST}`)].join(`\n${REST}`).trimEnd();
    }),
    ...(quiet.length > 0 ? [IDLE + namesOf(quiet)] : []),
  ].join('\n');
}

/** The whole table, as text too. */
export type Table = { text: string; entries: readonly Entry[] };
export function tableOf(product: Product, edges: readonly Edge[]): Table {
  const entries = entriesOf(product, edges);
  const sections = [...groupedBy(entries, ({ section }) => section)].map((each) => sectionText(...each));
  return { text: `${[head, ...sections].join('\n\n')}\n`, entries };
}

export const tableFile = fileURLToPath(new URL('../table.txt', import.meta.url));
