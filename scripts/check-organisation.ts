import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readCommandLine } from './options.ts';
import { organisationFolder } from './organisation.ts';
import { examineFolder, type Folder } from './organisation-faults.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const own = 'src/organisation';
const usage = `npm run check:organisation                    looks at the folder that ORGANISATION names, or src/organisation
npm run check:organisation -- organisations/x another folder (docs/another-organisation.md)
Ends with 0 where nothing is wrong, 1 where something is, 2 where the folder cannot be read.`;

/** Reads an organisation's folder. @throws Error where `organisation.ts` is missing, is no module or exports another name */
export async function readFolder(path: string): Promise<Folder> {
  const file = resolve(path, 'organisation.ts');
  const { organisation }: Partial<Pick<Folder, 'organisation'>> = await import(pathToFileURL(file).href);
  if (!organisation) throw new Error(`${file} exports no “organisation”.`);
  const read = (name: string) => (existsSync(join(path, name)) ? readFileSync(join(path, name), 'utf8') : '');
  const mark = read('OrganisationMark.tsx');
  if (mark !== '' && !/export (function|const) OrganisationMark\b/.test(mark))
    throw new Error(`${join(path, 'OrganisationMark.tsx')} exports no “OrganisationMark”.`);
  const imported = Array.from(mark.matchAll(/(?:from|import) '\.\/([^']+)'/g), ([, name = '']) => name);
  const needed = new Set(['OrganisationMark.tsx', 'colours.css', 'icon.svg', ...imported]);
  return {
    organisation,
    styles: { colours: read('colours.css'), mark: read('mark.css') },
    missingFiles: [...needed].filter((name) => !existsSync(join(path, name))),
  };
}

async function examine(path: string) {
  const folder = await readFolder(path);
  const example = path === join(root, own) ? null : await readFolder(join(root, own));
  return { folder, ...examineFolder(folder, example) };
}

/** Lets no form go online whose organisation's folder has mistakes. @throws Error that lists them */
export async function refuseFaultyOrganisation(): Promise<void> {
  const { faults } = await examine(organisationFolder);
  if (faults.length > 0) throw new Error([`${relative(root, organisationFolder)}:`, ...faults].join('\n✘ '));
}

if (import.meta.main) {
  const { positionals } = readCommandLine(usage, {});
  try {
    const [chosen] = positionals;
    const path = chosen === undefined ? organisationFolder : resolve(root, chosen);
    const { folder, faults, questions } = await examine(path);
    console.log(`${folder.organisation.name} (${relative(root, path)})`);
    for (const fault of faults) console.log(`✘ ${fault}`);
    for (const question of questions) console.log(`? ${question}`);
    console.log(`${faults.length} wrong, ${questions.length} to decide.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
