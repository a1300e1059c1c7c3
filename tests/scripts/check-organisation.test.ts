import { expect, it } from 'vitest';
import { organisation as river } from '../../organisations/river/organisation.ts';
import { readFolder } from '../../scripts/check-organisation.ts';
import { type Folder, lookAt } from '../../scripts/organisation-faults.ts';

const own = await readFolder('src/organisation');
const other = await readFolder('organisations/river');
const faultsOf = (changes: Partial<Folder>) => lookAt({ ...other, ...changes }, own).faults;
const { card } = river.payment;

it.each([
  ['src/organisation', own],
  ['organisations/river', other],
])('nothing is wrong with %s', (_, folder) => {
  expect(lookAt(folder, own).faults).toEqual([]);
});

const bank = { minimum: 500, firstDebit: null, stopping: '', fee: '', formReturnDays: 7 };
const firstDebit = (changes: object) => ({
  payment: { card: { ...card, firstDebit: { ...card?.firstDebit, ...changes } }, bank: null },
});

it.each<[object, string]>([
  [{ name: '' }, 'name is a required field'],
  [{ purpose: [] }, 'purpose field must have at least 1 items'],
  [{ payment: { card: null, bank: null } }, 'payment: no method'],
  [{ amounts: [400, 1200] }, 'amounts[0] must be greater than or equal to 500'],
  [{ amounts: [1200, 1200] }, 'amounts: an amount is named twice.'],
  [{ amounts: [1200, 1500.5] }, 'amounts[1] must be an integer'],
  [{ amounts: [1200, 10_000_000] }, 'amounts[1] must be less than or equal to 9999999'],
  [{ usualAmount: 3000 }, 'usualAmount must be one of the following values: 500, 1200, 2500'],
  [
    { payment: { card: { ...card, minimum: 0 }, bank: null } },
    'payment.card.minimum must be greater than or equal to 1',
  ],
  [
    { payment: { card, bank: { ...bank, minimum: 2000 } } },
    'usualAmount must be greater than or equal to 2000',
  ],
  [firstDebit({ when: '翌月です' }), 'payment.card.firstDebit.when: followed by “です。”'],
  [firstDebit({ monthsAfter: [0.5] }), 'payment.card.firstDebit.monthsAfter[0] must be an integer'],
  [
    { asks: { ...river.asks, overseas: true }, payment: { card: null, bank } },
    'asks.overseas: true, but bank debit',
  ],
  [{ phone: '12-34' }, 'phone: no Japanese number'],
  [{ fax: 'なし' }, 'fax: no Japanese number'],
  [{ postalCode: '1234567' }, 'postalCode: no postal code'],
  [
    { links: { ...river.links, home: 'http://www.example.net/' } },
    'links.home: neither an https address nor a path from /.',
  ],
  [{ links: { ...river.links, contact: 'otoiawase/' } }, 'links.contact: neither'],
  [{ links: { ...river.links, completion: 'https://www.example.net/' } }, 'links.completion: no path'],
  [{ footer: [{ text: 'a', href: '//example.net' }] }, 'footer[0].href: neither'],
  [{ footer: [{ text: '', href: '/a' }] }, 'footer[0].text is a required field'],
])('%j: %s', (changes, sentence) => {
  expect(faultsOf({ organisation: { ...river, ...changes } })).toContainEqual(
    expect.stringContaining(sentence),
  );
});

it('colours that nobody can read, or that are missing, are named with what they stand on', () => {
  const colours = other.colours
    .replace('--color-link: #0b57b0', '--color-link: #8fb8ff')
    .replace('--color-control-line: #999999', '--color-control-line: #333333')
    .replace(/ *--color-backdrop:.*\n/, '');
  const grounds = ['page (#ffffff)', 'tint (#eef7ea)', 'warning-tint (#fbf5e0)'];
  expect(faultsOf({ colours })).toEqual([
    'colours.css: --color-backdrop is missing.',
    ...grounds.map((ground) => expect.stringContaining(`--color-link (#8fb8ff) on --color-${ground} has`)),
    expect.stringMatching(/--color-control-line .* 1\.4 in the dark scheme; WCAG AA asks for 3\./),
  ]);
});

it('what is empty or made up is asked about, but not what is not asked of donors', () => {
  expect(lookAt(other, own).questions.map((question) => question.split(' ')[0])).toEqual([
    ...['words.photoNote', 'postalCode', 'address', 'phone', 'home', 'contact'],
  ]);
  const bankOnly = { ...river, payment: { card: null, bank } };
  expect(lookAt({ ...other, organisation: bankOnly }, own).questions).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^payment\.bank\.firstDebit is empty/),
      expect.stringMatching(/^payment\.bank\.stopping is empty/),
    ]),
  );
});
