import { toHalfWidth } from '../normalise.ts';

const kanjiDigits = '〇一二三四五六七八九';
const units = [
  ['万', 10_000],
  ['千', 1000],
  ['百', 100],
  ['十', 10],
] as const;

/**
 * Reduces a free amount to digits, if it means one number: `３,０００円`, `1万5千`, `1.5万`, `三千`. Anything else stays, and
 * the rules refuse it. Idempotent.
 */
export function normaliseAmount(value: string): string {
  const text = toHalfWidth(value).replace(/\s/g, '');
  const number = text
    .replace(/^[¥￥\\]|(円|yen)$/gi, '')
    .replace(/\.00?$/, '')
    .replace(/[〇一二三四五六七八九]/g, (digit) => String(kanjiDigits.indexOf(digit)))
    .replace(/^\d{1,3}([,、]\d{3})+(?=万?$)/, (groups) => groups.replace(/\D/g, ''));
  if (/^\d+$/.test(number)) return number;
  const amount = readUnits(number);
  return Number.isSafeInteger(amount) ? String(amount) : text;
}

/** Reads a number, with `units[from]` as its largest unit. NaN for anything else, and for `1万5`, which may mean `1万5千`. */
function readUnits(text: string, from = 0): number {
  const [unit, value] = units[from] ?? [];
  if (unit === undefined) return /^\d+$/.test(text) ? Number(text) : Number.NaN;
  const [count = '', rest, ...more] = text.split(unit);
  if (rest === undefined) return readUnits(text, from + 1);
  const isDoubtful = more.length > 0 || (value > 10 && /^\d$/.test(rest));
  const below = rest === '' ? 0 : readUnits(rest, from + 1);
  return isDoubtful || below >= value ? Number.NaN : Math.round(readCount(count, from) * value) + below;
}

/** Reads the number before a unit: 1 for `千`, 1.5 for `1.5万`, 10 for `十万`. */
function readCount(text: string, of: number): number {
  if (text === '') return of === 0 ? Number.NaN : 1;
  // only 万 can follow another unit
  return /^\d+\.\d$/.test(text) ? Number(text) : readUnits(text, of === 0 ? 1 : units.length);
}
