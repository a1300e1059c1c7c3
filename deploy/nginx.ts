import { paths } from '../src/signup/paths.ts';
import { openInPause, type PathKind, screens } from './addresses.ts';
import { ERROR_CACHING, type HeaderSources, headersOf, type InlineHashes } from './headers.ts';

/** Paths on the server that runs nginx. */
export type NginxPlaces = {
  /** Folder of the built files. */
  root: string;
  /** File with this build's inline hashes, see {@link inlineHashesConfig}. */
  inlineHashes: string;
  /** Folder of `<host>.crt` and `<host>.key`. */
  certificates: string;
  accessLog: string;
  /** Where `pause.html` closes the form. */
  pauseFolder: string;
  /** Where to listen instead of the usual ports, for tests. */
  listen?: string;
};

/** As `docs/operating.md` lays out a server: each release in a folder of its own, `current` a link to one. */
export const usualPlaces: NginxPlaces = {
  root: '/srv/form/current/site',
  inlineHashes: '/srv/form/current/inline-hashes.conf',
  certificates: '/etc/nginx/tls',
  accessLog: '/var/log/nginx/form.access.log',
  pauseFolder: '/srv/form',
};

/** The site's nginx configuration, for nginx's `http` block. It stays the same from build to build. */
export function nginxConfig(
  { settings, policy }: Omit<HeaderSources, 'hashes'>,
  places: NginxPlaces,
): string {
  const { protocol, host, hostname, port } = new URL(settings.siteOrigin);
  const isHttps = protocol === 'https:';
  const sources = { settings, policy, hashes: inlineVariables };
  const headers = (kind: PathKind, indent = 4) => addHeaders(kind, sources, ' '.repeat(indent));
  const listen = places.listen ?? (isHttps ? `${port || 443} ssl http2` : port || '80');

  return `# Made by \`npm run deploy:nginx\` from deploy/headers.ts and the settings. Change those, not this file.

# Paths only: the query of the callback holds what the bank sent.
map $request_uri $form_path {
  ~^([^?]*) $1;
}
log_format form_paths '$remote_addr [$time_local] "$request_method $form_path" $status $body_bytes_sent $request_time';

# Browsers and caches must not keep errors.
map $status $form_asset_caching {
  ~^[45] "${ERROR_CACHING}";
  default "${headersOf('asset', sources)['Cache-Control']}";
}
${
  isHttps
    ? `
server {
  listen 80;
  server_name ${hostname};
  server_tokens off;
  access_log ${places.accessLog} form_paths;
  return 308 https://${host}$request_uri;
}
`
    : ''
}
server {
  listen ${listen};
  server_name ${hostname};
${
  isHttps
    ? `  ssl_certificate ${places.certificates}/${hostname}.crt;
  ssl_certificate_key ${places.certificates}/${hostname}.key;
  ssl_protocols TLSv1.2 TLSv1.3;
  # for TLS 1.2 those with forward secrecy, as in Mozilla's intermediate configuration
  ssl_ciphers EECDH+AESGCM:EECDH+CHACHA20;
`
    : ''
}  server_tokens off;
  access_log ${places.accessLog} form_paths;
  charset utf-8;

  gzip_static on;
  gzip_vary on;
  brotli_static on;

  # sets $form_inline_scripts and $form_inline_styles; comes with each build
  include ${places.inlineHashes};

  # whatever host and port the browser knows this server by
  absolute_redirect off;

  # While this file is there, it answers every address except those for donors who are back from the bank.
  set $form_pause "";
  if (-f ${places.pauseFolder}/pause.html) { set $form_pause $uri; }
  if ($form_pause ~ "^/form(?!/(${openInPause}))(/|$)") { rewrite ^ /form/pause; }

  location ~ ^/form(/|$) {
    root ${places.root};
${headers('page')}
    return 404;

    location ~ ^/form/?$ { return 302 ${paths.input}$is_args$args; }
${screens
  .map(
    ({ path, page, kind }) => `    location ~ ^${path}/?$ {
      try_files /${page} =500;${kind === 'page' ? '' : `\n${headers(kind, 6)}`}
    }`,
  )
  .join('\n')}
    # named by their content: a changed file has a new name
    location ~ ^/form(?<form_asset>/assets/[^/]+)$ {
      try_files $form_asset =404;
${headers('asset', 6)}
    }
    location ~ ^/form/pause$ { internal; error_page 503 /form/pause.html; return 503; }
    location ~ ^/form(?<form_page>/pause.html)$ { internal; root ${places.pauseFolder}; try_files $form_page =404; }
    # any other file of the build
    location ~ ^/form(?<form_file>/.*[^/]\\.\\w+)$ { try_files $form_file =404; }
  }

  # The organisation's own pages, the one of completion among them, go here.
  location / {
    return 404;
  }
}
`;
}

const inlineVariables: InlineHashes = { scripts: ['$form_inline_scripts'], styles: ['$form_inline_styles'] };

/** The part that changes with every build and belongs to the release: the hashes of its inline scripts and styles. */
export function inlineHashesConfig({ scripts, styles }: InlineHashes): string {
  return `set $form_inline_scripts "${scripts.join(' ')}";\nset $form_inline_styles "${styles.join(' ')}";\n`;
}

/** Redirects, errors and answers without a body get them too (`always`). */
function addHeaders(kind: PathKind, sources: HeaderSources, indent: string): string {
  const headers = headersOf(kind, sources);
  if (kind === 'asset') headers['Cache-Control'] = '$form_asset_caching';
  return Object.entries(headers)
    .map(([name, value]) => `${indent}add_header ${name} "${value}" always;`)
    .join('\n');
}
