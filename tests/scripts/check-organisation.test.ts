import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { organisation as river } from '../../organisations/river/organisation.ts';
import { readFolder } from '../../scripts/check-organisation.ts';
import { examineFolder, type Folder } from '../../scripts/organisation-faults.ts';

const own = await readFolder('src/organisation');
const other = await readFolder('organisations/river');
const faultsOf = (changes: Partial<Folder>) => examineFolder({ ...other, ...changes }, own).faults;
const { card } = river.payment;

it.each([
  ['src/organisation', own],
  ['organisations/river', other],
])('nothing is wrong with %s', (_, folder) => {
  expect(examineFolder(folder, folder === own ? null : own).faults).toEqual([]);
});

const notes = (...added: object[]) => ({
  payment: { card: { ...card, notes: [...(card?.notes ?? []), ...added] }, bank: null },
});
const bank = { minimum: 500, firstDebit: null, stopping: '', fee: '', formReturnDays: 7 };
const firstDebit = (changes: object) => ({
  payment: { card: { ...card, firstDebit: { ...card?.firstDebit, ...changes } }, bank: null },
});

const mistakes: readonly [changes: object, sentence: string][] = [
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
  [
    firstDebit({ monthsAfter: [2] }),
    'payment.card.firstDebit.monthsAfter: [2], but the words say “お申し込みの翌月10日”',
  ],
  [firstDebit({ when: '3か月後' }), 'payment.card.firstDebit.monthsAfter: [1], but the words say “3か月後”'],
  [
    { payment: { card, bank: { ...bank, formReturnDays: 2.5 } } },
    'payment.bank.formReturnDays: no whole number',
  ],
  [
    { payment: { card, bank: { ...bank, formReturnDays: 0 } } },
    'payment.bank.formReturnDays: no whole number',
  ],
  [{ payment: { card: { ...card, brands: [] }, bank: null } }, 'payment.card.brands: empty'],
  [{ payment: { card: { ...card, notes: [] }, bank: null } }, 'payment.card.notes: empty'],
  [notes({ heading: 'a', text: '' }), 'payment.card.notes[3].text: empty'],
  [notes({ heading: 'a', list: ['JCB'] }), 'payment.card.notes[3]: names a brand that is not accepted'],
  [notes({ heading: 'a', text: 'ダイナースもどうぞ。' }), 'payment.card.notes[3]: names a brand'],
  [{ amounts: [1200, 500] }, 'amounts: not in their order'],
  [{ supporters: { before: 'いま', number: '', after: '' } }, 'supporters: a number without words'],
  [{ words: { ...river.words, birthDatePurpose: '伺います。' } }, 'words.birthDatePurpose: says something'],
  [{ words: { ...river.words, phonePurpose: '伺います' } }, 'words.phonePurpose is a sentence without “。”'],
  [{ name: ' みどりの川' }, 'name begins or ends with a blank'],
  [{ tagline: '川と<br>里山' }, 'tagline holds markup'],
  [{ address: '山形県\n川辺' }, 'address holds a line break'],
  [
    { name: own.organisation.name },
    'name still holds “認定NPO法人 こどもの明日を守る会” of the copied folder',
  ],
  [{ fax: own.organisation.fax }, 'fax still holds “03-0000-0001”'],
  [
    notes({ heading: 'a', text: '「コドモノアスヲマモルカイ」と記載されます。' }),
    'payment.card.notes[3].text still holds',
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
  [{ links: { ...river.links, completion: '/form/done' } }, 'links.completion: a path of the form itself'],
  [
    { links: { ...river.links, contact: '/a', completion: '/a/' } },
    'links.completion: a path of the form itself',
  ],
  [{ links: { ...river.links, home: 'https://https://example.net' } }, 'links.home: neither'],
  [{ links: { ...river.links, home: 'https://www.example .net' } }, 'links.home: neither'],
  [{ footer: [] }, 'footer: empty'],
  [{ footer: [{ text: 'お問い合わせ', href: '/contact/' }] }, 'footer: has no privacy policy'],
  [{ footer: [river.footer[0], river.footer[0]] }, 'footer: names an address twice'],
  [{ footer: [{ text: 'a', href: '//example.net' }] }, 'footer[0].href: neither'],
  [{ footer: [{ text: '', href: '/a' }] }, 'footer[0].text is a required field'],
];

it.each(mistakes.map(([changes, sentence]) => ({ changes, sentence })))(
  '$sentence',
  ({ changes, sentence }) => {
    expect(faultsOf({ organisation: { ...river, ...changes } })).toContainEqual(
      expect.stringContaining(sentence),
    );
  },
);

it('colours that nobody can read, or that are missing, are named with what they stand on', () => {
  const colours = other.styles.colours
    .replace('--color-link: #0b57b0', '--color-link: #8fb8ff')
    .replace('--color-control-line: #999999', '--color-control-line: #333333')
    .replace(/ *--color-on-primary: #10240a;\n/, '')
    .replace(/ *--color-backdrop:.*\n/, '');
  const grounds = ['page (#ffffff)', 'tint (#eef7ea)', 'warning-tint (#fbf5e0)'];
  expect(faultsOf({ styles: { ...other.styles, colours } })).toEqual([
    'colours.css: --color-backdrop is missing.',
    ...grounds.map((ground) => expect.stringContaining(`--color-link (#8fb8ff) on --color-${ground} has`)),
    // the dark scheme has what it does not set from the light one
    ...['primary (#a8e08f)', 'primary-strong (#d3f5c4)'].map((ground) =>
      expect.stringContaining(`--color-on-primary (#ffffff) on --color-${ground} has`),
    ),
    expect.stringMatching(/--color-control-line .* 1\.4 in the dark scheme; WCAG AA asks for 3\./),
  ]);
});

it.each([
  ['colours.css has lost a brace.', { colours: other.styles.colours.replace('}', '') }],
  ['mark.css has lost a brace.', { mark: '.mark {' }],
  ['--color-link is “blue”', { colours: other.styles.colours.replace('#0b57b0', 'blue') }],
  ['--color-link is “#12”', { colours: other.styles.colours.replace('#0b57b0', '#12') }],
])('a style sheet is looked through: %s', (sentence, changed) => {
  expect(faultsOf({ styles: { ...other.styles, ...changed } })).toContainEqual(
    expect.stringContaining(sentence),
  );
});

it.each<[string, (folder: string) => void, string]>([
  ['without its logo', (folder) => rmSync(join(folder, 'logo.svg')), 'logo.svg is missing.'],
  ['without its icon', (folder) => rmSync(join(folder, 'icon.svg')), 'icon.svg is missing.'],
  [
    'with a logo of another name',
    (folder) => writeFileSync(join(folder, 'OrganisationMark.tsx'), 'export function Logo() {}'),
    'exports no “OrganisationMark”',
  ],
  [
    'with an organisation of another name',
    (folder) => writeFileSync(join(folder, 'organisation.ts'), 'export const organization = {};'),
    'exports no “organisation”',
  ],
])('a folder %s is told', async (_, spoil, sentence) => {
  const folder = mkdtempSync(join(tmpdir(), 'organisation-'));
  cpSync('organisations/river', folder, { recursive: true });
  spoil(folder);
  const said = await readFolder(folder).then(
    (read) => examineFolder(read, own).faults,
    (error: Error) => [error.message],
  );
  rmSync(folder, { recursive: true });
  expect(said).toEqual([expect.stringContaining(sentence)]);
});

it('what is empty or made up is asked about, but not what is not asked of donors', () => {
  expect(examineFolder(other, own).questions.map((question) => question.split(' ')[0])).toEqual([
    ...['words.photoNote', 'postalCode', 'address', 'phone', 'links.home', 'links.contact'],
    ...['footer[0].href', 'footer[1].href'],
  ]);
  const bankOnly = { ...river, payment: { card: null, bank } };
  expect(examineFolder({ ...other, organisation: bankOnly }, own).questions).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^payment\.bank\.firstDebit is empty/),
      expect.stringMatching(/^payment\.bank\.stopping is empty/),
    ]),
  );
});
