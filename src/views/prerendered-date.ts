import { useSyncExternalStore } from 'react';

/** A date that belongs to the same year in every time zone. */
export const midYear = (year: number): Date => new Date(year, 5, 15);

const never = () => () => {};

/**
 * The date on which the first render is based: while a prerendered page is taken over it must be the one that
 * page was made with, or the lists of years would not match. Right after that it is today.
 */
export function usePrerenderedDate(now: Date, prerenderedAt: Date = now): Date {
  return useSyncExternalStore(
    never,
    () => now,
    () => prerenderedAt,
  );
}

/** False while a prerendered page is taken over, when no handler listens yet. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
