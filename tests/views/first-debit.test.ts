import { describe, expect, it } from 'vitest';
import { monthsAfter } from '../../src/views/shell/first-debit.ts';

describe('the first debit', () => {
  it.each([
    [new Date(2026, 5, 1), '2026年7月または8月'],
    [new Date('2026-11-30T14:59:59Z'), '2026年12月または2027年1月'],
    [new Date('2026-11-30T15:00:00Z'), '2027年1月または2月'],
    [new Date('2026-12-31T15:00:00Z'), '2027年2月または3月'],
    [new Date(2026, 10, 30), '2026年12月または2027年1月'],
    [new Date(2026, 11, 31), '2027年1月または2月'],
    // 31 January plus a month is no 31 February.
    [new Date(2027, 0, 31), '2027年2月または3月'],
  ])('after an application on %s is in %s', (now, months) => {
    expect(monthsAfter(now, [1, 2]).join('または')).toBe(months);
  });
});
