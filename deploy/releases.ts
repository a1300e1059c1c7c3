import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { paths } from '../src/signup/paths.ts';
import { ASSETS, type Screen, START_PATHS, screens } from './addresses.ts';
import { commonHeaders, type HeaderSources, type HeaderValues, headersOf, ownHeaders } from './headers.ts';
import { htaccess } from './htaccess.ts';
import { inlineHashesConfig, nginxConfig, usualPlaces } from './nginx.ts';

/** A build, and what it is to be served with. */
export type Build = { distFolder: string; sources: HeaderSources };

/** Each writes what a kind of web server needs for a build into `out`, and returns what to bring to the server. */
export const releases = { nginx: writeNginx, apache: writeApache, static: writeStatic };

function writeNginx({ distFolder, sources }: Build, out: string): string[] {
  mkdirSync(out, { recursive: true });
  const [config, hashes] = [join(out, 'nginx.conf'), join(out, 'inline-hashes.conf')];
  writeFileSync(config, nginxConfig(sources, usualPlaces));
  writeFileSync(hashes, inlineHashesConfig(sources.hashes));
  return [distFolder, config, hashes];
}

/** Each screen has its own file, with another name in each release, so that pages and headers change at the same moment. */
function writeApache({ distFolder, sources }: Build, out: string, redirectsToHttps = false): string[] {
  const folder = join(out, 'form');
  const nameOf = ({ path, page }: Screen) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(distFolder, page)))
      .digest('hex');
    return `${path.replace('/form/', '').replace('/', '-')}-${hash.slice(0, 8)}.html`;
  };
  copyTo(folder, distFolder, (file) => {
    const [page = '', copy = ''] = file.split(/(\.(?:br|gz))$/);
    const names = screens.filter((screen) => screen.page === page).map(nameOf);
    return names.length > 0 ? names.map((name) => name + copy) : [file];
  });
  writeFileSync(join(folder, '.htaccess'), htaccess(sources, nameOf, redirectsToHttps));
  return [folder];
}

/** A static host compresses by itself, and finds a page by its name without `.html`. */
function writeStatic({ distFolder, sources }: Build, out: string): string[] {
  const pages = new Set(screens.map(({ page }) => page));
  copyTo(join(out, 'form'), distFolder, (file) => {
    if (/\.(br|gz)$/.test(file)) return [];
    if (!pages.has(file)) return [file];
    return screens
      .filter(({ page }) => page === file)
      .map(({ path }) => `${path.replace('/form/', '')}.html`);
  });
  writeFileSync(join(out, '_headers'), headersFile(sources));
  writeFileSync(join(out, '_redirects'), redirectsFile);
  return [out];
}

/**
 * The `_headers` file of a static host, in the syntax that Netlify and Cloudflare Pages share. They join a header that two
 * rules give to one path, so no path gets a header twice.
 */
export function headersFile(sources: HeaderSources): string {
  const rules: [path: string, headers: HeaderValues][] = [
    ['/form/*', commonHeaders(sources)],
    // the rule above does not match it
    ['/form', headersOf('page', sources)],
    ['/form/', ownHeaders('page', sources)],
    // a host may also serve a page under its file's name
    ...screens.flatMap(({ path, kind }) =>
      [path, `${path}.html`].map((each): (typeof rules)[number] => [each, ownHeaders(kind, sources)]),
    ),
    [`${ASSETS}*`, ownHeaders('asset', sources)],
    ['/form/late/*', ownHeaders('page', sources)],
  ];
  return rules
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n');
}

/** The `_redirects` file. Screens need no rule: each has a file of its name. */
export const redirectsFile = START_PATHS.map((path) => `${path} ${paths.input} 302\n`).join('');

/** Replaces the content of `folder` by the files of `from`, each under the names that `namesOf` returns. */
function copyTo(folder: string, from: string, namesOf: (file: string) => string[]): void {
  rmSync(folder, { recursive: true, force: true });
  const files = globSync('**/*', { cwd: from }).filter((file) => statSync(join(from, file)).isFile());
  for (const file of files) {
    for (const name of namesOf(file.replaceAll('\\', '/'))) {
      const copy = join(folder, name);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(from, file), copy);
    }
  }
}
