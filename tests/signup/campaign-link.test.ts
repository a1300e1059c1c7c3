import { expect, it } from 'vitest';
import { changesByLink, chosenByLink } from '../../src/signup/campaign-link.ts';
import { BANK_DEBIT, CARD, emptyForm, type FieldChange, type SignupForm } from '../../src/signup/form.ts';

const to5000: FieldChange = { name: 'price', value: '5000' };
const byCard: FieldChange = { name: 'paymentMethod', value: CARD };
const byBank: FieldChange = { name: 'paymentMethod', value: BANK_DEBIT };
const free = (amount: number): FieldChange[] => [
  { name: 'price', value: 'other' },
  { name: 'priceOther', value: `${amount}` },
];

it.each<[search: string, chosen: FieldChange[]]>([
  ['?utm_source=a&price=5000', [to5000]],
  ['?price=1001', free(1001)],
  ['?price=9999999', free(9_999_999)],
  ['?payment=card', [byCard]],
  ['?payment=bank', [byBank]],
  ['?payment=bank&price=2001', [byBank, ...free(2001)]],
  // below the payment method's minimum
  ['?payment=bank&price=1999', [byBank]],
])('%s chooses what it names', (search, chosen) => {
  expect(chosenByLink(search)).toEqual(chosen);
});

it('what is not offered chooses nothing', () => {
  const amounts = ['', 999, 10_000_000, -3000, 3000.5, '3e3', '03000', '３０００', 'other', '<script>'];
  const links = [
    ...amounts.map((amount) => `?price=${amount}`),
    ...['', '?payment=', '?payment=cash', '?payment=toString', `?paymentMethod=${CARD}&priceOther=5000`],
  ];
  expect(links.filter((search) => chosenByLink(search).length > 0)).toEqual([]);
});

const link = [byBank, ...free(2001)];
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
  ['no other amount', link, { now: { price: '10000' } }, [byBank]],
  ['no usual amount that was chosen anew', link, { typed: ['price'] }, [byBank]],
  ['no payment method that was chosen', [byBank, to5000], { typed: ['paymentMethod'] }, [to5000]],
  [
    'an earlier link’s choices',
    [to5000],
    { before: { price: 'other', priceOther: '4321', paymentMethod: BANK_DEBIT } },
    [byCard, to5000, { name: 'priceOther', value: '' }],
  ],
  ['nothing that is so already', [to5000], { before: { price: '5000' } }, []],
  ['nothing where there is no link', [], { before: { price: '5000' } }, []],
  ['nothing of a draft, although it equals the empty form', link, { isTouched: true }, []],
])('a link changes %s', (_, link, changes, changed) => {
  const { before, isTouched, now, typed } = { ...draft, ...changes };
  const form = { ...emptyForm, ...before };
  expect(changesByLink(link, { form, isTouched }, { ...form, ...now }, typed)).toEqual(changed);
});
