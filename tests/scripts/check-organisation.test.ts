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

it('nothing is wrong with the folders of this organisation and of the other one', () => {
  expect([examineFolder(own, null).faults, examineFolder(other, own).faults]).toEqual([[], []]);
});

const bank = (changes: object) => ({
  payment: {
    card: null,
    bank: { minimum: 500, firstDebit: null, stopping: '', fee: '', formReturnDays: 7, ...changes },
  },
});
const { firstDebit, notes, ...terms } = { ...river.payment.card };
const card = (changes: object) => ({
  payment: { card: { ...terms, firstDebit, notes, ...changes }, bank: null },
});
const debit = (changes: object) => card({ firstDebit: { ...firstDebit, ...changes } });
const note = (added: object) => card({ notes: [...(notes ?? []), added] });
const links = (changes: object) => ({ links: { ...river.links, ...changes } });
const words = (changes: object) => ({ words: { ...river.words, ...changes } });

it.each<[sentence: string, changes: object]>([
  ['name is a required field', { name: '' }],
  ['name begins or ends with a blank', { name: ' みどりの川' }],
  ['name still holds “認定NPO法人 こどもの明日を守る会” of', { name: own.organisation.name }],
  ['tagline holds markup', { tagline: '川と<br>里山' }],
  ['address holds a line break', { address: '山形県\n川辺' }],
  ['phone: no Japanese number', { phone: '12-34' }],
  ['postalCode: no postal code', { postalCode: '1234567' }],
  ['purpose field must have at least 1 items', { purpose: [] }],
  ['supporters: a number without words', { supporters: { before: 'いま', number: '', after: '' } }],
  ['words.birthDatePurpose: says something', words({ birthDatePurpose: '伺います。' })],
  ['words.phonePurpose is a sentence without “。”', words({ phonePurpose: '伺います' })],
  ['amounts[0] must be greater than or equal to 500', { amounts: [400, 1200] }],
  ['amounts[1] must be an integer', { amounts: [1200, 1500.5] }],
  ['amounts[1] must be less than or equal to 9999999', { amounts: [1200, 10_000_000] }],
  ['amounts: an amount is named twice.', { amounts: [1200, 1200] }],
  ['amounts: not in their order', { amounts: [1200, 500] }],
  ['usualAmount must be one of the following values: 500, 1200, 2500', { usualAmount: 3000 }],
  ['usualAmount must be greater than or equal to 2000', bank({ minimum: 2000 })],
  ['payment: no method', { payment: { card: null, bank: null } }],
  ['asks.overseas: true, but bank debit', { ...bank({}), asks: { ...river.asks, overseas: true } }],
  ['payment.bank.formReturnDays: no whole number', bank({ formReturnDays: 0 })],
  ['payment.card.minimum must be greater than or equal to 1', card({ minimum: 0 })],
  ['payment.card.brands: empty', card({ brands: [] })],
  ['payment.card.notes: empty', card({ notes: [] })],
  ['payment.card.notes[3].text: empty', note({ heading: 'a', text: '' })],
  ['payment.card.notes[3]: names a brand that is not accepted', note({ heading: 'a', list: ['JCB'] })],
  ['payment.card.notes[3]: names a brand', note({ heading: 'a', text: 'ダイナースもどうぞ。' })],
  ['payment.card.notes[3].text still holds', note({ heading: 'a', text: '「コドモノアスヲマモルカイ」' })],
  ['payment.card.firstDebit.when: followed by “です。”', debit({ when: '翌月です' })],
  ['payment.card.firstDebit.monthsAfter[0] must be an integer', debit({ monthsAfter: [0.5] })],
  ['firstDebit.monthsAfter: [2], but the words say “お申し込みの翌月10日”', debit({ monthsAfter: [2] })],
  ['firstDebit.monthsAfter: [1], but the words say “３か月後”', debit({ when: '３か月後' })],
  ['links.home: neither an https address nor a path from /.', links({ home: 'http://www.example.net/' })],
  ['links.home: neither', links({ home: 'https://https://example.net' })],
  ['links.home: neither', links({ home: 'https://www.example .net' })],
  ['links.completion: no path', links({ completion: 'https://www.example.net/' })],
  ['links.completion: a path of the form itself', links({ completion: '/form/done' })],
  ['links.completion: a path of the form itself', links({ contact: '/a', completion: '/a/' })],
  ['footer: has no privacy policy', { footer: [{ text: 'お問い合わせ', href: '/contact/' }] }],
  ['footer: names an address twice', { footer: [river.footer[0], river.footer[0]] }],
  ['footer[0].href: neither', { footer: [{ text: 'a', href: '//example.net' }] }],
])('a mistake is told: %s', (sentence, changes) => {
  const faults = faultsOf({ organisation: { ...river, ...changes } });
  expect(faults).toContainEqual(expect.stringContaining(sentence));
});

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
])('a mistake in a style sheet is told: %s', (sentence, changed) => {
  const faults = faultsOf({ styles: { ...other.styles, ...changed } });
  expect(faults).toContainEqual(expect.stringContaining(sentence));
});

const isMissing = '';
it.each([
  ['logo.svg is missing.', 'logo.svg', isMissing],
  ['icon.svg is missing.', 'icon.svg', isMissing],
  ['exports no “OrganisationMark”', 'OrganisationMark.tsx', 'export function Logo() {}'],
  ['exports no “organisation”', 'organisation.ts', 'export const organization = {};'],
])('a folder that lacks something is told: %s', async (sentence, name, content) => {
  const folder = mkdtempSync(join(tmpdir(), 'organisation-'));
  cpSync('organisations/river', folder, { recursive: true });
  if (content === isMissing) rmSync(join(folder, name));
  else writeFileSync(join(folder, name), content);
  const said = await readFolder(folder).then(
    (read) => examineFolder(read, own).faults,
    (error: Error) => [error.message],
  );
  rmSync(folder, { recursive: true });
  expect(said).toEqual([expect.stringContaining(sentence)]);
});

it('what is empty, made up or still as copied is asked about, but not what is not asked of donors', () => {
  expect(examineFolder(other, own).questions.map((question) => question.split(' ')[0])).toEqual([
    ...['words.photoNote', 'postalCode', 'address', 'phone', 'links.home', 'links.contact'],
    ...['footer[0].href', 'footer[1].href'],
  ]);
  const copied = links({ contact: own.organisation.links.contact });
  const { questions } = examineFolder({ ...other, organisation: { ...river, ...bank({}), ...copied } }, own);
  const empty = ['firstDebit', 'stopping'].map((name) =>
    expect.stringContaining(`payment.bank.${name} is empty`),
  );
  const asCopied = expect.stringContaining('links.contact is as in the copied folder');
  expect(questions).toEqual(expect.arrayContaining([...empty, asCopied]));
});
