import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const base = '/form/';
const ownFile = /\s(?:src|href)="(\/form\/[^"?#]+\.(?:js|css))"/;

/** `sha384-…`, as SRI wants it. */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Address of each built script and style sheet, with its integrity. */
function integrityOfAssets(distFolder: string): Record<string, string> {
  const files = globSync('**/*.{js,css}', { cwd: distFolder }).map((file) => file.replaceAll('\\', '/'));
  return Object.fromEntries(
    files.toSorted().map((file) => [base + file, integrityOf(readFileSync(join(distFolder, file)))]),
  );
}

/**
 * Writes SRI into the built pages: an attribute on each script and link to a file of ours, and an import map for the
 * modules that scripts import later, which cannot have one otherwise. Browsers that do not know integrity in import maps
 * ignore it. Run it after the last change to the pages and before they are compressed.
 * @throws Error where a page asks for a file that was not built
 */
export function addIntegrity(distFolder: string): void {
  const integrities = integrityOfAssets(distFolder);
  const modules = Object.fromEntries(Object.entries(integrities).filter(([url]) => url.endsWith('.js')));
  const importMap = `<script type="importmap">${JSON.stringify({ integrity: modules })}</script>`;
  for (const page of globSync('**/*.html', { cwd: distFolder })) {
    const file = join(distFolder, page);
    const html = readFileSync(file, 'utf8').replace(/<(?:script|link)\b[^>]*>/g, (tag) =>
      withIntegrity(tag, integrities),
    );
    // First in the head: an import map does not count for modules that are requested before it.
    writeFileSync(
      file,
      html.replace(/<meta charset="[^"]*"\s*\/?>/i, (charset) => `${charset}\n    ${importMap}`),
    );
  }
}

function withIntegrity(tag: string, integrities: Record<string, string>): string {
  const [, url] = ownFile.exec(tag) ?? [];
  if (url === undefined || tag.includes(' integrity=')) return tag;
  const integrity = integrities[url];
  if (integrity === undefined) throw new Error(`A page asks for ${url}, which was not built.`);
  return tag.replace(/\s*\/?>$/, ` integrity="${integrity}">`);
}
