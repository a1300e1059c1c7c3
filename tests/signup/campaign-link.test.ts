import { describe, expect, it } from 'vitest';
import { changesByLink, chosenByLink } from '../../src/signup/campaign-link.ts';
import {
  BANK_DEBIT,
  CARD,
  emptyForm,
  type FieldChange,
  prices,
  type SignupForm,
} from '../../src/signup/form.ts';
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

const others = prices.filter((price) => price !== emptyForm.price && price !== 'other');
const [first = 'other', second = 'other'] = others;
const toFirst: FieldChange = { name: 'price', value: first };
const toBank: FieldChange = { name: 'paymentMethod', value: BANK_DEBIT };
const toFree: FieldChange[] = [
  { name: 'price', value: 'other' },
  { name: 'priceOther', value: `${leastByBank + 1}` },
];

describe('what a link changes', () => {
  const untouched = { form: {}, isTouched: false };
  type Draft = { form: Partial<SignupForm>; isTouched: boolean };
  it.each<[string, FieldChange[], Draft, Partial<SignupForm>, string[], FieldChange[]]>([
    ['an empty form', [toBank, toFirst], untouched, {}, [], [toBank, toFirst]],
    [
      'a form with a name alone',
      [toBank, ...toFree],
      untouched,
      { lastName: '山' },
      ['lastName'],
      [toBank, ...toFree],
    ],
    ['another amount', [toBank, ...toFree], untouched, { price: second }, [], [toBank]],
    ['the usual amount, chosen anew', [toBank, toFirst], untouched, {}, ['price'], [toBank]],
    ['another payment method', [toBank, toFirst], untouched, {}, ['paymentMethod'], [toFirst]],
    [
      'an earlier link’s choices',
      [toFirst],
      { form: { price: 'other', priceOther: '4321', paymentMethod: BANK_DEBIT }, isTouched: false },
      {},
      [],
      [{ name: 'paymentMethod', value: CARD }, toFirst, { name: 'priceOther', value: '' }],
    ],
    ['the same link’s choices', [toFirst], { form: { price: first }, isTouched: false }, {}, [], []],
    [
      'an earlier link’s choices, without a link',
      [],
      { form: { price: first }, isTouched: false },
      {},
      [],
      [],
    ],
    ['a draft that equals the empty form', [toBank, toFirst], { form: {}, isTouched: true }, {}, [], []],
  ])('on %s', (_, link, { form, isTouched }, changes, typed, expected) => {
    const before = { ...emptyForm, ...form };
    expect(changesByLink(link, { form: before, isTouched }, { ...before, ...changes }, typed)).toEqual(
      expected,
    );
  });
});
