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

/** What a row claims, whatever its condition. */
const claimsOf = (lines: readonly string[]) =>
  lines.flatMap((line) => line.replace(/^….*?(?=→|stays)/, '').split(' · '));

/** What differs from the approved table. What the fewest steps lead to comes first: all else can follow from it. */
export function differencesFrom(approved: string, { text, entries }: Table): Difference[] {
  const [before, after] = [linesIn(approved), linesIn(text)];
  const differences = [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [section = '', happens = ''] = key.split(' · ');
    const linesOf = (table: typeof before) =>
      [section, ...groupsOf(section)].map((each) => table.get(`${each} · ${happens}`)).find(Boolean);
    const [old, fresh] = [linesOf(before), linesOf(after)];
    const lost = old?.filter((line) => !fresh?.includes(line)) ?? [];
    const seen = fresh?.filter((line) => !old?.includes(line)) ?? [];
    if (lost.length + seen.length === 0) return [];
    const inSection = entries.filter((entry) => entry.section === section);
    const those = inSection.filter((entry) => entry.happens === happens);
    const rows = (those.length > 0 ? those : inSection).flatMap((entry) => entry.rows);
    const [claims, claimsNow] = [claimsOf(lost), new Set(claimsOf(seen))];
    const hasMore =
      claims.length > 0 &&
      claimsNow.size > new Set(claims).size &&
      claims.every((claim) => claimsNow.has(claim));
    // What a reload finds, rare steps and what is said beside follow from what a state does.
    const isLater = [OPENS, RARE, EVERYWHERE].some((begin) => section.startsWith(begin)) || hasMore;
    const isCause = !fresh || !isLater;
    const kind = fresh ? (old ? 'Differs' : 'Is new') : 'Cannot happen any more';
    const both = [...lost.map((line) => `Expected: ${line}`), ...seen.map((line) => `    Seen: ${line}`)];
    return {
      title: inSection.length > 0 ? `${kind}: ${key}` : `Never reached any more: ${section}`,
      rows: both.join('\n'),
      rank: Math.min(1e6, ...rows.map(({ depth }) => depth)) + (isCause ? 0 : 1e6),
    };
  });
  const inOrder = differences.toSorted((one, other) => one.rank - other.rank);
  return [...groupedBy(inOrder, ({ title }) => title).values()].flatMap(([first]) => first ?? []);
}
