import { label } from '../../src/signup/fields.ts';
import { formFields } from '../../src/signup/form.ts';
import { groupedBy } from '../chart/grouped-by.ts';
import { keptNames, type Outcome } from './outcome.ts';

/** One step of the graph: what it does, what may decide that, and how many steps lead to it. */
export type Case = Outcome & { facts: Readonly<Record<string, string>>; effects: string; depth: number };

/** When it is so, where it leads, what else it does, and how many steps lead there. */
export type Row = { when: string; leads: string; does: string; depth: number };

/** Cases that do the same, and by which facts they are told apart from others of the same event. */
type Part = { when: readonly string[]; cases: readonly Case[] };

function changeOf({ changed, after }: Case, item: string): 'as before' | 'there' | 'gone' {
  if (!changed.includes(item)) return 'as before';
  return after[item] ? 'there' : 'gone';
}

/** What some cases change: what is there after all of them, after none, and after some only. */
function changesIn(cases: readonly Case[]) {
  const changed = [...new Set(cases.flatMap((each) => each.changed))];
  const filled = (item: string) => cases.filter(({ after }) => after[item]).length;
  return {
    kept: changed.filter((item) => filled(item) === cases.length),
    gone: changed.filter((item) => filled(item) === 0),
    mixed: changed.filter((item) => filled(item) > 0 && filled(item) < cases.length),
  };
}

/** What only a reload shows. The value before is ignored. */
const isLasting = (item: string) => item !== keptNames.card && lasting.has(item);
const lasting = new Set(Object.values(keptNames));
const labels = new Set(formFields.map((field) => label(field)));

/** In words, which of all values of a fact some are; empty for all. */
function conditionOf(some: readonly string[], all: readonly string[]): string {
  const others = all.filter((value) => !some.includes(value));
  return others.length >= some.length
    ? some.join(' or ')
    : others.length > 0
      ? `unless ${others.join(' or ')}`
      : '';
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
  return [...alike.values()].map((parts) => {
    const values = parts.map(({ value }) => value);
    const when = [conditionOf(values, [...best.keys()]), ...(parts[0]?.when ?? [])].filter(Boolean);
    return { when, cases: parts.flatMap((each) => each.cases) };
  });
}

const UNKNOWN = 'for a reason that signup-model.ts does not name';

/** Cases of one event, by what they do; where a fact decides it, also by what a donor then sees. */
function partsOf(cases: readonly Case[]): Part[] {
  const effectsOf = ({ effects }: Case) => effects;
  const parts =
    splitBy(effectsOf, cases) ??
    [...groupedBy(cases, effectsOf).values()].map((those) => ({ when: [UNKNOWN], cases: those }));
  return parts.flatMap((part) => {
    const seen = changesIn(part.cases).mixed.filter((item) => !isLasting(item));
    const finer = splitBy((one) => seen.map((item) => changeOf(one, item)).join(), part.cases);
    return (
      finer?.map(({ when, cases: those }) => ({ when: [...part.when, ...when], cases: those })) ?? [part]
    );
  });
}

/** An item with its value after the cases, if that is one. Random values of hosts are left out. */
function withValue(cases: readonly Case[], item: string): string {
  const values = new Set(cases.map(({ after }) => after[item]));
  const value = lasting.has(item) || values.size > 1 ? '' : [...values].join().replaceAll('"', '');
  return `${item} ${value}`.trim();
}

/** What some cases change, in words. */
function changesInWords(cases: readonly Case[]): string[] {
  const { kept, gone } = changesIn(cases);
  const isFilledIn = kept.filter((item) => labels.has(item)).length > 4;
  const isSaved = (item: string) => labels.has(item) || lasting.has(item);
  const saved = (verb: string, items: readonly string[], inWords: (item: string) => string) => {
    const fields = items.filter((item) => labels.has(item)).map(inWords);
    const told = [
      ...(fields.length > 4 ? ['the form'] : fields),
      ...items.filter((item) => lasting.has(item)),
    ];
    return told.length > 0 ? [`${verb} ${told.join(', ')}`] : [];
  };
  return [
    ...kept.filter((item) => !isSaved(item)).map((item) => withValue(cases, item)),
    ...gone.filter((item) => !isSaved(item)).map((item) => `no longer ${item}`),
    ...saved('keeps', kept, (item) => withValue(cases, item)),
    // A form that is filled in says nothing of the fields that it leaves out.
    ...saved(
      'forgets',
      gone.filter((item) => !isFilledIn || !labels.has(item)),
      (item) => item,
    ),
  ];
}

export const isIdle = ({ leads, does }: Row): boolean => leads === 'stays' && does === '';

/** The rows of one event's cases. The last is for all other conditions; where then nothing happens, it is left out. */
export function rowsOf(cases: readonly Case[]): Row[] {
  const rows = partsOf(cases).map(({ when, cases: those }) => ({
    when: when.join(', '),
    leads: those[0]?.leads ?? '',
    does: [...(those[0]?.does ?? []), ...changesInWords(those)].join(' · '),
    depth: Math.min(...those.map(({ depth }) => depth)),
  }));
  // What most conditions share is said last, as what happens otherwise.
  const kinds = [...groupedBy(rows, ({ leads, does }) => `${leads}  ${does}`).values()];
  const widthOf = (kind: readonly Row[]) => kind.map(({ when }) => when).join().length;
  const byWidth = kinds.toSorted((one, other) => widthOf(other) - widthOf(one));
  const rest = kinds.find(([row]) => row && isIdle(row)) ?? byWidth[0] ?? [];
  const others = rows.filter((row) => !rest.includes(row));
  const depth = Math.min(...rest.map((row) => row.depth));
  const last = rest.slice(0, 1).map((row) => ({ ...row, when: others.length > 0 ? 'otherwise' : '', depth }));
  return [...others, ...last.filter((row) => others.length === 0 || !isIdle(row))];
}

/** The rows that say of all members together what each one's own say of it, in no more words; null if none do. */
export function commonRowsOf(
  members: readonly { cases: readonly Case[]; rows: readonly Row[] }[],
): Row[] | null {
  const claims = (cases: readonly Case[]) => {
    const { kept, gone } = changesIn(cases);
    return [...kept.map((item) => withValue(cases, item)), ...gone.map((item) => `no ${item}`)];
  };
  const all = members.flatMap(({ cases }) => cases);
  const isKept = ({ when, cases }: Part) => {
    const together = claims(cases);
    const isOwn = ({ cases: own }: { cases: readonly Case[] }) =>
      claims(own.filter((each) => cases.includes(each))).every((claim) => together.includes(claim));
    return !when.includes(UNKNOWN) && members.every(isOwn);
  };
  const conditionsOf = (rows: readonly Row[]) => rows.map(({ when }) => when).join(', ').length;
  // Where nothing happens, no row of others would be true.
  if (new Set(members.map(({ rows }) => rows.every(isIdle))).size > 1) return null;
  // What happens otherwise may be nothing, and is then left out.
  const most = Math.max(...members.map(({ rows }) => rows.length)) + 1;
  if (new Set(all.map(({ effects }) => effects)).size > most) return null;
  const rows = rowsOf(all);
  const isShort = conditionsOf(rows) <= Math.max(...members.map((member) => conditionsOf(member.rows)));
  return isShort && partsOf(all).every(isKept) ? rows : null;
}
