import { expect, it } from 'vitest';
import { cardBrandOf, cardFormatOf } from '../../../src/signup/card/card-brand.ts';

/** The brand is known from the given digit on, and not before. */
it.each([
  ['Visa', '4', 1],
  ['Mastercard', '5105105105105100', 2],
  ['Mastercard', '5555555555554444', 2],
  ['Mastercard', '2221000000000009', 4],
  ['Mastercard', '2300000000000000', 2],
  ['Mastercard', '2600000000000000', 2],
  ['Mastercard', '2720999999999996', 4],
  ['JCB', '3528000000000007', 4],
  ['JCB', '3566002020360505', 3],
  ['JCB', '3589999999999999', 3],
  ['American Express', '341111111111111', 2],
  ['American Express', '378282246310005', 2],
  ['Diners Club', '30569309025904', 3],
  ['Diners Club', '38520000023237', 2],
  ['Diners Club', '30950000000000', 4],
  ['Discover', '6011111111111117', 4],
  ['Discover', '6445644564456445', 3],
  ['Discover', '6500000000000002', 2],
  ['銀聯', '6200000000000005', 2],
  ['このカード', '2220999999999999', 4],
  ['このカード', '2721000000000000', 4],
  ['このカード', '3527999999999999', 4],
  ['このカード', '3590000000000000', 4],
  ['このカード', '9999', 4],
])('%s is recognised in %s from digit %i', (name, number, digits) => {
  expect(cardFormatOf(number).replaceAll(' ', '')).toBe('#'.repeat(16));
  const brands = Array.from(number, (_, index) => cardBrandOf(number.slice(0, index + 1))?.name);
  expect(brands).toEqual([
    ...Array<undefined>(digits - 1).fill(undefined),
    ...Array<string>(number.length - digits + 1).fill(name),
  ]);
});
