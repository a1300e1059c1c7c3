import { expect, it } from 'vitest';
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

const least = methods[CARD].terms.minimum;
const leastByBank = methods[BANK_DEBIT].terms.minimum;
const [first = 'other', second = 'other'] = prices.filter(
  (price) => price !== emptyForm.price && price !== 'other',
);
const toFirst: FieldChange = { name: 'price', value: first };
const byCard: FieldChange = { name: 'paymentMethod', value: CARD };
const byBank: FieldChange = { name: 'paymentMethod', value: BANK_DEBIT };
const free = (amount: number): FieldChange[] => [
  { name: 'price', value: 'other' },
  { name: 'priceOther', value: `${amount}` },
];

it.each<[search: string, chosen: FieldChange[]]>([
  [`?utm_source=a&price=${first}`, [toFirst]],
  [`?price=${least + 1}`, free(least + 1)],
  ['?price=9999999', free(9_999_999)],
  ['?payment=card', [byCard]],
  ['?payment=bank', [byBank]],
  [`?payment=bank&price=${leastByBank + 1}`, [byBank, ...free(leastByBank + 1)]],
  // below the payment method's minimum
  [`?payment=bank&price=${leastByBank - 1}`, [byBank]],
])('%s chooses %j', (search, chosen) => {
  expect(chosenByLink(search)).toEqual(chosen);
});

it('what is not offered chooses nothing', () => {
  const amounts = ['', least - 1, 10_000_000, -3000, 3000.5, '3e3', '03000', '３０００', 'other', '<script>'];
  const links = [
    ...amounts.map((amount) => `?price=${amount}`),
    ...['', '?payment=', '?payment=cash', '?payment=toString', `?paymentMethod=${CARD}&priceOther=5000`],
  ];
  expect(links.filter((search) => chosenByLink(search).length > 0)).toEqual([]);
});

const link = [byBank, ...free(leastByBank + 1)];
const draft = { before: {}, isTouched: false, now: {}, typed: [] };
it.each<
  [
    what: string,
    link: FieldChange[],
    draft: { before?: Partial<SignupForm>; isTouched?: boolean; now?: Partial<SignupForm>; typed?: string[] },
    changed: FieldChange[],
  ]
>([
  ['all of an empty form', link, {}, link],
  ['all of a form with a name alone', link, { now: { lastName: '山' }, typed: ['lastName'] }, link],
  ['no other amount', link, { now: { price: second } }, [byBank]],
  ['no usual amount that was chosen anew', link, { typed: ['price'] }, [byBank]],
  ['no payment method that was chosen', [byBank, toFirst], { typed: ['paymentMethod'] }, [toFirst]],
  [
    'an earlier link’s choices',
    [toFirst],
    { before: { price: 'other', priceOther: '4321', paymentMethod: BANK_DEBIT } },
    [byCard, toFirst, { name: 'priceOther', value: '' }],
  ],
  ['nothing that is so already', [toFirst], { before: { price: first } }, []],
  ['nothing where there is no link', [], { before: { price: first } }, []],
  ['nothing of a draft, although it equals the empty form', link, { isTouched: true }, []],
])('a link changes %s', (_, link, changes, changed) => {
  const { before, isTouched, now, typed } = { ...draft, ...changes };
  const form = { ...emptyForm, ...before };
  expect(changesByLink(link, { form, isTouched }, { ...form, ...now }, typed)).toEqual(changed);
});
