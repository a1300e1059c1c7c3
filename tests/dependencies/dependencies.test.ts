import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { licencesPage, lockedPackages } from '../../deploy/licences.ts';

/** Licences that do not oblige us to publish our own source. */
const acceptedInProduct = ['MIT', 'Apache-2.0', 'BSD-3-Clause', '0BSD', 'ISC', 'CC0-1.0', 'Unlicense'];
/** Tools may also have licences that ask for changes to be published: we change none and pass none on. */
const acceptedInTools = [
  ...acceptedInProduct,
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

  it('stand in docs/licences.md (npm run licences)', () => {
    expect(readFileSync('docs/licences.md', 'utf8')).toBe(licencesPage());
  });
});

it('every locked package is held to its content', () => {
  expect(lockedPackages().filter(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([]);
});
