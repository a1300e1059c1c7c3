import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const twinPath = '/form/twin';

/**
 * Writes the static twin into a build: the prerendered input screen as it is, without any script or anything that
 * only scripts need. It is served in the same way, so the difference is the cost of the script.
 */
export function writeStaticTwin(distFolder: string): void {
  const page = withoutScript(readFileSync(join(distFolder, 'member', 'index.html'), 'utf8'));
  const folder = join(distFolder, 'twin');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'index.html');
  writeFileSync(file, page);
  writeFileSync(`${file}.br`, brotliCompressSync(page));
  writeFileSync(`${file}.gz`, gzipSync(page));
}

/** The page without any script and without what only scripts need. */
function withoutScript(page: string): string {
  return page
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>\s*/g, '')
    .replaceAll(/<link rel="(?:preconnect|dns-prefetch|modulepreload)"[^>]*>\s*/g, '')
    .replaceAll(/<noscript>[\s\S]*?<\/noscript>\s*/g, '');
}
