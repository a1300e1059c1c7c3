import { paths } from '../src/signup/paths.ts';
import { openInPause, type Screen, screens } from './addresses.ts';
import {
  commonHeaders,
  ERROR_CACHING,
  type HeaderSources,
  type HeaderValues,
  ownHeaders,
} from './headers.ts';

/**
 * The `.htaccess` of the folder `/form` on an Apache 2.4 with mod_headers and mod_rewrite, whose own configuration nobody
 * can change. It needs `AllowOverride FileInfo Indexes`, and undoes what a `.htaccess` above it may do.
 * @param nameOf the file of each screen. Its name changes with the page, so that one upload of this file is the release
 * @param redirectsToHttps leads from http to https, for a server where nothing else does. Behind a proxy that does not say
 * what the donor used, it loops
 */
export function htaccess(
  sources: HeaderSources,
  nameOf: (screen: Screen) => string,
  redirectsToHttps: boolean,
): string {
  const { siteOrigin } = sources.settings;
  const callbacks = screens.filter(({ kind }) => kind === 'callback').map(nameOf);
  return `# Made by \`npm run deploy:apache\` from deploy/headers.ts and the settings. Change those, not this file.
# Upload it last: it names the pages of this release.

# No answers of the server's own
DirectorySlash Off
ErrorDocument 403 default
ErrorDocument 404 default
ErrorDocument 503 /form/pause.html
<IfModule mod_expires.c>
  ExpiresActive Off
</IfModule>

# Compressed copies
AddEncoding br .br
AddEncoding gzip .gz
RemoveLanguage .br
${forceType('html', 'text/html; charset=utf-8')}
${forceType('js', 'text/javascript; charset=utf-8')}
${forceType('svg', 'image/svg+xml')}
RemoveHandler .html
RemoveOutputFilter .html

# Addresses
RewriteEngine On
RewriteOptions AllowNoSlash IgnoreInherit
RewriteBase /form/
${redirectsToHttps ? redirectToHttps(siteOrigin) : ''}RewriteCond %{REQUEST_METHOD} !^(GET|HEAD|OPTIONS)$
RewriteRule ^ - [R=405,END]
# While this file is there, it answers every address except those for donors who are back from the bank.
RewriteCond %{DOCUMENT_ROOT}/form/pause.html -f
RewriteRule !^(${openInPause}) - [R=503,END]
RewriteCond %{REQUEST_URI} ^/form/?$
RewriteRule ^ ${siteOrigin}${paths.input} [R=302,END]
${screens.map((screen) => `RewriteRule ^${below(screen.path)}/?$ ${nameOf(screen)} [DPI]\n`).join('')}# every other address is the whole path of a file, or nothing
RewriteCond %{REQUEST_FILENAME} !-f [OR]
RewriteCond %{PATH_INFO} .
RewriteRule ^ - [R=404,END]
RewriteCond %{HTTP:Accept-Encoding} ${accepts('br')}
RewriteCond %{REQUEST_FILENAME}.br -f
RewriteRule (.+) $1.br [END]
RewriteCond %{HTTP:Accept-Encoding} ${accepts('gzip')}
RewriteCond %{REQUEST_FILENAME}.gz -f
RewriteRule (.+) $1.gz [END]
RewriteRule ^ - [END]

# Headers, on every answer
Header merge Vary Accept-Encoding
${setHeaders(commonHeaders(sources))}
# by the file that is served
<If "%{REQUEST_FILENAME} =~ m#/assets/[^/]*$#">
${setHeaders(ownHeaders('asset', sources), '  ')}
</If>
<ElseIf "%{REQUEST_FILENAME} =~ m#/(?:${callbacks.join('|')})[^/]*$#">
${setHeaders(ownHeaders('callback', sources), '  ')}
</ElseIf>
<Else>
${setHeaders(ownHeaders('page', sources), '  ')}
</Else>
`;
}

/** Apache would guess the type of a compressed copy from its last ending. */
const forceType = (ending: string, type: string) =>
  `<FilesMatch "\\.${ending}(\\.(br|gz))?$">\n  ForceType "${type}"\n</FilesMatch>`;

/** The path as rules of the folder get it: without the folder. */
const below = (path: string) => path.replace(/^\/form\//, '');

/** For browsers that accept an encoding, and do not refuse it by `q=0`. */
const accepts = (encoding: string) => String.raw`\b${encoding}\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))`;

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
