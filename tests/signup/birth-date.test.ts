import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  birthDate,
  birthDays,
  birthYears,
  daysInMonth,
  isPossibleBirthDay,
} from '../../src/signup/birth-date.ts';

describe('birth years', () => {
  it('are 100, starting 10 before the current year and going back', () => {
    const years = birthYears(new Date(2026, 10, 20));
    expect(years).toHaveLength(100);
    expect([years[0], years[1], years[99]]).toEqual(['2016', '2015', '1917']);
    expect(birthYears(new Date('2026-12-31T14:59:59Z'))[0]).toBe('2016');
    expect(birthYears(new Date('2026-12-31T15:00:00Z'))[0]).toBe('2017');
  });
});

describe('days in a month', () => {
  it.each([
    ['2024', '2', 29],
    ['2023', '2', 28],
    ['2000', '2', 29],
    ['1900', '2', 28],
    ['2023', '4', 30],
    ['2023', '6', 30],
    ['2023', '9', 30],
    ['2023', '11', 30],
    ['2023', '1', 31],
    ['2023', '12', 31],
    ['', '2', 31],
    ['', '4', 31],
    ['2023', '', 31],
    ['', '', 31],
  ])('year %j, month %j has %i', (year, month, days) => {
    expect(daysInMonth(year, month)).toBe(days);
    expect(birthDays(year, month)).toEqual(Array.from({ length: days }, (_, index) => String(index + 1)));
  });

  it('agree with the calendar in every month of every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1800, max: 2400 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        expect(daysInMonth(String(year), String(month))).toBe(new Date(year, month, 0).getDate());
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the birth date', () => {
  it.each([
    ['1990', '4', '5', '1990-4-5'],
    ['1992', '2', '29', '1992-2-29'],
    ['1990', '4', '', undefined],
    ['1990', '', '5', undefined],
    ['', '4', '5', undefined],
    ['', '', '', undefined],
    ['1990', '4', '31', undefined],
  ])('of %j, %j, %j is %j', (birthYear, birthMonth, birthDay, date) => {
    expect(birthDate({ birthYear, birthMonth, birthDay })).toBe(date);
  });

  it('does not exist on a day that a later choice of month has taken away', () => {
    expect(isPossibleBirthDay({ birthYear: '1990', birthMonth: '2', birthDay: '29' })).toBe(false);
    expect(isPossibleBirthDay({ birthYear: '', birthMonth: '2', birthDay: '29' })).toBe(true);
    expect(isPossibleBirthDay({ birthYear: '1990', birthMonth: '2', birthDay: '' })).toBe(true);
  });
});
