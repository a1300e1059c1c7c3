import { isDeepStrictEqual } from 'node:util';

type Items = Readonly<Record<string, unknown>>;

const inWords = (value: unknown): string =>
  value === undefined || value === '' ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

/** Compares item by item. @throws Error with a sentence for each that differs, what was expected first */
export function expectSame(where: string, expected: Items, seen: Items): void {
  const items = [...new Set([...Object.keys(expected), ...Object.keys(seen)])];
  const sentences = items
    .filter((item) => !isDeepStrictEqual(expected[item], seen[item]))
    .map(
      (item) => `${where}, ${item}: expected ${inWords(expected[item])}, but seen: ${inWords(seen[item])}`,
    );
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}
