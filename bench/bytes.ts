import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of brotli of each built file, by its name without the hash. */
export function measureBytes(distFolder: string): Record<string, number> {
  const files = globSync('**/*.{html,js,css}', { cwd: distFolder }).toSorted();
  return Object.fromEntries(
    files.map((file) => [
      file
        .replaceAll('\\', '/')
        .replace(/^(?:assets|late)\//, '')
        .replace(/-[\w-]{8}(?=\.\w+$)/, ''),
      statSync(join(distFolder, `${file}.br`)).size,
    ]),
  );
}
