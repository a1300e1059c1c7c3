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

it.each<[object, string]>([
  [{ name: '' }, 'name is empty.'],
  [{ purpose: [] }, 'purpose is empty'],
  [{ payment: { card: null, bank: null } }, 'no payment method'],
  [{ amounts: [400, 1200] }, '400 yen is below the 500 yen'],
  [{ amounts: [1200, 1200] }, 'names an amount twice'],
  [{ amounts: [1200, 1500.5] }, '1500.5 is no whole number'],
  [{ usualAmount: 3000 }, '3,000 yen is not among the amounts on offer (500, 1200, 2500)'],
  [{ payment: { card: { ...card, minimum: 1500 }, bank: null }, amounts: [1500] }, 'is not among'],
  [
    { payment: { card: { ...card, minimum: 0 }, bank: null } },
    'payment.card.minimum: 0 is no whole number of yen',
  ],
  [
    {
      payment: {
        card,
        bank: { minimum: 2000, firstDebit: null, stopping: '', fee: '', formReturnDays: 7 },
      },
    },
    'usualAmount: 1,200 yen is below the least by bank, 2,000 yen',
  ],
  [
    { payment: { card: { ...card, firstDebit: { ...card?.firstDebit, when: '翌月です' } }, bank: null } },
    'must not end with it',
  ],
  [
    { payment: { card: { ...card, firstDebit: { ...card?.firstDebit, monthsAfter: [0.5] } }, bank: null } },
    'no count of months',
  ],
  [{ phone: '12-34' }, 'phone: “12-34” is no Japanese telephone number'],
  [{ fax: 'なし' }, 'fax: “なし” is no Japanese telephone number'],
  [{ postalCode: '1234567' }, 'postalCode: “1234567” is no postal code'],
  [
    { links: { ...river.links, home: 'http://www.example.net/' } },
    'links.home: “http://www.example.net/” is neither',
  ],
  [{ links: { ...river.links, contact: 'otoiawase/' } }, 'links.contact: “otoiawase/” is neither'],
  [{ links: { ...river.links, completion: 'https://www.example.net/' } }, 'is on another site'],
  [{ footer: [{ text: 'a', href: '//example.net' }] }, 'footer, a: “//example.net” is neither'],
  [{ footer: [{ text: '', href: '/a' }] }, 'the link to /a has no text'],
])('%j: %s', (changes, sentence) => {
  const faults = faultsOf({ organisation: { ...river, ...changes } });
  expect(faults).toContainEqual(expect.stringContaining(sentence));
});

it('an organisation whose donors overseas could pay by bank debit only is asked about it', () => {
  const bank = { minimum: 500, firstDebit: null, stopping: '', fee: '', formReturnDays: 7 };
  const asks = { ...river.asks, overseas: true };
  expect(faultsOf({ organisation: { ...river, asks, payment: { card: null, bank } } })).toEqual([
    expect.stringContaining('its form is mailed within Japan only'),
  ]);
});

it('colours that nobody can read, or that are missing, are named with what they stand on', () => {
  const colours = other.colours
    .replace('--color-link: #0b57b0', '--color-link: #8fb8ff')
    .replace(/ *--color-backdrop:.*\n/, '');
  expect(faultsOf({ colours })).toEqual([
    'colours.css: --color-backdrop is missing.',
    ...['page (#ffffff)', 'tint (#eef7ea)', 'warning-tint (#fbf5e0)'].map((ground) =>
      expect.stringMatching(`--color-link \\(#8fb8ff\\) on --color-${ground.replace(/[()]/g, '\\$&')} has`),
    ),
  ]);
});

it('what is empty or made up is asked about, but not what is not asked of donors', () => {
  const { questions } = lookAt(other, own);
  expect(questions).toContainEqual(expect.stringMatching(/^words\.photoNote is empty/));
  expect(questions.join()).not.toContain('birthDatePurpose');
});
