/** Japan is nine hours ahead of UTC all year. In milliseconds. */
const offset = 9 * 60 * 60_000;

/** Year and month (1 to 12) in Japan, wherever the donor is. */
export function inJapan(at: Date): { year: number; month: number } {
  const shifted = new Date(at.getTime() + offset);
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1 };
}

/** Milliseconds until the next month begins in Japan. */
export function untilNextMonth(now: Date): number {
  const { year, month } = inJapan(now);
  return Date.UTC(year, month) - offset - now.getTime();
}

/**
 * The months in which the first debit may come (specification §1), `2026年12月` and `2027年1月`. The year is not repeated.
 * @param now the time of the application; the month is Japan's
 * @param counts how many months after it
 */
export function monthsAfter(now: Date, counts: readonly number[]): string[] {
  const { year: thisYear, month: thisMonth } = inJapan(now);
  const months = counts.map((count) => inJapan(new Date(Date.UTC(thisYear, thisMonth - 1 + count))));
  return months.map(({ year, month }, index) =>
    year === months[index - 1]?.year ? `${month}月` : `${year}年${month}月`,
  );
}
