import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readCommandLine } from './options.ts';
import { type Folder, lookAt } from './organisation-faults.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const own = 'src/organisation';
const usage = `npm run check:organisation                    looks at src/organisation
npm run check:organisation -- organisations/x another folder (docs/another-organisation.md)
Ends with 0 where nothing is wrong, 1 where something is, 2 where the folder cannot be read.`;

/** Reads an organisation's folder. @throws Error where a file is missing or is no module */
export async function readFolder(path: string): Promise<Folder> {
  const { organisation }: Pick<Folder, 'organisation'> = await import(
    pathToFileURL(resolve(path, 'organisation.ts')).href
  );
  return { organisation, colours: readFileSync(join(path, 'colours.css'), 'utf8') };
}

if (import.meta.main) {
  const { positionals } = readCommandLine(usage, {});
  try {
    const folder = await readFolder(resolve(root, positionals[0] ?? own));
    const { faults, questions } = lookAt(folder, await readFolder(join(root, own)));
    for (const fault of faults) console.log(`✘ ${fault}`);
    for (const question of questions) console.log(`? ${question}`);
    console.log(`${faults.length} wrong, ${questions.length} to decide.`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
