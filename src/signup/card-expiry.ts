const numberOfYears = 10;

/** The expiry years on offer: the current one and nine more, four digits (specification §9). */
export function expiryYears(now: Date): string[] {
  return Array.from({ length: numberOfYears }, (_, index) => String(now.getFullYear() + index));
}

/** The expiry months on offer: `01` to `12`. */
export const expiryMonths: readonly string[] = Array.from({ length: 12 }, (_, index) =>
  String(index + 1).padStart(2, '0'),
);
