/** Nine hours before UTC all year: Japan has no summer time. */
const offset = 9 * 60 * 60_000;

/** Year and month (1 to 12) in Japan at a moment, wherever the donor is: the organisation and the banks are there. */
export function inJapan(at: Date): { year: number; month: number } {
  const shifted = new Date(at.getTime() + offset);
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1 };
}
