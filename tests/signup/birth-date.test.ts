import { describe, expect, it } from 'vitest';
import { birthDate, isPossibleBirthDay } from '../../src/signup/birth-date.ts';

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
