import { expect, it } from 'vitest';
import { organisation } from '#organisation/organisation.ts';
import { monthsAfter } from '../../src/signup/japan-date.ts';

const counts = organisation.payment.card?.firstDebit?.monthsAfter ?? [];

it.each([
  ['2026-06-01T00:00:00Z', '2026年7月または8月'],
  ['2026-11-30T14:59:59Z', '2026年12月または2027年1月'],
  ['2026-11-30T15:00:00Z', '2027年1月または2月'],
  ['2026-12-31T15:00:00Z', '2027年2月または3月'],
  // 31 January plus a month is no 31 February.
  ['2027-01-31T00:00:00Z', '2027年2月または3月'],
])('the first debit after an application at %s is in %s', { tags: '@§1.14' }, (at, months) => {
  expect(monthsAfter(new Date(at), counts).join('または')).toBe(months);
});
