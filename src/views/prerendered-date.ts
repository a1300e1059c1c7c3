import { useMemo, useSyncExternalStore } from 'react';
import { inJapan } from '../signup/japan-date.ts';

/** A date in the year that a page is prerendered for. */
export const midYear = (year: number): Date => new Date(Date.UTC(year, 5, 15));

const never = () => () => {};

/** The calendar is looked at again whenever the donor comes back to the page or goes on to another field. */
function onAttention(look: () => void): () => void {
  document.addEventListener('visibilitychange', look);
  document.addEventListener('focusin', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('focusin', look);
  };
}

/** Months of Japan's calendar, counted from January 1970: nothing on the page depends on the day. */
function monthAt(at: Date): number {
  const { year, month } = inJapan(at);
  return (year - 1970) * 12 + month - 1;
}

/**
 * The date on which a render is based: while a prerendered page is taken over it must belong to the year that page was
 * made for, or the lists of years would not match. Right after that it is today's, also in a tab that stays open.
 * @param now when the page opened
 * @returns a date in Japan's current month, the same object as long as the month lasts
 */
export function usePrerenderedDate(now: Date, prerenderedIn?: number): Date {
  const month = useSyncExternalStore(
    onAttention,
    () => monthAt(new Date()),
    // In its own year nothing on that page depends on the month, and today's spares a second rendering.
    () => monthAt(prerenderedIn && prerenderedIn !== inJapan(now).year ? midYear(prerenderedIn) : now),
  );
  return useMemo(() => new Date(Date.UTC(1970, month, 15)), [month]);
}

/** False while a prerendered page is taken over, when no handler listens yet. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
