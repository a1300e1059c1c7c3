import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Licences that do not oblige us to publish our own source. */
const acceptedInProduct = ['MIT', 'Apache-2.0', 'BSD-3-Clause', '0BSD', 'ISC', 'CC0-1.0', 'Unlicense'];
/** Tools may also have licences that require changes to be published: we change none and distribute none. */
const acceptedInTools = [
  ...acceptedInProduct,
  'MIT-0',
  'BSD-2-Clause',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'EPL-2.0',
  'MIT AND Zlib',
];
/** Tools whose package.json names no licence. Somebody has read the licence file. */
const readByHand = ['parse-cache-control'];

const isAccepted = (licence: string, accepted: string[]) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => accepted.includes(choice));

describe('licences', () => {
  it('of all packages, those that ship and those of development, are among the accepted ones', () => {
    const refused = lockedPackages().filter(
      ({ name, licence, ships }) =>
        !isAccepted(licence, ships ? acceptedInProduct : acceptedInTools) &&
        (ships || !readByHand.includes(name)),
    );
    expect(refused).toEqual([]);
  });

  it('stand in docs/licences.md (npm run licences)', async () => {
    await expect(licencesPage()).toMatchFileSnapshot('../../docs/licences.md');
  });
});

it('every locked package has an integrity hash', () => {
  expect(lockedPackages().filter(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([]);
});

/** A locked package. `ships` if the product needs it and not only its development. */
type LockedPackage = { name: string; licence: string; integrity: string; ships: boolean };

/** The packages of package-lock.json, without development tools for other platforms, which are not installed. */
function lockedPackages(): LockedPackage[] {
  const { packages }: { packages: Record<string, Record<string, unknown>> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !(entry.optional === true && entry.license === undefined))
    .map(([path, { license, integrity, dev, devOptional }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      licence: typeof license === 'string' ? license : 'unknown',
      integrity: typeof integrity === 'string' ? integrity : '',
      ships: dev !== true && devOptional !== true,
    }));
}

/** The text of docs/licences.md, which lists the packages that may reach a donor's browser. */
function licencesPage(): string {
  const rows = lockedPackages()
    .filter(({ ships }) => ships)
    .map(({ name, licence }) => `| ${name} | ${licence.replace(/[()]/g, '')} |`);
  return `# Licences

Packages that the product itself needs, and theirs. Made by \`npm run licences\` from package-lock.json; a test
holds this page to it, and every package, those of development too, to a list of licences that we accept.

| package | licence |
|---|---|
${[...new Set(rows)].toSorted().join('\n')}
`;
}
