import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from '@playwright/test';
import { canUseApt, installWithApt } from '../../../scripts/chromium.ts';

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const apacheModules = '/usr/lib/apache2/modules';
const isRoot = process.getuid?.() === 0;

/** Where web servers are usually installed, and Debian's packages of them. */
const servers = {
  nginx: {
    places: ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'],
    packages: ['nginx', 'libnginx-mod-http-brotli-static'],
  },
  apache: { places: ['/usr/sbin/apache2'], packages: ['apache2-bin'] },
};

/** The path of a server, which it installs if it can. Skips the test with a message if there is none. */
export function requireServer(name: keyof typeof servers): string {
  const { places, packages } = servers[name];
  const find = () => places.find((path) => existsSync(path));
  if (!find() && canUseApt()) {
    // keeps the package from starting its own server
    process.env.RUNLEVEL = '1';
    installWithApt(packages);
  }
  const path = find();
  const notChecked = `NOT CHECKED: there is no ${name} here and none could be installed (Debian, as root).`;
  if (!path) console.log(`\n${'!'.repeat(100)}\n${notChecked}\n${'!'.repeat(100)}\n`);
  test.skip(!path, notChecked);
  return path ?? '';
}

export const nginxHasBrotli = () => existsSync(brotliModule);

/** A new folder for a server's configuration, files and logs, which its own user can read. */
export function serverFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'web-server-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Puts a site's configuration into a minimal nginx one. Returns the file. */
export function writeNginxMain(folder: string, siteConfig: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = nginxHasBrotli() ? siteConfig : siteConfig.replace('brotli_static on;', '');
  writeFileSync(join(folder, 'site.conf'), config);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${nginxHasBrotli() ? `load_module ${brotliModule};` : ''}
${isRoot ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 128; }
http {
  types { text/html html; text/css css; text/javascript js; image/svg+xml svg; }
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/site.conf;
}
`,
  );
  return file;
}

/**
 * The configuration of an Apache as rented servers have it: many modules, `folder`/site as the site, and no more rights for
 * its `.htaccess` than FileInfo and Indexes. Returns the file.
 */
export function writeApacheMain(folder: string, listen: string): string {
  const modules = [
    ...['mpm_event', 'authz_core', 'dir', 'mime', 'headers', 'rewrite'],
    // what gets in the way: each would answer, compress or cache in its own manner
    ...['filter', 'deflate', 'brotli', 'expires', 'negotiation', 'autoindex', 'status', 'substitute'],
  ];
  const file = join(folder, 'httpd.conf');
  writeFileSync(
    file,
    `${modules.map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`).join('\n')}
${isRoot ? 'User www-data\nGroup www-data' : ''}
ServerRoot ${folder}
PidFile ${folder}/httpd.pid
ErrorLog ${folder}/error.log
ServerName localhost
Listen ${listen}
TypesConfig /dev/null
AddType text/html .html .php
AddType application/javascript .js
AddType application/x-gzip .gz
AddLanguage br .br
AddHandler server-status .html
AddOutputFilter SUBSTITUTE .html
AddOutputFilterByType BROTLI_COMPRESS;DEFLATE text/html
DocumentRoot ${folder}/site
<Directory ${folder}/site>
  Options FollowSymLinks Indexes MultiViews
  Substitute s/script/changed/
  AllowOverride FileInfo Indexes
</Directory>
<Files ".ht*">
  Require all denied
</Files>
`,
  );
  return file;
}

const configOption = (server: string) => (server.endsWith('nginx') ? '-c' : '-f');

/** What a server says about its configuration; empty when all is well. */
export function complaintsAbout(server: string, configFile: string): string {
  const { status, stderr } = spawnSync(server, ['-t', configOption(server), configFile], {
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

/**
 * Starts a server and waits until it answers at `address`. Returns a function that ends it.
 * @throws Error with its own message if it does not start
 */
export async function startServer(
  server: string,
  configFile: string,
  address: string,
): Promise<() => Promise<void>> {
  const inForeground = server.endsWith('nginx') ? [] : ['-D', 'FOREGROUND'];
  const child = spawn(server, [...inForeground, configOption(server), configFile], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await fetch(address, { redirect: 'manual' }).catch(() => null))) {
    if (child.exitCode !== null)
      throw new Error(`${server} did not start: ${complaintsAbout(server, configFile)}`);
    await pause(50);
  }
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
