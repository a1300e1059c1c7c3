import { expect, it } from 'vitest';
import { organisation } from '#organisation/organisation.ts';
import { monthsAfter } from '../../src/signup/japan-date.ts';

const counts = organisation.payment.card?.firstDebit?.monthsAfter ?? [];

it.each([
  [new Date(2026, 5, 1), '2026年7月または8月'],
  [new Date('2026-11-30T14:59:59Z'), '2026年12月または2027年1月'],
  [new Date('2026-11-30T15:00:00Z'), '2027年1月または2月'],
  [new Date('2026-12-31T15:00:00Z'), '2027年2月または3月'],
  // 31 January plus a month is no 31 February.
  [new Date(2027, 0, 31), '2027年2月または3月'],
])('the first debit after an application on %s is in %s', { tags: '@§1.14' }, (now, months) => {
  expect(monthsAfter(now, counts).join('または')).toBe(months);
});
