/** Japan is nine hours ahead of UTC all year. In milliseconds. */
const offset = 9 * 60 * 60_000;

/** Year and month (1 to 12) in Japan, wherever the donor is. */
export function inJapan(at: Date): { year: number; month: number } {
  const shifted = new Date(at.getTime() + offset);
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1 };
}
