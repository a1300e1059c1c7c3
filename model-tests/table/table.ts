import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { label } from '../../src/signup/fields.ts';
import { formFields } from '../../src/signup/form.ts';
import { groupedBy } from '../chart/grouped-by.ts';
import { testEvents } from '../events.ts';
import { rarePaths } from '../rare-paths.ts';
import { createSignupModel, type Edge, edgesAlong, factsAlong, type Product } from '../signup-model.ts';
import { nameOf, states } from '../states.ts';
import { arrives, keptNames, type Outcome, outcomeOf, screenOf, wordsFor } from './outcome.ts';

/** One step of the graph, and what may decide what it does. */
type Case = { facts: Readonly<Record<string, string>>; outcome: Outcome };

/** What some cases change: what is there after all of them, after none, and after some only. */
function changesIn(cases: readonly Case[]) {
  const items = new Set(
    cases.flatMap(({ outcome: { before, after } }) => Object.keys({ ...before, ...after })),
  );
  const changed = [...items].filter((item) => cases.some((each) => changeOf(each, item) !== 'as before'));
  const filled = (item: string) => cases.filter(({ outcome }) => outcome.after[item]).length;
  return {
    kept: changed.filter((item) => filled(item) === cases.length),
    gone: changed.filter((item) => filled(item) === 0),
    mixed: changed.filter((item) => filled(item) > 0 && filled(item) < cases.length),
  };
}

function changeOf({ outcome: { before, after } }: Case, item: string): 'as before' | 'there' | 'gone' {
  if ((before[item] ?? '') === (after[item] ?? '')) return 'as before';
  return after[item] ? 'there' : 'gone';
}

/** What only a reload shows. What it was before is not told apart. */
const isLasting = (item: string) => item !== keptNames.card && lasting.has(item);
const lasting = new Set(Object.values(keptNames));
const labels = new Set(formFields.map((field) => label(field)));

/** Cases that do the same, and by which facts they are told apart from others of the same event. */
type Part = { when: readonly string[]; cases: readonly Case[] };

/** In words, which of all values of a fact some are; empty for all. */
function conditionOf(some: readonly string[], all: readonly string[]): string[] {
  const others = all.filter((value) => !some.includes(value));
  if (others.length === 0) return [];
  return [others.length < some.length ? `unless ${others.join(' or ')}` : some.join(' or ')];
}

/** Splits cases into those with the same key, by the facts that decide it; null where no fact does. */
function splitBy(keyOf: (one: Case) => string, cases: readonly Case[]): Part[] | null {
  const kindsIn = (some: readonly Case[]) => groupedBy(some, keyOf).size;
  if (kindsIn(cases) === 1) return [{ when: [], cases }];
  const byFact = Object.keys(cases[0]?.facts ?? {})
    .map((fact) => groupedBy(cases, ({ facts }) => facts[fact] ?? ''))
    .filter(({ size }) => size > 1);
  const undecided = (parts: Map<string, Case[]>) =>
    [...parts.values()].filter((part) => kindsIn(part) > 1).flat().length;
  const [best] = byFact.toSorted((one, other) => undecided(one) - undecided(other));
  if (!best) return null;
  const inner = [...best].map(([value, part]) => splitBy(keyOf, part)?.map((each) => ({ value, ...each })));
  if (inner.includes(undefined)) return null;
  const alike = groupedBy(
    inner.flatMap((parts) => parts ?? []),
    ({ when, cases: [first] }) => [first && keyOf(first), ...when].join(),
  );
  return [...alike.values()].map((parts) => ({
    when: [
      ...conditionOf(
        parts.map(({ value }) => value),
        [...best.keys()],
      ),
      ...(parts[0]?.when ?? []),
    ],
    cases: parts.flatMap((each) => each.cases),
  }));
}

/** Cases of one event, by what they do; where a fact decides it, also by what a donor then sees. */
function partsOf(cases: readonly Case[]): Part[] {
  const effects = ({ outcome: { leads, does } }: Case) => [leads, ...does].join();
  const unknown = { when: ['for a reason that signup-model.ts does not name'] };
  const parts =
    splitBy(effects, cases) ??
    [...groupedBy(cases, effects).values()].map((those) => ({ ...unknown, cases: those }));
  return parts.flatMap((part) => {
    const seen = changesIn(part.cases).mixed.filter((item) => !isLasting(item));
    const finer = splitBy((one) => seen.map((item) => changeOf(one, item)).join(), part.cases);
    return (
      finer?.map(({ when, cases: those }) => ({ when: [...part.when, ...when], cases: those })) ?? [part]
    );
  });
}

/** What some cases change, in words. */
function changesInWords(cases: readonly Case[]): string[] {
  const { kept, gone } = changesIn(cases);
  const isSaved = (item: string) => labels.has(item) || lasting.has(item);
  const withValue = (item: string): string => {
    const values = new Set(cases.map(({ outcome }) => outcome.after[item]));
    // What hosts make up is not told.
    const value = lasting.has(item) || values.size > 1 ? '' : [...values].join().replaceAll('"', '');
    return `${item} ${value}`.trim();
  };
  const hasMuch = (items: readonly string[]) => items.filter((item) => labels.has(item)).length > 4;
  const others = (items: readonly string[]) => items.filter((item) => isSaved(item) && !labels.has(item));
  const fields = (items: readonly string[]) => items.filter((item) => labels.has(item));
  const left = [...lasting].filter(
    (item) => cases.some(({ outcome: { after } }) => after[item]) && !kept.includes(item),
  );
  const listed = (verb: string, items: readonly string[]) =>
    items.length > 0 ? [`${verb} ${items.join(', ')}`] : [];
  return [
    ...kept.filter((item) => !isSaved(item)).map(withValue),
    ...gone.filter((item) => !isSaved(item)).map((item) => `no longer ${item}`),
    ...listed('keeps', [...(hasMuch(kept) ? ['the form'] : fields(kept).map(withValue)), ...others(kept)]),
    ...(hasMuch(gone)
      ? [`forgets all${left.length > 0 ? ` except ${left.join(', ')}` : ' else'}`]
      : listed('forgets', [...(hasMuch(kept) ? [] : fields(gone)), ...others(gone)])),
  ];
}

/** One line: when it is so, where it leads, and what else it does. */
type Row = { when: string; leads: string; does: string };

/** The rows of the cases of one event in one state. */
function rowsOf(cases: readonly Case[]): Row[] {
  return partsOf(cases).flatMap(({ when, cases: those }) => {
    const [first] = those;
    if (!first) return [];
    const { leads, does } = first.outcome;
    return { when: when.join(', '), leads, does: [...does, ...changesInWords(those)].join(' · ') };
  });
}

/** The rows of what happens in a section of the table. */
type Entry = { section: string; happens: string; rows: readonly Row[] };
const EVERYWHERE = 'wherever it can happen, unless a state says otherwise';
const ARRIVING = 'arriving at an address';
const OPENS = 'a page opens; ';
const RARE = 'steps whose effect shows only later';

/** By state as in states.ts, then by event as in events.ts; the pages that open come first. */
function orderOf({ from, event }: Edge): number {
  const state = event.type === 'page.opened' ? -1 : Object.keys(states).indexOf(from.at);
  return state * testEvents.length + testEvents.findIndex(({ name }) => name === event.title);
}

/** Where in the table an edge stands. Pages that open stand together, by what was before. */
const placeOf = (edge: Edge): { section: string; happens: string } =>
  edge.event.type === 'page.opened' && edge.from.page
    ? { section: `${OPENS}${factsAlong(edge).past}`, happens: '' }
    : { section: nameOf(edge.from.at) || 'an empty tab', happens: edge.event.title };

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
  const rowsFor = (those: readonly Edge[]) =>
    rowsOf(
      those.map((edge) => {
        const outcome = outcomes.get(edge) ?? outcomeOf(product, edge);
        const usual = arrives(edge) ? onArrival.get(screenOf(edge.to.at)) : [];
        const does = outcome.does.filter((each) => !usual?.includes(each));
        return { facts: factsAlong(edge), outcome: { ...outcome, does } };
      }),
    );
  const sorted = edges.toSorted((one, other) => orderOf(one) - orderOf(other));
  const all = [...groupedBy(sorted, (edge) => Object.values(placeOf(edge)).join('\n'))].map(
    ([place, those]) => {
      const [section = '', happens = ''] = place.split('\n');
      return { section, happens, rows: rowsFor(those) };
    },
  );
  const arriving = [...onArrival].flatMap(([happens, does]) =>
    does.length > 0
      ? { section: ARRIVING, happens, rows: [{ when: '', leads: does.join(' · '), does: '' }] }
      : [],
  );
  const last = Object.entries(rarePaths).map(([happens, names]) => {
    const step = lastStep(product, names);
    const rows =
      typeof step === 'string'
        ? [{ when: step, leads: '', does: '' }]
        : rowsFor([step]).map((row) => ({ ...row, when: step.event.title }));
    return { section: RARE, happens, rows };
  });
  const common = commonIn(all);
  const others = all.filter((entry) => !common.some(({ those }) => those.includes(entry)));
  return [...common.map(({ entry }) => entry), ...arriving, ...others, ...last];
}

/** The last step of a rare path; why it cannot be taken, where it cannot. */
function lastStep(product: Product, names: readonly string[]): Edge | string {
  try {
    return edgesAlong(createSignupModel(product), names).at(-1) ?? 'has no steps';
  } catch (error) {
    return error instanceof Error ? error.message : `${error}`;
  }
}

/** What most states share of events that can happen in many, as one entry for those. */
function commonIn(all: readonly Entry[]): { entry: Entry; those: readonly Entry[] }[] {
  const names = Object.values(states).map(({ name }) => name);
  // A state that is lost is told where it was, not as an exception.
  const reached = names.filter((name) => all.some(({ section }) => section === name));
  return [...groupedBy(all, ({ happens }) => happens)].flatMap(([happens, entries]) => {
    const alike = [...groupedBy(entries, ({ rows }) => JSON.stringify(rows)).values()];
    const those = alike.find(({ length }) => length > 4 && length > entries.length / 2) ?? [];
    const where = `(${wordsForSome(
      those.map(({ section }) => section),
      reached,
    )})`;
    const rows = those[0]?.rows.map(({ does, ...row }) => ({ ...row, does: `${does}  ${where}`.trim() }));
    return rows ? { entry: { section: EVERYWHERE, happens, rows }, those } : [];
  });
}

/** In words, which of all states some are. Those that begin alike are told together. */
function wordsForSome(some: readonly string[], all: readonly string[]): string {
  const others = all.filter((name) => !some.includes(name));
  const isMost = others.length < some.length;
  const told = [...groupedBy(all, (name) => name.split(': ')[0] ?? '')].flatMap(([begin, those]) => {
    const meant = those.filter((name) => (isMost ? others : some).includes(name));
    return meant.length === those.length && meant.length > 1 ? [`${begin}: all`] : meant;
  });
  return `in ${isMost ? `every state${told.length > 0 ? ' except ' : ''}` : ''}${told.join(' / ')}`;
}

const head = `What can happen to a sign-up: in each state what happens, under which conditions (…), where it leads, and what else it does: what
goes out, what the screen says, what a reload then finds (“keeps”, “forgets”). npm run model makes this from the chart and fails if
it differs; npm run model -- -u approves a change.`;

const IDLE = '  nothing happens: ';
const MORE = '  … ';

/** Columns in a font of fixed width, where a Japanese character takes two. */
const widthOf = (text: string) => text.replaceAll(/[⺀-￯]/g, 'xx').length;
const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));
/** The widest text, as far as the columns go. */
const widest = (texts: readonly string[]) => Math.min(56, Math.max(...texts.map(widthOf)));

/** The widest line, and where the lines begin on which the rest of a row stands. */
const [LINE, REST] = [150, ' '.repeat(8)];

/** The rest of a row: in its own column, or on lines below if it is too long, broken between its parts. */
function restOf(text: string, column: number): string {
  if (column + widthOf(text) <= LINE) return text;
  let width = LINE;
  return text
    .split(/(?<=[·/]) /)
    .map((part) => {
      const isNew = width + widthOf(part) >= LINE;
      width = widthOf(part) + (isNew ? REST.length : width + 1);
      return (isNew ? `\n${REST}` : ' ') + part;
    })
    .join('');
}

/** The whole table as text. */
export function tableTextOf(product: Product, edges: readonly Edge[]): string {
  const bySection = groupedBy(entriesOf(product, edges), ({ section }) => section);
  const sections = [...bySection].map(([section, entries]) => {
    const isIdle = ({ rows }: Entry) =>
      rows.every(({ when, leads, does }) => leads === 'stays' && `${when}${does}` === '');
    const idle = entries.filter(isIdle).map(({ happens }) => happens);
    const lines = entries
      .filter((each) => !isIdle(each))
      .flatMap(({ happens, rows }) => {
        const isAlone = rows[0]?.when === '';
        const begin = happens === '' ? '  ' : isAlone ? `  ${happens}` : MORE;
        const those = rows.map(({ when, leads, does }) => [begin + when, leads, does] as const);
        return happens === '' || isAlone ? those : [[`  ${happens}`, '', ''] as const, ...those];
      });
    const [first, second] = [widest(lines.map(([what]) => what)), widest(lines.map(([, leads]) => leads))];
    return [
      section,
      ...lines.map(([what, leads, does]) =>
        `${padded(what, first)}  ${padded(leads, second)}  ${restOf(does, first + second + 4)}`.replace(
          / +$/gm,
          '',
        ),
      ),
      ...(idle.length > 0 ? [IDLE + idle.join(' · ')] : []),
    ].join('\n');
  });
  return `${[head, ...sections].join('\n\n')}\n`;
}

export const tableFile = fileURLToPath(new URL('../table.txt', import.meta.url));

/** A difference from the approved table: in short, and the lines of both. */
export type Difference = { title: string; rows: string };

type Line = { section: string; event: string; text: string };

function linesIn(table: string): Line[] {
  const [, ...sections] = table.trimEnd().split('\n\n');
  return sections.flatMap((whole) => {
    const [section = '', ...lines] = whole.replaceAll(/ *\n {8}/g, '  ').split('\n');
    let event = '';
    return lines.flatMap((line) => {
      // Columns move with the widest text.
      const text = line.trim().replaceAll(/ {2,}/g, '  ');
      const idle = line.startsWith(IDLE) ? line.slice(IDLE.length).split(' · ') : null;
      if (idle) return idle.map((each) => ({ section, event: each, text: `${each}: nothing happens` }));
      if (!line.startsWith(MORE)) event = section.startsWith(OPENS) ? '' : (text.split('  ')[0] ?? '');
      return { section, event, text };
    });
  });
}

/** What differs from the approved table: first what does not lead where it did, in the order of a sign-up. */
export function differencesFrom(approved: string, now: string): Difference[] {
  const keyOf = ({ section, event }: Line) => `${section}${event && ` · ${event}`}`;
  const [before, after] = [groupedBy(linesIn(approved), keyOf), groupedBy(linesIn(now), keyOf)];
  const sections = new Set(linesIn(now).map(({ section }) => section));
  const leadsOf = (lines: readonly Line[]) =>
    new Set(lines.map(({ text }) => text.match(/→ .*?(?= {2}|$)|stays|nothing happens/)?.[0]));
  const kinds = ['Cannot happen any more', 'Leads elsewhere', 'Is new', 'Changed', 'Never reached any more'];
  const kindOf = (key: string): string => {
    const [old, fresh] = [before.get(key), after.get(key)];
    if (!old) return 'Is new';
    if (fresh) return isDeepStrictEqual(leadsOf(old), leadsOf(fresh)) ? 'Changed' : 'Leads elsewhere';
    return sections.has(old[0]?.section ?? '') ? 'Cannot happen any more' : 'Never reached any more';
  };
  const differences = [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [old, fresh] = [before, after].map((lines) => (lines.get(key) ?? []).map(({ text }) => text));
    // What becomes common to many states, or is no longer, is told once.
    const everywhere = `${EVERYWHERE} · ${(before.get(key) ?? after.get(key))?.[0]?.event}`;
    const [wasCommon, isCommon] = [before.has(everywhere), after.has(everywhere)];
    if (key !== everywhere && before.has(key) !== after.has(key) && wasCommon !== isCommon) return [];
    const rows = [
      ...(old ?? []).filter((text) => !fresh?.includes(text)).map((text) => `Expected: ${text}`),
      ...(fresh ?? []).filter((text) => !old?.includes(text)).map((text) => `    Seen: ${text}`),
    ];
    // What a reload finds, the rare steps and what is so in many states follow from what a state does.
    const isCause = ![OPENS, RARE, EVERYWHERE].some((begin) => key.startsWith(begin));
    return rows.length > 0 ? { key, kind: kindOf(key), isCause, rows: rows.join('\n') } : [];
  });
  const rankOf = ({ kind, isCause }: (typeof differences)[number]) =>
    kinds.indexOf(kind) + (isCause ? 0 : kinds.length);
  return differences
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ kind, key, rows }) => ({ title: `${kind}: ${key}`, rows }));
}
