import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const usualPlaces = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/bin/nginx',
  '/opt/homebrew/bin/nginx',
];
const find = () => usualPlaces.find((path) => existsSync(path));

/** The path of an installed nginx, or of Debian's package, which it installs. Undefined if neither is available. */
export function ensureNginx(): string | undefined {
  const isDebianAsRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!find() && isDebianAsRoot) {
    console.log("No nginx here: installing Debian's …");
    // RUNLEVEL keeps the package from starting its own server
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-q', '-y', ...args], { env, stdio: 'ignore', timeout: 90_000 }).status === 0;
    const install = (...packages: string[]) => apt('install', '--no-install-recommends', ...packages);
    apt('update');
    if (!install('nginx', 'libnginx-mod-http-brotli-static')) install('nginx');
  }
  return find();
}

export const nginxHasBrotli = () => existsSync(brotliModule);

/** A new folder for nginx's configuration, log and temporary files. */
export function nginxFolder(): string {
  return mkdtempSync(join(tmpdir(), 'nginx-'));
}

/** Puts a site's configuration into a minimal nginx one. Returns the file. */
function writeMainConfig(folder: string, siteConfig: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'site.conf'),
    nginxHasBrotli() ? siteConfig : siteConfig.replace('brotli_static on;', ''),
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${nginxHasBrotli() ? `load_module ${brotliModule};` : ''}
${process.getuid?.() === 0 ? 'user root;' : ''}
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

/** What `nginx -t` says about a site's configuration; empty when all is well. */
export function complaintsOfNginx(nginx: string, folder: string, siteConfig: string): string {
  const { status, stderr } = spawnSync(nginx, ['-t', '-c', writeMainConfig(folder, siteConfig)], {
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

export type RunningNginx = { accessLog(): string; stop(): Promise<void> };

/** Starts nginx and waits until it answers at `address`. @throws Error with nginx's own message if it does not start */
export async function startNginx(
  nginx: string,
  folder: string,
  siteConfig: string,
  address: string,
): Promise<RunningNginx> {
  const child: ChildProcess = spawn(nginx, ['-c', writeMainConfig(folder, siteConfig)], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answers = () =>
    fetch(address, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${complaintsOfNginx(nginx, folder, siteConfig)}`);
    await pause(50);
  }
  return {
    accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
