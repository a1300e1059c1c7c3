import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appAddresses } from '../src/start/app-address.ts';

/** `sha384-…`, as SRI wants it. */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/**
 * Writes an import map with the integrity of every built module into the built pages: inline scripts import the app, which
 * imports the others. The app, in `assets/`, has several addresses. Browsers that do not know integrity in import maps
 * ignore it. Run it after the pages have their last change and before they are compressed.
 */
export function addIntegrity(distFolder: string): void {
  const files = globSync('**/*.js', { cwd: distFolder }).map((file) => file.replaceAll('\\', '/'));
  const integrity = Object.fromEntries(
    files.toSorted().flatMap((file) => {
      const addresses = file.startsWith('assets/') ? appAddresses(`/form/${file}`) : [`/form/${file}`];
      const hash = integrityOf(readFileSync(join(distFolder, file)));
      return addresses.map((address) => [address, hash]);
    }),
  );
  const importMap = `<script type="importmap">${JSON.stringify({ integrity })}</script>`;
  for (const page of globSync('**/*.html', { cwd: distFolder })) {
    const file = join(distFolder, page);
    // First in the head: browsers ignore an import map for modules that were requested before it.
    const html = readFileSync(file, 'utf8').replace(
      /<meta charset="[^"]*"\s*\/?>/i,
      (charset) => `${charset}\n    ${importMap}`,
    );
    writeFileSync(file, html);
  }
}
