import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { footerLinks, organisation } from '../../src/organisation/organisation.ts';
import { organisationWords } from '../../src/organisation/words.ts';

// The postal code that stands for the organisation's is made up, and the sandbox's example of one without a town.
const { links, purpose, monthlyAmounts, usualAmount: _, postalCode: __, ...facts } = organisation;
/** What is about one organisation; `/` is every site's home page. */
const ofOneOrganisation = [
  ...Object.values(facts),
  links.completion,
  ...footerLinks.map(({ href }) => href),
  `'${monthlyAmounts.join("', '")}'`,
  organisation.supporters.replace(/[^\d,]/g, ''),
  purpose[0],
];

it('is named in src/organisation and nowhere else in the product, its sandbox and its tools', () => {
  const files = globSync('{src,inspector,sandbox,scripts,deploy}/**/*.{ts,tsx,js,mjs,html,css}').filter(
    // The console's presets are examples of what any server might answer.
    (file) => !/^src.organisation\b|^sandbox.console\b/.test(file),
  );
  expect(files.length).toBeGreaterThan(150);
  const named = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return ofOneOrganisation.filter((fact) => text.includes(fact)).map((fact) => `${file}: ${fact}`);
  });
  expect(named).toEqual([]);
});

it('the page for the organisation lists every sentence that it has to confirm, and no other', () => {
  const listed = [
    ...readFileSync('docs/organisation-words.md', 'utf8').matchAll(/^\| `(\w+)` \| (.+?) \|/gm),
  ];
  expect(Object.fromEntries(listed.map(([, name, sentence]) => [name, sentence]))).toEqual(organisationWords);
});
