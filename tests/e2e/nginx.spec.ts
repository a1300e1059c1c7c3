import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headersOfBuild, readInlineHashes } from '../../deploy/built-site.ts';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { inlineHashesConfig, nginxConfig, usualPlaces } from '../../deploy/nginx.ts';
import { readPolicySettings } from '../../deploy/policy-settings.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { readSettings } from '../../src/settings.ts';
import { ownPorts } from '../ports.ts';
import { expect, test } from './fixtures.ts';
import {
  complaintsOfNginx,
  ensureNginx,
  nginxFolder,
  nginxHasBrotli,
  type RunningNginx,
  startNginx,
} from './nginx-server.ts';

const missing =
  'NOT CHECKED: there is no nginx here and none could be installed (Debian, as root: apt-get install nginx).';

// One after the other, since apt cannot install for two at the same time.
test.describe.configure({ mode: 'default' });

let server: RunningNginx | undefined;
test.afterEach(() => server?.stop());

test('real nginx serves the build as the sandbox does, with the same headers', async ({ sandbox }) => {
  test.skip(test.info().project.name !== 'chromium', 'No browser takes part: once is enough');
  const nginx = ensureNginx();
  if (!nginx) console.log(`\n${'!'.repeat(100)}\n${missing}\n${'!'.repeat(100)}\n`);
  test.skip(!nginx, missing);
  if (!nginx) return;

  const sitePort = Number(new URL(sandbox.url).port);
  const nginxAddress = `127.0.0.1:${(await ownPorts()).otherServer}`;
  const environment = sandboxSettings(sitePort);
  const settings = readSettings(environment);
  const dist = sandbox.distFolder;
  const folder = nginxFolder();
  const inlineHashes = join(folder, 'inline-hashes.conf');
  writeFileSync(inlineHashes, inlineHashesConfig(readInlineHashes(dist)));
  const config = nginxConfig(settings, readPolicySettings(environment, settings), {
    root: dist,
    inlineHashes,
    certificates: folder,
    accessLog: join(folder, 'access.log'),
    listen: nginxAddress,
  });
  server = await startNginx(nginx, folder, config, `http://${nginxAddress}/form`);

  const expectedHeaders = headersOfBuild(dist, environment);
  const script = readdirSync(join(dist, 'assets')).find((name) => name.endsWith('.js'));
  const asset = `/form/assets/${script}`;
  const late = `/form/late/${readdirSync(join(dist, 'late')).find((name) => name.endsWith('.js'))}`;
  for (const path of [
    '/form/member',
    '/form/member/confirm',
    '/form/member/callback?p=abc',
    '/form/member/callback/?p=abc',
    '/form//member//callback//',
    '/form/else',
    asset,
    late,
  ]) {
    const { status, headers } = await fetch(`http://${nginxAddress}${path}`);
    expect(status, path).toBe(200);
    const plainPath = path.replace(/\?.*/, '').replace(/\/+/g, '/');
    for (const [name, value] of Object.entries(expectedHeaders(plainPath))) {
      // an empty list of hashes leaves two blanks
      expect(headers.get(name)?.replace(/ +(?=[; ])/g, ''), `${name} of ${path}`).toBe(value);
    }
  }
  const pageOf = async (path: string) => (await fetch(`http://${nginxAddress}${path}`)).text();
  for (const path of ['/form/member', '/form/member/', '//form//member'])
    expect(await pageOf(path)).toBe(readFileSync(join(dist, 'member', 'index.html'), 'utf8'));
  expect(await pageOf('/form/member/confirm')).toBe(readFileSync(join(dist, 'index.html'), 'utf8'));
  const compressed = await fetch(`http://${nginxAddress}${asset}`, {
    headers: { 'Accept-Encoding': 'gzip, br' },
  });
  expect(compressed.headers.get('Content-Encoding')).toBe(nginxHasBrotli() ? 'br' : 'gzip');
  expect(compressed.headers.get('Content-Type')).toContain('javascript');
  // otherwise a cache would send it to browsers that cannot read it
  expect(compressed.headers.get('Vary')).toContain('Accept-Encoding');
  const gone = await fetch(`http://${nginxAddress}/form/assets/gone-1a2b.js`);
  expect([gone.status, gone.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
  for (const path of ['/form', '/form/', '//form//']) {
    const start = await fetch(`http://${nginxAddress}${path}?utm_source=a`, { redirect: 'manual' });
    expect([start.status, start.headers.get('Location')]).toEqual([302, '/form/member?utm_source=a']);
  }

  const log = server.accessLog();
  expect(log).toContain('GET /form/member/callback');
  expect(log).not.toContain('?');
});

test('nginx accepts the configuration for https', async () => {
  const nginx = ensureNginx();
  test.skip(!nginx, missing);
  if (!nginx) return;
  const environment = exampleEnvironment();
  const settings = readSettings(environment);
  const folder = nginxFolder();
  const { hostname } = new URL(settings.siteOrigin);
  const file = (ending: string) => join(folder, `${hostname}.${ending}`);
  const certificate = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${hostname}`],
    ...['-keyout', file('key'), '-out', file('crt')],
  ]);
  test.skip(certificate.status !== 0, 'NOT CHECKED: openssl made no certificate.');
  const inlineHashes = join(folder, 'inline-hashes.conf');
  writeFileSync(inlineHashes, inlineHashesConfig({ scripts: ["'sha256-x'"], styles: [] }));
  const config = nginxConfig(settings, readPolicySettings(environment, settings), {
    root: usualPlaces.root,
    inlineHashes,
    certificates: folder,
    accessLog: join(folder, 'access.log'),
  });
  const complaints = complaintsOfNginx(nginx, folder, config);
  rmSync(folder, { recursive: true });
  expect(complaints).toBe('');
});
