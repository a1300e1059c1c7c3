import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Licences that do not oblige us to publish our own source. */
const acceptedInProduct = ['MIT', 'Apache-2.0', 'BSD-3-Clause', '0BSD', 'ISC', 'CC0-1.0', 'Unlicense'];
/** Tools may also have licences that require changes to be published: we change none and distribute none. */
const acceptedInTools = [
  ...acceptedInProduct,
  ...['MIT-0', 'BSD-2-Clause', 'BlueOak-1.0.0', 'MPL-2.0', 'EPL-2.0', 'MIT AND Zlib'],
];
/** Tools whose package.json names no licence. Somebody has read the licence file. */
const readByHand = ['parse-cache-control'];

const { packages }: { packages: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
/** The locked packages, without tools for other platforms, which are not installed. `ships` if the product needs it. */
const locked = Object.entries(packages)
  .filter(([path, { optional, license }]) => path !== '' && !(optional === true && license === undefined))
  .map(([path, { license, integrity, dev, devOptional }]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    licence: String(license).replace(/[()]/g, ''),
    integrity: String(integrity),
    ships: dev !== true && devOptional !== true,
  }));

it('the licences of all packages, those that ship and those of tools, are among the accepted ones', () => {
  const refused = locked.filter(({ name, licence, ships }) => {
    const accepted = ships ? acceptedInProduct : acceptedInTools;
    const isAccepted = licence.split(' OR ').some((choice) => accepted.includes(choice));
    return !isAccepted && (ships || !readByHand.includes(name));
  });
  expect(refused).toEqual([]);
});

it('every locked package has an integrity hash', () => {
  expect(locked.filter(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([]);
});
