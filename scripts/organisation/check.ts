import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf, readCommandLine } from '../options.ts';
import { organisationFolder } from './folder.ts';
import { examine, type Folder } from './rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const usage = `npm run check:organisation                    looks at the folder that ORGANISATION names, or src/organisation
npm run check:organisation -- organisations/x another folder (docs/another-organisation.md)
Ends with 0 where nothing is wrong, 1 where something is, 2 where the folder cannot be read.`;

/** Reads an organisation's folder. @throws Error where `organisation.ts` is missing, is no module or exports another name */
export async function readFolder(path: string): Promise<Folder> {
  const file = resolve(path, 'organisation.ts');
  const { organisation }: Partial<Folder> = await import(pathToFileURL(file).href).catch((error: Error) => {
    const line = /organisation\.ts:(\d+)/.exec(error.stack ?? '')?.[1];
    throw new Error(`${file}${line ? `, line ${line} or the one before` : ''}: ${error.message}`);
  });
  if (!organisation) throw new Error(`${file} exports no “organisation”.`);
  const names = readdirSync(path, { withFileTypes: true }).flatMap((each) =>
    each.isFile() ? each.name : [],
  );
  return {
    organisation,
    files: Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name))])),
  };
}

/** Examines a folder beside the two that may have been copied. */
export async function examineFolder(path: string) {
  const folder = await readFolder(path);
  const examples = ['src/organisation', 'organisations/river'].map((each) => join(root, each));
  const others = examples.filter((each) => each !== resolve(path) && existsSync(each));
  return { folder, ...examine(folder, await Promise.all(others.map(readFolder))) };
}

/** Stops a build or a deployment if the organisation's folder has mistakes. @throws Error that lists them */
export async function refuseFaultyOrganisation(): Promise<void> {
  const { faults } = await examineFolder(organisationFolder);
  if (faults.length > 0) throw new Error([`${relative(root, organisationFolder)}:`, ...faults].join('\n✘ '));
}

if (import.meta.main) {
  const [chosen] = readCommandLine(usage, {}).positionals;
  const path = chosen === undefined ? organisationFolder : resolve(root, chosen);
  try {
    const { folder, faults, questions } = await examineFolder(path);
    console.log(`${folder.organisation.name} (${relative(root, path)})`);
    for (const fault of faults) console.log(`✘ ${fault}`);
    for (const question of questions) console.log(`? ${question}`);
    console.log(`${faults.length} wrong, ${questions.length} to decide.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 2;
  }
}
