import { describe, expect, it } from 'vitest';
import { formatYen, paymentAmount } from '../../src/signup/amount.ts';
import type { Price } from '../../src/signup/form.ts';

describe('the monthly amount', () => {
  it.each<[Price, string, number]>([
    ['1000', '', 1000],
    ['3000', '9999', 3000],
    ['10000', '', 10_000],
    ['other', '1500', 1500],
    ['other', '01500', 1500],
    ['other', '', Number.NaN],
    ['other', '1e4', Number.NaN],
    ['other', '-1000', -1000],
    ['other', '10-00', Number.NaN],
    ['other', '1500.5', Number.NaN],
    ['other', ' ', Number.NaN],
  ])('price %j with priceOther %j is %d', (price, priceOther, yen) => {
    expect(paymentAmount({ price, priceOther })).toBe(yen);
  });

  it('reads as yen with commas', () => {
    expect([formatYen(1000), formatYen(1_234_567)]).toEqual(['1,000円', '1,234,567円']);
  });
});
