import { groupedBy } from '../chart/grouped-by.ts';
import { EVERYWHERE, groupsOf, IDLE, OPENS, RARE, type Table } from './table.ts';

/** A difference from the approved table: in short, and the lines of both. */
export type Difference = { title: string; rows: string };

/** The lines of a table by section and event, each without the columns' blanks. */
function linesIn(table: string): Map<string, string[]> {
  const lines = new Map<string, string[]>();
  for (const whole of table.trimEnd().split('\n\n').slice(1)) {
    const [section = '', ...rows] = whole.replaceAll(/\n {8} */g, '  ').split('\n');
    let events: string[] = [];
    for (const row of rows) {
      const isIdle = row.startsWith(IDLE);
      // The event, its condition, and the other columns; a further condition of the same event has no name.
      const [, happens = '', told = ''] =
        (isIdle ? [] : row.trim().match(/^((?!… ).+?(?= … | {2}|$))?(.*)/)) ?? [];
      if (isIdle) events = row.slice(IDLE.length).split(' · ');
      else if (happens) events = happens.split(' · ');
      const text = isIdle ? 'nothing happens' : told.trim().replaceAll(/ +/g, ' ');
      for (const each of text ? events : []) {
        const key = `${section} · ${each}`;
        lines.set(key, [...(lines.get(key) ?? []), text]);
      }
    }
  }
  return lines;
}

/** What differs from the approved table. What the fewest steps lead to comes first: all else can follow from it. */
export function differencesFrom(approved: string, { text, entries }: Table): Difference[] {
  const [before, after] = [linesIn(approved), linesIn(text)];
  const depths = new Map(
    [...groupedBy(entries, ({ section }) => section)].map(([section, those]) => [
      section,
      Math.min(...those.flatMap(({ rows }) => rows.map(({ depth }) => depth))),
    ]),
  );
  const differences = [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [section = '', happens = ''] = key.split(' · ');
    const linesOf = (table: typeof before) =>
      [section, ...groupsOf(section)].map((each) => table.get(`${each} · ${happens}`)).find(Boolean);
    const [old, fresh] = [linesOf(before), linesOf(after)];
    const lost = old?.filter((line) => !fresh?.includes(line)) ?? [];
    const seen = fresh?.filter((line) => !old?.includes(line)) ?? [];
    if (lost.length + seen.length === 0) return [];
    const isReached = depths.has(section);
    const rows = entries.filter((entry) => entry.section === section && entry.happens === happens);
    const changed = rows
      .flatMap((entry) => entry.rows)
      .filter(({ when, leads, does }) =>
        seen.includes([when && `… ${when}`, leads, does].filter(Boolean).join(' ').replaceAll(/ +/g, ' ')),
      );
    const depth = Math.min(
      ...changed.map((row) => row.depth),
      ...(changed.length > 0 ? [] : [depths.get(section) ?? 1e9]),
    );
    // What a reload finds and the rare steps follow from what a state does.
    const isLater = section.startsWith(OPENS) || section === RARE || (section === EVERYWHERE && fresh);
    const kind = fresh ? (old ? 'Differs' : 'Is new') : 'Cannot happen any more';
    return {
      title: isReached ? `${kind}: ${key}` : `Never reached any more: ${section}`,
      rows: [...lost.map((line) => `Expected: ${line}`), ...seen.map((line) => `    Seen: ${line}`)].join(
        '\n',
      ),
      rank: depth + (isLater ? 1e6 : 0),
    };
  });
  return [
    ...groupedBy(
      differences.toSorted((one, other) => one.rank - other.rank),
      ({ title }) => title,
    ).values(),
  ].flatMap(([first]) => first ?? []);
}
