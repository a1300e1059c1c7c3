import { expect, it } from 'vitest';
import { birthDate } from '../../src/signup/birth-date.ts';

it.each([
  ['1990', '4', '5', '1990-4-5'],
  ['1992', '2', '29', '1992-2-29'],
  ['1990', '4', '', undefined],
  ['1990', '', '5', undefined],
  ['', '4', '5', undefined],
  ['1990', '4', '31', undefined],
])('the birth date of %j, %j, %j is %j', (birthYear, birthMonth, birthDay, date) => {
  expect(birthDate({ birthYear, birthMonth, birthDay })).toBe(date);
});
