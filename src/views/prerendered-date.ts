import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { inJapan } from '../signup/japan-date.ts';
import type { SignupActor } from './signup-actor.ts';

/** A date in the year that a page is prerendered for. */
export const midYear = (year: number): Date => new Date(Date.UTC(year, 5, 15));

const never = () => () => {};

/** The month in Japan, counted from January 1970. */
function monthAt(at: Date): number {
  const { year, month } = inJapan(at);
  return (year - 1970) * 12 + month - 1;
}

/**
 * The date to render with: during hydration a date in the prerendered page's year, so that the lists of years match; after
 * that the date of the chart's last event with a time, such as the press that leads to the confirm screen.
 * @returns a date in that month of Japan; the same object until the month changes
 */
export function usePrerenderedDate(actor: SignupActor, prerenderedIn?: number): Date {
  const now = () => new Date(actor.getSnapshot().context.now);
  const month = useSyncExternalStore(
    useCallback((update) => actor.subscribe(update).unsubscribe, [actor]),
    () => monthAt(now()),
    // In the same year nothing prerendered depends on the month, and the chart's date saves a second render.
    () => monthAt(prerenderedIn && prerenderedIn !== inJapan(now()).year ? midYear(prerenderedIn) : now()),
  );
  return useMemo(() => new Date(Date.UTC(1970, month, 15)), [month]);
}

/** False during hydration, when no event handler listens yet. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
