import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readCommandLine } from './options.ts';
import { type Folder, lookAt } from './organisation-faults.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const own = 'src/organisation';
const usage = `npm run check:organisation                    looks at src/organisation
npm run check:organisation -- organisations/x another folder (docs/another-organisation.md)
Ends with 0 where nothing is wrong, 1 where something is, 2 where the folder cannot be read.`;

/** Reads an organisation's folder, whatever it holds. @throws Error with a sentence where it cannot be read */
export async function readFolder(path: string): Promise<Folder> {
  for (const file of ['organisation.ts', 'colours.css', 'OrganisationMark.tsx'])
    if (!existsSync(join(path, file))) throw new Error(`${join(relative(root, path), file)} is missing.`);
  const { organisation }: { organisation?: unknown } = await import(
    pathToFileURL(join(path, 'organisation.ts')).href
  );
  return {
    organisation,
    colours: readFileSync(join(path, 'colours.css'), 'utf8'),
    pictures: globSync('*.{svg,png,tsx}', { cwd: path }).flatMap((file) => {
      const size = sizeOf(readFileSync(join(path, file)), file);
      return size ? [{ file: basename(file), ...size }] : [];
    }),
  };
}

/** Width and height of a picture, or of the `viewBox` or `<img>` in a component; null where none is said. */
function sizeOf(bytes: Buffer, file: string): { width: number; height: number } | null {
  if (file.endsWith('.png')) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const text = bytes.toString('utf8');
  const [, width, height] =
    /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(text) ??
    /<(?:img|svg)[^>]* width=["{]([\d.]+)[^>]* height=["{]([\d.]+)/.exec(text) ??
    [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
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
