import { isDeepStrictEqual } from 'node:util';
import { groupedBy } from '../chart/grouped-by.ts';
import { IDLE, MORE, OPENS, RARE } from './table.ts';

/** A difference from the approved table: in short, and the lines of both. */
export type Difference = { title: string; rows: string };

type Line = { section: string; event: string; text: string };

function linesIn(table: string): Line[] {
  const [, ...sections] = table.trimEnd().split('\n\n');
  return sections.flatMap((whole) => {
    const [section = '', ...lines] = whole.split('\n');
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
  const keyOf = ({ section, event }: Line) =>
    `${section}${event && ` · ${event}`}`.replace(/ \(in \d+ states\)/, '');
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
    const rows = [
      ...(old ?? []).filter((text) => !fresh?.includes(text)).map((text) => `Expected: ${text}`),
      ...(fresh ?? []).filter((text) => !old?.includes(text)).map((text) => `    Seen: ${text}`),
    ];
    // What a reload finds and the rare steps follow from what a state does.
    const isCause = !key.startsWith(OPENS) && !key.startsWith(RARE);
    return rows.length > 0 ? { key, kind: kindOf(key), isCause, rows: rows.join('\n') } : [];
  });
  const rankOf = ({ kind, isCause }: (typeof differences)[number]) =>
    kinds.indexOf(kind) + (isCause ? 0 : kinds.length);
  return differences
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ kind, key, rows }) => ({ title: `${kind}: ${key}`, rows }));
}
