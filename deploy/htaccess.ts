import { ANY_SCREEN, ASSETS, START, specialScreens } from './addresses.ts';
import {
  commonHeaders,
  ERROR_CACHING,
  type HeaderSources,
  type HeaderValues,
  ownHeaders,
} from './headers.ts';

export type HtaccessOptions = {
  /** The name in the folder of each built page. It changes with the page, so that one upload of this file is the release. */
  nameOf: (page: string) => string;
  /** Leads from http to https, for a server where nothing else does. Behind a proxy that does not say what the donor used, it loops. */
  redirectsToHttps: boolean;
};

/** The types of files that have compressed copies. Apache would guess a copy's type from its last ending. */
const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * The `.htaccess` of the folder `/form` on an Apache 2.4 with mod_headers and mod_rewrite, whose own configuration nobody
 * can change. It needs `AllowOverride FileInfo Indexes`, and undoes what a `.htaccess` above it may do.
 */
export function htaccess(sources: HeaderSources, { nameOf, redirectsToHttps }: HtaccessOptions): string {
  const { siteOrigin } = sources.settings;
  return `# Made by \`npm run deploy:apache\` from deploy/headers.ts and the settings. Change those, not this file.
# Upload it last: it names the pages of this release.

# No answers of the server's own
DirectorySlash Off
ErrorDocument 403 default
ErrorDocument 404 default
<IfModule mod_expires.c>
  ExpiresActive Off
</IfModule>

# Compressed copies
AddEncoding br .br
AddEncoding gzip .gz
RemoveLanguage .br
${Object.entries(types)
  .map(
    ([ending, type]) => `<FilesMatch "\\.${ending}(\\.(br|gz))?$">
  ForceType "${type}"
</FilesMatch>`,
  )
  .join('\n')}
RemoveHandler .html
RemoveOutputFilter .html

# Addresses
RewriteEngine On
RewriteOptions AllowNoSlash IgnoreInherit
RewriteBase /form/
${redirectsToHttps ? redirectToHttps(siteOrigin) : ''}RewriteCond %{REQUEST_URI} ^/form/?$
RewriteRule ^ ${siteOrigin}${START} [R=302,END]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteRule ^${below(ASSETS)} - [R=404,END]
${specialScreens.map(({ path, page }) => `RewriteRule ^${below(path)}/?$ ${nameOf(page)} [DPI]\n`).join('')}# every other path that names no file is a screen of the app
RewriteRule !\\.\\w+$ ${nameOf(ANY_SCREEN.page)} [DPI]
RewriteCond %{HTTP:Accept-Encoding} \\bbr\\b
RewriteCond %{REQUEST_FILENAME}.br -f
RewriteRule (.+) $1.br [END]
RewriteCond %{HTTP:Accept-Encoding} \\bgzip\\b
RewriteCond %{REQUEST_FILENAME}.gz -f
RewriteRule (.+) $1.gz [END]
RewriteRule ^ - [END]

# Headers, on every answer
Header merge Vary Accept-Encoding
${setHeaders(commonHeaders(sources))}
# THE_REQUEST is what the browser asked for, before the rules above.
<If "${isRequested(ASSETS)}#">
${setHeaders(ownHeaders('asset', sources), '  ')}
</If>
${specialScreens
  .filter(({ kind }) => kind !== ANY_SCREEN.kind)
  .map(
    ({ path, kind }) => `<ElseIf "${isRequested(path)}/*[? ]#">
${setHeaders(ownHeaders(kind, sources), '  ')}
</ElseIf>
`,
  )
  .join('')}<Else>
${setHeaders(ownHeaders(ANY_SCREEN.kind, sources), '  ')}
</Else>
`;
}

/** The path as a rule of the folder sees it. */
const below = (path: string) => path.replace(/^\/form\//, '');

/** For requests whose path begins so, also with doubled slashes. */
const isRequested = (path: string) =>
  `%{THE_REQUEST} =~ m#^\\S+ (?:https?://[^/]+)?${path.replaceAll('/', '/+')}`;

const redirectToHttps = (siteOrigin: string) => `RewriteCond %{HTTPS} !=on
RewriteCond %{HTTP:X-Forwarded-Proto} !=https
RewriteRule ^ ${siteOrigin}%{REQUEST_URI} [R=308,END]
`;

/**
 * Apache has two tables of headers, one of them for errors and redirects too (`always`). What is in both is sent twice, so
 * a header leaves the one before it is set in the other.
 */
function setHeaders(headers: HeaderValues, indent = ''): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => {
      const set = `set ${name} "${value.replaceAll('%', '%%')}"`;
      if (name !== 'Cache-Control' || value === ERROR_CACHING)
        return [`Header unset ${name}`, `Header always ${set}`];
      return [
        `Header always unset ${name}`,
        `Header always set ${name} "${ERROR_CACHING}" "expr=%{REQUEST_STATUS} -ge 400"`,
        `Header ${set}`,
      ];
    })
    .map((line) => indent + line)
    .join('\n');
}
