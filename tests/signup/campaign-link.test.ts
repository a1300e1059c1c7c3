import { expect, it } from 'vitest';
import { chosenByLink } from '../../src/signup/campaign-link.ts';
import { BANK_DEBIT, CARD, prices } from '../../src/signup/form.ts';
import { methods } from '../../src/signup/payment-methods.ts';

const offered = prices[0] ?? 'other';
const least = methods[CARD].terms.minimum;
const leastByBank = methods[BANK_DEBIT].terms.minimum;
const byBank = { name: 'paymentMethod', value: BANK_DEBIT };
const free = (amount: string) => [
  { name: 'price', value: 'other' },
  { name: 'priceOther', value: amount },
];

it.each([
  [`?price=${offered}`, [{ name: 'price', value: offered }]],
  [`?utm_source=a&price=${least + 1}`, free(`${least + 1}`)],
  ['?price=9999999', free('9999999')],
  ['?payment=card', [{ name: 'paymentMethod', value: CARD }]],
  ['?payment=bank', [byBank]],
  [`?payment=bank&price=${leastByBank + 1}`, [byBank, ...free(`${leastByBank + 1}`)]],
  // below the payment method's minimum
  [`?payment=bank&price=${leastByBank - 1}`, [byBank]],
])('%s chooses %j', (search, changes) => {
  expect(chosenByLink(search)).toEqual(changes);
});

it.each([
  '',
  '?price=',
  `?price=${least - 1}`,
  '?price=10000000',
  '?price=-3000',
  '?price=3000.5',
  '?price=3e3',
  '?price=03000',
  '?price=３０００',
  '?price=other',
  '?price=<script>',
  '?payment=',
  '?payment=cash',
  '?payment=toString',
  `?paymentMethod=${CARD}&priceOther=5000`,
])('%s chooses nothing', (search) => {
  expect(chosenByLink(search)).toEqual([]);
});
