import type { SignupForm } from '../form.ts';
import { inJapan } from '../japan-date.ts';

const numberOfYears = 100;
const youngest = 10;

/** The years on offer, newest first: 100, starting 10 before Japan's current year (specification §4). */
export function birthYears(now: Date): string[] {
  const first = inJapan(now).year - youngest;
  return Array.from({ length: numberOfYears }, (_, index) => String(first - index));
}

/** The months on offer: `1` to `12`, without leading zeros. */
export const birthMonths: readonly string[] = Array.from({ length: 12 }, (_, index) => String(index + 1));

/** How many days a month has; 31 while year or month is missing (specification §4). */
function daysInMonth(year: string, month: string): number {
  if (year === '' || month === '') return 31;
  // Day 0 of the next month is the last of this one. A `Date` counts months from 0.
  return new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

/** The days on offer for that year and month: `1` to `28`–`31`, without leading zeros. */
export function birthDays(year: string, month: string): string[] {
  return Array.from({ length: daysInMonth(year, month) }, (_, index) => String(index + 1));
}

type BirthDateParts = Pick<SignupForm, 'birthYear' | 'birthMonth' | 'birthDay'>;

/** Whether the chosen day exists in the chosen month, or no day is chosen. */
export function isPossibleBirthDay({ birthYear, birthMonth, birthDay }: BirthDateParts): boolean {
  return birthDay === '' || birthDays(birthYear, birthMonth).includes(birthDay);
}

/**
 * The birth date for the API, without padding: `1990-4-5`.
 * Undefined unless all three are given (specification §3) and the day exists.
 */
export function birthDate(form: BirthDateParts): string | undefined {
  const parts = [form.birthYear, form.birthMonth, form.birthDay];
  return parts.every((part) => part !== '') && isPossibleBirthDay(form) ? parts.join('-') : undefined;
}
