import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { organisation as river } from '../../organisations/river/organisation.ts';
import { examineFolder, readFolder } from '../../scripts/organisation/check.ts';
import { examine } from '../../scripts/organisation/rules.ts';

const own = await readFolder('src/organisation');
const other = await readFolder('organisations/river');
const findingsOf = (changes: object) => examine({ ...other, organisation: { ...river, ...changes } }, [own]);
/** With other contents of files, or without them. */
const faultsOf = (files: object) => examine({ ...other, files: { ...other.files, ...files } }, [own]).faults;
const contentOf = (name: string) => String(other.files[name]);

it.each(['src/organisation', 'organisations/river'])('nothing is wrong with %s', async (folder) => {
  expect((await examineFolder(folder)).faults).toEqual([]);
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
  ['name is “”: write it', { name: '' }],
  ['name is “ みどりの川”: remove the blank', { name: ' みどりの川' }],
  ['name is “みどり<zero-width space>の川”: remove the invisible character', { name: 'みどり\u200bの川' }],
  ['name still holds “認定NPO法人 こどもの明日を守る会” of', { name: own.organisation.name }],
  ['tagline is “川と<br>里山”: write plain text', { tagline: '川と<br>里山' }],
  ['address is “山形県<U+a>川辺”: write one line', { address: '山形県\n川辺' }],
  ['phone is “12-34”: write a Japanese number', { phone: '12-34' }],
  ['phone is “”: write it', { phone: '' }],
  ['fax is “023-000-0000”: write another number than phone', { fax: river.phone }],
  ['fax is “1”: write a Japanese number', { fax: '1' }],
  ['postalCode is “1234567”: write a postal code', { postalCode: '1234567' }],
  ['purpose is “”: write it', { purpose: [] }],
  ['supporters: write the number and the words', { supporters: { before: 'いま', number: '', after: '' } }],
  ['words.birthDatePurpose is “伺います。”: leave it empty', words({ birthDatePurpose: '伺います。' })],
  ['words.phonePurpose is “伺います”: end the sentence with “。”', words({ phonePurpose: '伺います' })],
  ['amounts[0] is 400: write at least 500, or lower a minimum', { amounts: [400, 1200] }],
  ['amounts[1] is “1500.5”: write a whole number', { amounts: [1200, 1500.5] }],
  ['amounts[1] is “10000000”: write a whole number from 1 to 9999999', { amounts: [1200, 10_000_000] }],
  ['amounts: write each once, in their order: 1200', { amounts: [1200, 1200] }],
  ['amounts: write each once, in their order: 500,1200', { amounts: [1200, 500] }],
  ['usualAmount is 3000: write one of 500,1200,2500', { usualAmount: 3000 }],
  ['usualAmount is 1200: write one of 2500, or lower a minimum', bank({ minimum: 2000 })],
  ['payment: offer at least one method', { payment: { card: null, bank: null } }],
  ['asks.overseas is true: write false', { ...bank({}), asks: { ...river.asks, overseas: true } }],
  ['payment.bank.formReturnDays is “0”: write a whole number from 1', bank({ formReturnDays: 0 })],
  ['payment.card.minimum is “0”: write a whole number from 1', card({ minimum: 0 })],
  ['payment.card.brands is “”: write it', card({ brands: [] })],
  ['payment.card.notes is “”: write it', card({ notes: [] })],
  ['payment.card.notes[3].text is “”: write it', note({ heading: 'a', text: '' })],
  ['payment.card: brands and a restriction or note disagree about JCB', note({ list: ['JCB'] })],
  ['disagree about another brand', note({ heading: 'a', text: 'ダイナースもどうぞ。' })],
  ['disagree about Visa', card({ restrictions: ['Visaカードはご利用いただけません。'] })],
  ['payment.card.notes[3].text still holds', note({ heading: 'a', text: '「コドモノアスヲマモルカイ」' })],
  ['payment.card.firstDebit.when is “翌月です”: write it without です', debit({ when: '翌月です' })],
  ['payment.card.firstDebit.monthsAfter[0] is “0.5”: write a whole', debit({ monthsAfter: [0.5] })],
  ['monthsAfter is [2], and when says “お申し込みの翌月10日”: write [1]', debit({ monthsAfter: [2] })],
  ['monthsAfter is [], and when says “お申し込みの翌月10日”: write [1]', debit({ monthsAfter: [] })],
  ['monthsAfter is [1], and when says “３か月後”: write [3]', debit({ when: '３か月後' })],
  ['links.home is “http://www.example.net/”: write an https', links({ home: 'http://www.example.net/' })],
  ['links.home is “https://https://example.net”: write', links({ home: 'https://https://example.net' })],
  ['links.home is “https://www.example .net”: write', links({ home: 'https://www.example .net' })],
  ['links.completion is “https://a.example/”: write a path', links({ completion: 'https://a.example/' })],
  ['links.completion is “/form/done”: write a path', links({ completion: '/form/done' })],
  ['links.completion is “/a/”: write a page of its own', links({ contact: '/a', completion: '/a/' })],
  ['footer: add the privacy policy', { footer: [{ text: 'お問い合わせ', href: '/contact/' }] }],
  ['footer: write each address once', { footer: [...river.footer, river.footer[1]] }],
  ['footer[0].href is “//example.net”: write an https', { footer: [{ text: 'a', href: '//example.net' }] }],
])('a mistake is told with file, place, value and cure: %s', (sentence, changes) => {
  const told = findingsOf(changes).faults.find((fault) => fault.includes(sentence));
  expect(told ?? findingsOf(changes).faults).toMatch(/^organisation\.ts: .*: .*\.$/);
});

it('what a restriction says of one kind of a brand’s cards, or of all others, is no mistake', () => {
  const restrictions = [
    'Visaデビットはご利用いただけません。',
    'Visa、Mastercard以外はご利用いただけません。',
  ];
  expect(findingsOf(card({ restrictions })).faults).toEqual([]);
});

it('colours that nobody can read, or that are missing, are named with what they stand on', () => {
  const colours = contentOf('colours.css')
    .replace('--color-link: #0b57b0', '--color-link: #8fb8ff')
    .replace('--color-control-line: #999999', '--color-control-line: #333333')
    .replace(/ *--color-on-primary: #10240a;\n/, '')
    .replace(/ *--color-backdrop:.*\n/, '');
  const grounds = ['page (#ffffff)', 'tint (#eef7ea)', 'warning-tint (#fbf5e0)'];
  expect(faultsOf({ 'colours.css': Buffer.from(colours) })).toEqual([
    'colours.css: --color-backdrop is missing: add it.',
    ...grounds.map((ground) => expect.stringContaining(`--color-link (#8fb8ff) on --color-${ground} has`)),
    // the dark scheme has what it does not set from the light one
    ...['primary (#a8e08f)', 'primary-strong (#d3f5c4)'].map((ground) =>
      expect.stringContaining(`--color-on-primary (#ffffff) on --color-${ground} has`),
    ),
    expect.stringMatching(/--color-control-line .* 1\.4 in the dark scheme: WCAG AA asks for 3\./),
  ]);
});

const picture = (name: string, size: string) => ({ [name]: Buffer.from(`<svg viewBox="0 0 ${size}"/>`) });
it.each<[sentence: string, files: object]>([
  ['colours.css: it has lost a brace', { 'colours.css': contentOf('colours.css').replace('}', '') }],
  ['mark.css: it has lost a brace', { 'mark.css': '.mark {' }],
  ['mark.css: --color-primry is no colour', { 'mark.css': '.mark { fill: var(--color-primry); }' }],
  ['--color-link is “blue”', { 'colours.css': contentOf('colours.css').replace('#0b57b0', 'blue') }],
  [
    '--color-on-primery is no',
    { 'colours.css': contentOf('colours.css').replaceAll('on-primary', 'on-primery') },
  ],
  ['logo.svg is missing', { 'logo.svg': undefined }],
  ['icon.svg is missing', { 'icon.svg': undefined }],
  ['exports no “OrganisationMark”', { 'OrganisationMark.tsx': 'export function Logo() {}' }],
  ['icon.svg is still the copied folder’s', { 'icon.svg': own.files['icon.svg'] }],
  ['share.png is still the copied folder’s', { 'share.png': own.files['share.png'] }],
  ['OrganisationMark.tsx is still', { 'OrganisationMark.tsx': own.files['OrganisationMark.tsx'] }],
  ['icon.svg is 64 × 48 and', picture('icon.svg', '64 48')],
  ['5000 bytes: make its viewBox square, and the file at most 4 KB', { 'icon.svg': Buffer.alloc(5000) }],
  ['share.png is 600 × 315', picture('share.png', '600 315')],
  ['logo.svg is 400 × 100 and', picture('logo.svg', '400 100')],
])('a mistake in a file is told: %s', (sentence, files) => {
  expect(faultsOf(files)).toContainEqual(expect.stringContaining(sentence));
});

it.each([
  ['organisation.ts exports no “organisation”', 'export const organization = {};'],
  ['organisation.ts, line 2 or the one before: ', 'export const organisation = { name: ""\nshortName: "" };'],
])('a folder that cannot be read is told: %s', async (sentence, content) => {
  const folder = mkdtempSync(join(tmpdir(), 'organisation-'));
  cpSync('organisations/river', folder, { recursive: true });
  writeFileSync(join(folder, 'organisation.ts'), content);
  await expect(readFolder(folder)).rejects.toThrow(sentence);
  rmSync(folder, { recursive: true });
});

it('what is empty, made up, differs or is still as copied is asked about, but not what is not asked of donors', () => {
  const placesOf = (changes: object) => findingsOf(changes).questions.map((each) => each.split(' ')[1]);
  expect(placesOf({})).toEqual([
    ...['postalCode', 'address', 'phone', 'words.photoNote', 'links.home', 'links.contact'],
    ...['footer[0].href', 'footer[1].href'],
  ]);
  const copied = links({ contact: own.organisation.links.contact });
  expect(placesOf({ ...bank({}), ...copied })).toEqual(
    expect.arrayContaining(['payment.bank.firstDebit', 'payment.bank.stopping', 'links.contact']),
  );
  expect(findingsOf(debit({ afterwards: 'その後は毎月27日に引き落とされます。' })).questions).toContain(
    'organisation.ts: payment.card names 10日 and 27日 for the same. Which is right?',
  );
});
