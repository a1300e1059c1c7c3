import { paths } from '../src/signup/paths.ts';
import { ASSETS, START_PATHS, screens } from './addresses.ts';
import { commonHeaders, type HeaderSources, type HeaderValues, headersOf, ownHeaders } from './headers.ts';

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
    ...screens.flatMap(({ path, kind }): typeof rules => {
      const headers = ownHeaders(kind, sources);
      return [
        [path, headers],
        [`${path}.html`, headers],
      ];
    }),
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
