import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { organisation } from '#organisation/organisation.ts';

// Not its postal code: that is made up, and the sandbox uses the same one as its example of a code without a town.
const { links, footer, payment, supporters, words, name, shortName, tagline, pageDescription } = organisation;
const { address, phone, fax, purpose, self } = organisation;
/** The organisation's facts that are not empty. Not its home page: `/` is every site's. */
const ofOneOrganisation = [
  ...[name, shortName, self, tagline, pageDescription, address, phone, fax, links.completion],
  ...[...Object.values(words), ...Object.values(supporters), purpose[0] ?? ''],
  ...footer.map(({ href }) => href),
  ...Object.values(payment).flatMap((terms) => [terms?.stopping ?? '', terms?.firstDebit?.when ?? '']),
].filter((fact) => fact !== '');

it('the organisation is named in its folder and nowhere else in the product, its sandbox and its tools', () => {
  const files = globSync('{src,inspector,sandbox,scripts,deploy}/**/*.{ts,tsx,js,mjs,html,css}').filter(
    // The type's comments and the console's presets hold examples.
    (file) => !/^src.organisation\b|^src.signup.organisation.ts$|^sandbox.console\b/.test(file),
  );
  expect(files.length).toBeGreaterThan(150);
  const named = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return ofOneOrganisation.filter((fact) => text.includes(fact)).map((fact) => `${file}: ${fact}`);
  });
  expect(named).toEqual([]);
});

it('the page for the organisation asks about every sentence that it has to confirm', () => {
  const listed = [...readFileSync('docs/ja/words-to-confirm.md', 'utf8').matchAll(/^\| `([\w.]+)` \|/gm)];
  const asked = Object.keys(words).map((word) => `words.${word}`);
  expect(listed.map(([, word]) => word)).toEqual(expect.arrayContaining(asked));
});
