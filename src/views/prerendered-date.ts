import { useMemo, useSyncExternalStore } from 'react';
import { inJapan, untilNextMonth } from '../signup/japan-date.ts';
import type { SignupActor } from './signup-actor.ts';

/** A date in the year that a page is prerendered for. */
export const midYear = (year: number): Date => new Date(Date.UTC(year, 5, 15));

const HOUR = 60 * 60_000;
const never = () => () => {};

/** Calls `update` when the month changes, or within the hour on a device whose timers were paused. */
function onNewMonth(update: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        update();
        wait();
      },
      Math.min(untilNextMonth(new Date()), HOUR),
    );
  };
  wait();
  return () => clearTimeout(timer);
}

/** The month in Japan, counted from January 1970. */
function monthAt(at: Date): number {
  const { year, month } = inJapan(at);
  return (year - 1970) * 12 + month - 1;
}

/**
 * The date to render with: during hydration a date in the prerendered page's year, so that the lists of years match;
 * today's after that, also in a tab that stays open.
 * @returns a date in Japan's current month; the same object until the month changes
 */
export function usePrerenderedDate(actor: SignupActor, prerenderedIn?: number): Date {
  const openedAt = new Date(actor.getSnapshot().context.now);
  const month = useSyncExternalStore(
    onNewMonth,
    () => monthAt(new Date()),
    // In the same year nothing prerendered depends on the month, and today's date saves a second render.
    () =>
      monthAt(prerenderedIn && prerenderedIn !== inJapan(openedAt).year ? midYear(prerenderedIn) : openedAt),
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
