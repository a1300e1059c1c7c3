import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerSourcesOf, headersOfBuild } from '../../deploy/built-site.ts';
import { compareSite } from '../../deploy/compare-site.ts';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { inlineHashesConfig, nginxConfig, usualPlaces } from '../../deploy/nginx.ts';
import { releases } from '../../deploy/releases.ts';
import { sandboxSettings } from '../../sandbox/settings.ts';
import { startRehearsal } from '../../scripts/rehearse.ts';
import { ownPorts } from '../ports.ts';
import { donorAt } from './donor.ts';
import { expect, test } from './fixtures.ts';
import {
  complaintsAbout,
  ensureServer,
  nginxHasBrotli,
  notChecked,
  type RunningServer,
  serverFolder,
  startServer,
  writeApacheMain,
  writeNginxMain,
} from './web-servers.ts';

// One after the other, since apt cannot install for two at the same time.
test.describe.configure({ mode: 'default' });
test.setTimeout(180_000);
test.skip(({ browserName }) => browserName !== 'chromium', 'Hardly a browser takes part: once is enough');

let folder: string;
let rehearsal: Awaited<ReturnType<typeof startRehearsal>>;
let origin: string;
let listen: string;
let server: RunningServer | undefined;

test.beforeAll(async () => {
  const { otherServer, otherSandbox } = await ownPorts();
  listen = `127.0.0.1:${otherServer}`;
  origin = `http://localhost:${otherServer}`;
  folder = serverFolder();
  rehearsal = await startRehearsal(otherSandbox, origin, join(folder, 'rehearsal'));
});
test.afterEach(async () => {
  await server?.stop();
  server = undefined;
});
test.afterAll(async () => {
  await rehearsal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Skips the test, loudly, where there is no such server. */
function installed(name: 'nginx' | 'apache'): string {
  const path = ensureServer(name);
  if (!path) console.log(`\n${'!'.repeat(100)}\n${notChecked(name)}\n${'!'.repeat(100)}\n`);
  test.skip(!path, notChecked(name));
  return path ?? '';
}

/** What both servers must do, and what `check:deployed` looks at. */
async function isAsBuilt(compression: readonly string[]) {
  const { distFolder, environment } = rehearsal;
  const built = (file: string) => readFileSync(join(distFolder, file), 'utf8');
  const get = (path: string, headers = {}) => fetch(origin + path, { redirect: 'manual', headers });

  expect((await compareSite(origin, distFolder, environment)).differences).toEqual([]);

  const headersOf = headersOfBuild(distFolder, environment);
  for (const [path, page] of [
    ['//form//member', 'member/index.html'],
    ['/form/member/', 'member/index.html'],
    ['/form/else', 'index.html'],
    ['/form/late', 'index.html'],
    ['/form/member/callback/?p=abc', 'index.html'],
    ['/form//member//callback//', 'index.html'],
  ] as const) {
    const answer = await get(path);
    expect([answer.status, await answer.text()], path).toEqual([200, built(page)]);
    const expected = headersOf(path.replace(/\?.*/, '').replace(/\/+/g, '/'));
    const sent = Object.keys(expected).map((name) => [name, answer.headers.get(name)]);
    expect(Object.fromEntries(sent), path).toEqual(expected);
  }
  expect((await get('//form//?utm_source=a&b=%E3%81%82')).headers.get('Location')).toMatch(
    /(^|:\d+)\/form\/member\?utm_source=a&b=%E3%81%82$/,
  );

  const script = `/form/assets/${readdirSync(join(distFolder, 'assets')).find((name) => name.endsWith('.js'))}`;
  for (const accepted of compression) {
    const { headers } = await get(script, { 'Accept-Encoding': accepted });
    const encoding = accepted.split(', ').at(-1);
    expect(headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(headers.get('Content-Language')).toBeNull();
    expect(headers.get('Vary')).toContain('Accept-Encoding');
  }
  // no list of what is there
  const { status, headers } = await get('/form/assets/');
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers.get('Cache-Control')).toBe('no-store');
}

test('the sandbox answers everything as the build says, with the same headers', async ({ sandbox }) => {
  const environment = sandboxSettings(Number(new URL(sandbox.url).port));
  expect((await compareSite(sandbox.url, sandbox.distFolder, environment)).differences).toEqual([]);
});

test('real nginx answers everything as the build says, with the same headers', async () => {
  const nginx = installed('nginx');
  const { distFolder, environment } = rehearsal;
  const ownFolder = serverFolder();
  const inlineHashes = join(ownFolder, 'inline-hashes.conf');
  const sources = headerSourcesOf(distFolder, environment);
  writeFileSync(inlineHashes, inlineHashesConfig(sources.hashes));
  const config = nginxConfig(sources, {
    root: distFolder,
    inlineHashes,
    certificates: ownFolder,
    accessLog: join(ownFolder, 'access.log'),
    listen,
  });
  server = await startServer(nginx, ownFolder, writeNginxMain(ownFolder, config), `${origin}/form`);

  await isAsBuilt(['identity', 'gzip', ...(nginxHasBrotli() ? ['gzip, br'] : [])]);

  const log = server.log('access.log');
  expect(log).toContain('GET /form/member/callback');
  expect(log).not.toContain('?');
});

test('nginx accepts the configuration for https', () => {
  const nginx = installed('nginx');
  const environment = { ...exampleEnvironment(), VITE_SITE_ORIGIN: 'https://www.example.org:8443' };
  const ownFolder = serverFolder();
  const file = (ending: string) => join(ownFolder, `www.example.org.${ending}`);
  const certificate = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=www.example.org'],
    ...['-keyout', file('key'), '-out', file('crt')],
  ]);
  test.skip(certificate.status !== 0, 'NOT CHECKED: openssl made no certificate.');
  const inlineHashes = join(ownFolder, 'inline-hashes.conf');
  writeFileSync(inlineHashes, inlineHashesConfig({ scripts: ["'sha256-x'"], styles: [] }));
  const config = nginxConfig(headerSourcesOf(rehearsal.distFolder, environment), {
    root: usualPlaces.root,
    inlineHashes,
    certificates: ownFolder,
    accessLog: join(ownFolder, 'access.log'),
  });
  const complaints = complaintsAbout(nginx, writeNginxMain(ownFolder, config));
  rmSync(ownFolder, { recursive: true });
  expect(complaints).toBe('');
  expect(config).toContain('return 308 https://www.example.org:8443$request_uri;');
});

/** What the `.htaccess` of a site around the form may do. */
const siteAround = `ErrorDocument 404 /own.html
Header set X-Frame-Options SAMEORIGIN
Header always set Cache-Control private
ExpiresActive On
ExpiresDefault "access plus 1 month"
RewriteEngine On
RewriteOptions InheritDownBefore
RewriteRule ^form/ /own.html [END]
RewriteRule ^(member|else) /own.html [END]
`;

test('uploaded into an Apache, the form does the same, and donors sign up by card and by bank', {}, async ({
  page,
}) => {
  const apache = installed('apache');
  const { distFolder, environment } = rehearsal;
  const ownFolder = serverFolder();
  const site = join(ownFolder, 'site');
  const completion = join(site, 'support', 'donation', 'member');
  mkdirSync(completion, { recursive: true });
  writeFileSync(join(completion, 'complete.php'), 'complete');
  writeFileSync(join(site, 'own.html'), 'another page');
  writeFileSync(join(site, '.htaccess'), siteAround);
  const upload = (release: string) => cpSync(join(release, 'form'), join(site, 'form'), { recursive: true });
  const release = join(folder, 'rehearsal', 'apache');
  upload(release);
  server = await startServer(apache, ownFolder, writeApacheMain(ownFolder, listen), `${origin}/form`);

  await isAsBuilt(['identity', 'gzip', 'gzip, br']);

  const donor = donorAt(page);
  await donor.open(`${origin}/form/member`);
  await donor.fillHome();
  await donor.signUpByCard();
  await page.evaluate(() => sessionStorage.clear());
  await donor.open(`${origin}/form/member`);
  await donor.fillHome();
  await donor.payByBank();
  await donor.confirmInput();
  await donor.isAt('confirm');
  await donor.agreeAndSubmit();
  await donor.isComplete();
  const registrations = await (await fetch(`${rehearsal.addresses.api}/sandbox/registrations`)).json();
  expect(registrations).toMatchObject([
    { method: 'bank', status: 'complete' },
    { method: 'card', status: 'complete' },
  ]);

  // the next release, over this one; then back
  const next = join(ownFolder, 'next');
  cpSync(distFolder, next, { recursive: true });
  for (const ending of ['', '.br', '.gz']) rmSync(join(next, `member/index.html${ending}`));
  writeFileSync(join(next, 'member', 'index.html'), '<title>the next one</title>');
  const text = async () => (await fetch(`${origin}/form/member`)).text();
  const nextRelease = join(ownFolder, 'next-release');
  releases.apache({ distFolder: next, sources: headerSourcesOf(next, environment) }, nextRelease);
  upload(nextRelease);
  expect(await text()).toContain('the next one');
  upload(release);
  expect((await compareSite(origin, distFolder, environment)).differences).toEqual([]);

  const https = headerSourcesOf(distFolder, exampleEnvironment());
  const ofHttps = join(ownFolder, 'https');
  releases.apache({ distFolder, sources: https }, ofHttps, { redirectsToHttps: true });
  upload(ofHttps);
  const insecure = await fetch(`${origin}/form/member?a=1`, { redirect: 'manual' });
  expect([insecure.status, insecure.headers.get('Location')]).toEqual([
    308,
    'https://www.example.org/form/member?a=1',
  ]);
  const secure = await fetch(`${origin}/form/member`, { headers: { 'X-Forwarded-Proto': 'https' } });
  expect([secure.status, secure.headers.get('Strict-Transport-Security')]).toEqual([200, 'max-age=63072000']);
});
