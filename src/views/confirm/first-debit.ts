import { inJapan } from '../../signup/japan-date.ts';

/**
 * When a card is normally debited for the first time: one or two months after the application (specification §1).
 * @param now the time of the application; the month is Japan's
 * @returns the two months as a donor reads them, `2026年12月` and `2027年1月`; a year is not said twice
 */
export function firstDebitMonths(now: Date): readonly [next: string, second: string] {
  const next = monthAfter(now, 1);
  const second = monthAfter(now, 2);
  const secondYear = second.year === next.year ? '' : `${second.year}年`;
  return [`${next.year}年${next.month}月`, `${secondYear}${second.month}月`];
}

function monthAfter(now: Date, count: number): { year: number; month: number } {
  const { year, month } = inJapan(now);
  const isNextYear = month + count > 12;
  return { year: year + Number(isNextYear), month: month + count - (isNextYear ? 12 : 0) };
}
