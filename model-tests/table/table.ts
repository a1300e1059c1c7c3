import { fileURLToPath } from 'node:url';
import { groupedBy } from '../chart/grouped-by.ts';
import { testEvents } from '../events.ts';
import { rarePaths } from '../rare-paths.ts';
import { createSignupModel, type Edge, edgesAlong, factsAlong, type Product } from '../signup-model.ts';
import { nameOf, states } from '../states.ts';
import { arrives, type Outcome, outcomeOf, screenOf, wordsFor } from './outcome.ts';
import { type Case, type Row, rowsOf } from './rows.ts';

/** The whole table: rows by section, and there by what happens. */
type Table = Map<string, Map<string, readonly Row[]>>;
const EVERYWHERE = 'wherever it can happen, unless a state says otherwise';
const ARRIVING = 'arriving at an address';
export const OPENS = 'a page opens; ';
export const RARE = 'steps whose effect shows only later';

/** By state as in states.ts, then by event as in events.ts; the pages that open come first. */
function orderOf({ from, event }: Edge): number {
  const state = event.type === 'page.opened' ? -1 : Object.keys(states).indexOf(from.at);
  return state * testEvents.length + testEvents.findIndex(({ name }) => name === event.title);
}

/** What every way to a screen with an address does. */
function doneOnArrival(edges: readonly Edge[], outcomes: ReadonlyMap<Edge, Outcome>) {
  const arrivals = groupedBy(edges.filter(arrives), ({ to }) => screenOf(to.at));
  return new Map(
    [...arrivals]
      .map(([screen, those]) => {
        const [first = [], ...others] = those.map((edge) => outcomes.get(edge)?.does ?? []);
        const all = first.filter((each) => others.every((does) => does.includes(each)));
        // This belongs to leaving the form.
        return [screen, all.filter((each) => each !== wordsFor.clearSecrets)] as const;
      })
      .filter(([, does]) => does.length > 0),
  );
}

function tableOf(product: Product, edges: readonly Edge[]): Table {
  const rare = Object.entries(rarePaths).map(([title, names]) => [title, lastStep(product, names)] as const);
  const outcomes = new Map(edges.map((edge) => [edge, outcomeOf(product, edge)]));
  const onArrival = doneOnArrival(edges, outcomes);
  const caseOf = (edge: Edge): Case => {
    const outcome = outcomes.get(edge) ?? outcomeOf(product, edge);
    const usual = arrives(edge) ? onArrival.get(screenOf(edge.to.at)) : [];
    return {
      facts: factsAlong(edge),
      outcome: { ...outcome, does: outcome.does.filter((each) => !usual?.includes(each)) },
    };
  };
  const isPage = ({ from, event }: Edge) => event.type === 'page.opened' && from.page !== null;
  const sections = groupedBy(
    edges.toSorted((one, other) => orderOf(one) - orderOf(other)),
    (edge) => (isPage(edge) ? `${OPENS}${factsAlong(edge).past}` : nameOf(edge.from.at) || 'an empty tab'),
  );
  const table: Table = new Map(
    [...sections].map(([section, those]) => {
      const byEvent = groupedBy(those, (edge) => (isPage(edge) ? '' : edge.event.title));
      return [section, new Map([...byEvent].map(([happens, group]) => [happens, rowsOf(group.map(caseOf))]))];
    }),
  );
  const arriving = [...onArrival].map(
    ([screen, does]) => [screen, [{ when: '', leads: does.join(' · '), does: '' }]] as const,
  );
  const last = rare.map(
    ([title, step]) =>
      [
        title,
        typeof step === 'string'
          ? [{ when: step, leads: '', does: '' }]
          : rowsOf([caseOf(step)]).map((row) => ({ ...row, when: step.event.title })),
      ] as const,
  );
  return new Map([
    [EVERYWHERE, takeOutCommon(table)],
    [ARRIVING, new Map(arriving)],
    ...table,
    [RARE, new Map(last)],
  ]);
}

/** The last step of a rare path; why it cannot be taken, where it cannot. */
function lastStep(product: Product, names: readonly string[]): Edge | string {
  try {
    return edgesAlong(createSignupModel(product), names).at(-1) ?? 'has no steps';
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  }
}

/** Takes the rows out of the table that most states share, where an event can happen in many. */
function takeOutCommon(table: Table): Map<string, readonly Row[]> {
  const all = [...table].flatMap(([section, events]) =>
    [...events].map(([happens, rows]) => ({ section, happens, rows })),
  );
  const common = [...groupedBy(all, ({ happens }) => happens)].flatMap(([happens, those]) => {
    const alike = [...groupedBy(those, ({ rows }) => JSON.stringify(rows)).values()];
    const most = alike.find(({ length }) => length > 4 && length > those.length / 2);
    for (const { section } of most ?? []) table.get(section)?.delete(happens);
    return most?.[0] ? [[`${happens} (in ${most.length} states)`, most[0].rows] as const] : [];
  });
  return new Map(common);
}

const head = `What can happen to a sign-up: in each state what happens, under which conditions (…), where it leads, and what else it does: what
goes out, what the screen says, what a reload then finds (“keeps”, “forgets”). npm run model makes this from the chart and fails if
it differs; npm run model -- -u approves a change.`;

export const IDLE = '  nothing happens: ';
export const MORE = '  … ';

/** Columns in a font of fixed width, where a Japanese character takes two. */
const widthOf = (text: string) => text.replaceAll(/[⺀-￯]/g, 'xx').length;
const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));
/** The widest text, as far as the columns go. */
const widest = (texts: readonly string[]) => Math.min(56, Math.max(...texts.map(widthOf)));

/** The whole table as text. */
export function tableTextOf(product: Product, edges: readonly Edge[]): string {
  const sections = [...tableOf(product, edges)].map(([section, events]) => {
    const isIdle = ([, rows]: readonly [string, readonly Row[]]) =>
      rows.every(({ when, leads, does }) => leads === 'stays' && `${when}${does}` === '');
    const idle = [...events].filter(isIdle).map(([happens]) => happens);
    const lines = [...events]
      .filter((each) => !isIdle(each))
      .flatMap(([happens, rows]) => {
        const isAlone = rows[0]?.when === '';
        const begin = happens === '' ? '  ' : isAlone ? `  ${happens}` : MORE;
        const those = rows.map(({ when, leads, does }) => [begin + when, leads, does] as const);
        return happens === '' || isAlone ? those : [[`  ${happens}`, '', ''] as const, ...those];
      });
    const [first, second] = [widest(lines.map(([what]) => what)), widest(lines.map(([, leads]) => leads))];
    return [
      section,
      ...lines.map(([what, leads, does]) =>
        `${padded(what, first)}  ${padded(leads, second)}  ${does}`.trimEnd(),
      ),
      ...(idle.length > 0 ? [IDLE + idle.join(' · ')] : []),
    ].join('\n');
  });
  return `${[head, ...sections].join('\n\n')}\n`;
}

export const tableFile = fileURLToPath(new URL('../table.txt', import.meta.url));
