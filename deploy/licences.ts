import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../scripts/options.ts';

const lockFile = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const licencesFile = fileURLToPath(new URL('../docs/licences.md', import.meta.url));

/** A locked package. `ships` if the product needs it and not only its development. */
export type LockedPackage = { name: string; licence: string; integrity: string; ships: boolean };

/** The packages of package-lock.json, without development tools for other platforms, which are not installed. */
export function lockedPackages(): LockedPackage[] {
  const { packages }: { packages: Record<string, Record<string, unknown>> } = JSON.parse(
    readFileSync(lockFile, 'utf8'),
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
export function licencesPage(): string {
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

if (import.meta.main) {
  readOptions('npm run licences: writes docs/licences.md.', {});
  writeFileSync(licencesFile, licencesPage());
}
