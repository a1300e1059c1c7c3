import { label } from '../../src/signup/fields.ts';
import { formFields } from '../../src/signup/form.ts';
import { groupedBy } from '../chart/grouped-by.ts';
import { keptNames, type Outcome } from './outcome.ts';

/** One step of the graph, and what may decide what it does. */
export type Case = { facts: Readonly<Record<string, string>>; outcome: Outcome };

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
export type Row = { when: string; leads: string; does: string };

/** The rows of the cases of one event in one state. */
export function rowsOf(cases: readonly Case[]): Row[] {
  return partsOf(cases).flatMap(({ when, cases: those }) => {
    const [first] = those;
    if (!first) return [];
    const { leads, does } = first.outcome;
    return { when: when.join(', '), leads, does: [...does, ...changesInWords(those)].join(' · ') };
  });
}
