import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { headerSourcesOf, headersOfBuild } from '../../../deploy/built-site.ts';
import { compareSite } from '../../../deploy/compare-site.ts';
import { exampleEnvironment } from '../../../deploy/environment.ts';
import { inlineHashesConfig, nginxConfig, usualPlaces } from '../../../deploy/nginx.ts';
import { releases } from '../../../deploy/releases.ts';
import { sandboxSettings } from '../../../sandbox/settings.ts';
import { startRehearsal } from '../../../scripts/rehearse.ts';
import { ownPorts } from '../../ports.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  complaintsAbout,
  nginxHasBrotli,
  requireServer,
  serverFolder,
  startServer,
  writeApacheMain,
  writeNginxMain,
} from './web-servers.ts';

// One after the other, since apt cannot install for two at the same time.
test.describe.configure({ mode: 'default' });
test.skip(({ browserName }) => browserName !== 'chromium', 'Hardly a browser takes part: once is enough');

/** Of the rehearsal. */
let folder: string;
let rehearsal: Awaited<ReturnType<typeof startRehearsal>>;
/** Of the web server. */
let origin: string;
let listen: string;
/** The web server's own. */
let ownFolder: string;
let stop: (() => Promise<void>) | undefined;

test.beforeAll(async () => {
  const { otherServer, otherSandbox } = await ownPorts();
  listen = `127.0.0.1:${otherServer}`;
  origin = `http://localhost:${otherServer}`;
  folder = serverFolder();
  rehearsal = await startRehearsal(otherSandbox, origin, join(folder, 'rehearsal'));
});
test.beforeEach(() => {
  ownFolder = serverFolder();
});
test.afterEach(async () => {
  await stop?.();
  stop = undefined;
  rmSync(ownFolder, { recursive: true, force: true });
});
test.afterAll(async () => {
  await rehearsal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What both servers must do, and what `check:deployed` looks at. */
async function isAsBuilt(compression: readonly string[], pauseFolder: string) {
  const { distFolder, environment } = rehearsal;
  const built = (file: string) => readFileSync(join(distFolder, file), 'utf8');
  const get = (path: string, headers = {}) => fetch(origin + path, { redirect: 'manual', headers });

  expect((await compareSite(origin, distFolder, environment)).differences).toEqual([]);

  const headersOf = headersOfBuild(distFolder, environment);
  for (const [path, page] of [
    ['//form//member', 'member/index.html'],
    ['/form/member/', 'member/index.html'],
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
  }
  await hasNoSideDoor([script, '/form/member', '/form/member/confirm', '/form/icon.svg']);
  await canPause(pauseFolder, script);
}

/** While `pause.html` is in its folder, it answers every address except those for donors who are back from the bank. */
async function canPause(folder: string, file: string) {
  const page = join(folder, 'pause.html');
  writeFileSync(page, 'お休みしています');
  const inputPages = ['/form', '/form/', '/form/member', '/form/member/', '//form//member', '/form/%6dember'];
  const others = ['/form/member/confirm', '/form/member/returned', '/form/index.html', '/form/nothing'];
  for (const path of [...inputPages, ...others]) {
    const { status, headers, body } = await getRaw(path);
    expect([status, body], path).toEqual([503, 'お休みしています']);
    expect(headers, path).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  }
  for (const path of ['/form/member/callback', file]) expect((await getRaw(path)).status, path).toBe(200);
  rmSync(page);
  expect((await getRaw('/form/member')).status).toBe(200);
}

/** An answer to a path as it is: `fetch` would tidy it up. */
const getRaw = async (path: string, method = 'GET') => {
  const { hostname, port } = new URL(origin);
  const [answer] = await once(request({ hostname, port, path, method }).end(), 'response');
  const { statusCode: status, headers }: IncomingMessage = answer;
  return { status, headers, body: await text(answer) };
};

/** Every other address is a 404, whatever is appended, encoded, doubled or in capitals. */
async function hasNoSideDoor(addresses: readonly string[]) {
  const appended = ['/x', '/x.js', '//x', '/index.htm', '%20', '.', ';x', '~', '.map', '/../none'];
  const capitals = (path: string) => path.toUpperCase().replace('/FORM', '/form');
  const doors = [
    ...addresses.flatMap((path) => [...appended.map((end) => path + end), capitals(path), `${path}.html`]),
    ...addresses.slice(0, 1).flatMap((file) => [`${file}/`, `${file}//`, `${file}%2f`]),
    ...['/form/else', '/form/late', '/form/late/', '/form/assets', '/form/assets/', '/form/assets/none.js'],
    ...['/form/.htaccess', '/form/index.html/', '/form/%2e%2e/index.html'],
    ...['/index.html', '/member/', '/form/member/%2e%2e/%2e%2e/', '/form/assets/%2e%2e/%2e%2e/index.html'],
  ];
  const found = [];
  for (const path of doors) {
    const { status = 0, headers, body } = await getRaw(path);
    const caching = headers['cache-control'] ?? '';
    // Beside the form there are the organisation's own pages.
    const isForm = /id="root"|signup-ready/.test(body);
    if (isForm && !(status >= 400 && /^(no-store)?$/.test(caching))) found.push({ path, status, caching });
  }
  expect(found).toEqual([]);
  expect(doors.length).toBeGreaterThan(60);
  // Encoded, it is the same address: with the same headers.
  const policyOf = async (path: string) => (await getRaw(path)).headers['content-security-policy'];
  const ofCallback = await policyOf('/form/member/callback');
  expect(ofCallback).not.toEqual(await policyOf('/form/member'));
  expect(await policyOf('/form/member/%63allback')).toEqual(ofCallback);
  expect(await getRaw('/form/member', 'POST')).toMatchObject({ status: 405 });
}

test('the sandbox answers everything as the build says, with the same headers', async ({ sandbox }) => {
  const notices = await (await fetch(`${sandbox.url}/form/licenses.md`)).text();
  for (const name of ['react-dom', 'xstate', 'formik', 'yup', 'dompurify', '@sentry/browser'])
    expect(notices).toContain(`\n## ${name} - `);
  const environment = sandboxSettings(Number(new URL(sandbox.url).port));
  expect((await compareSite(sandbox.url, sandbox.distFolder, environment)).differences).toEqual([]);
});

/** Writes the configuration of an nginx for this environment, and returns nginx's complaints about it. */
function configureNginx(
  nginx: string,
  environment: NodeJS.ProcessEnv,
  here: { root: string; listen?: string },
) {
  const inlineHashes = join(ownFolder, 'inline-hashes.conf');
  const sources = headerSourcesOf(rehearsal.distFolder, environment);
  writeFileSync(inlineHashes, inlineHashesConfig(sources.hashes));
  const accessLog = join(ownFolder, 'access.log');
  const places = { ...here, inlineHashes, certificates: ownFolder, accessLog, pauseFolder: ownFolder };
  const config = nginxConfig(sources, places);
  const file = writeNginxMain(ownFolder, config);
  return { config, file, accessLog, complaints: complaintsAbout(nginx, file) };
}

test('real nginx answers everything as the build says, with the same headers', async () => {
  const nginx = requireServer('nginx');
  const { distFolder: root, environment } = rehearsal;
  const { file, accessLog } = configureNginx(nginx, environment, { root, listen });
  stop = await startServer(nginx, file, `${origin}/form`);

  await isAsBuilt(['identity', 'gzip', ...(nginxHasBrotli() ? ['gzip, br'] : [])], ownFolder);

  const log = readFileSync(accessLog, 'utf8');
  expect(log).toContain('GET /form/member/callback');
  expect(log).not.toContain('?');
});

test('nginx accepts the configuration for https', () => {
  const nginx = requireServer('nginx');
  const file = (ending: string) => join(ownFolder, `www.example.org.${ending}`);
  const certificate = spawnSync('openssl', [
    ...['req', '-x509', '-nodes', '-days', '1', '-subj', '/CN=www.example.org'],
    ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', file('key'), '-out', file('crt')],
  ]);
  test.skip(certificate.status !== 0, 'NOT CHECKED: openssl made no certificate.');
  const environment = { ...exampleEnvironment(), VITE_SITE_ORIGIN: 'https://www.example.org:8443' };
  const { config, complaints } = configureNginx(nginx, environment, { root: usualPlaces.root });
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

test('uploaded into a real Apache, the form does the same', async ({ donor }) => {
  const apache = requireServer('apache');
  const { distFolder, environment } = rehearsal;
  const site = join(ownFolder, 'site');
  const completion = join(site, 'support', 'donation', 'member');
  mkdirSync(completion, { recursive: true });
  writeFileSync(join(completion, 'complete.php'), 'complete');
  writeFileSync(join(site, 'own.html'), 'another page');
  writeFileSync(join(site, '.htaccess'), siteAround);
  const upload = (release: string) => cpSync(join(release, 'form'), join(site, 'form'), { recursive: true });
  const release = join(folder, 'rehearsal', 'apache');
  upload(release);
  stop = await startServer(apache, writeApacheMain(ownFolder, listen), `${origin}/form`);

  await isAsBuilt(['identity', 'gzip', 'gzip, br'], join(site, 'form'));

  const done: object[] = [];
  for (const name of ['localhost', '127.0.0.1'])
    await test.step(`a sign-up by card under the name ${name}`, async () => {
      const site = Object.assign(new URL(origin), { hostname: name }).origin;
      await donor.open(`${site}/form/member`);
      await donor.fillHome();
      await donor.signUpByCard();
      done.push({ method: 'card', status: 'complete' });
      const registrations = await fetch(`${rehearsal.addresses.api}/sandbox/registrations`);
      expect(await registrations.json()).toMatchObject(done);
    });
  await test.step('the next release, over this one, and back', async () => {
    const next = join(ownFolder, 'next');
    cpSync(distFolder, next, { recursive: true });
    for (const ending of ['', '.br', '.gz']) rmSync(join(next, `member/index.html${ending}`));
    writeFileSync(join(next, 'member', 'index.html'), '<title>the next one</title>');
    const nextRelease = join(ownFolder, 'next-release');
    releases.apache({ distFolder: next, sources: headerSourcesOf(next, environment) }, nextRelease);
    upload(nextRelease);
    expect(await (await fetch(`${origin}/form/member`)).text()).toContain('the next one');
    upload(release);
    expect((await compareSite(origin, distFolder, environment)).differences).toEqual([]);
  });
  await test.step('https', async () => {
    const secureRelease = join(ownFolder, 'https');
    const sources = headerSourcesOf(distFolder, exampleEnvironment());
    releases.apache({ distFolder, sources }, secureRelease, true);
    upload(secureRelease);
    const insecure = await fetch(`${origin}/form/member?a=1`, { redirect: 'manual' });
    expect(insecure.status).toBe(308);
    expect(insecure.headers.get('Location')).toBe('https://www.example.org/form/member?a=1');
    const secure = await fetch(`${origin}/form/member`, { headers: { 'X-Forwarded-Proto': 'https' } });
    expect(secure.status).toBe(200);
    expect(secure.headers.get('Strict-Transport-Security')).toBe('max-age=63072000');
  });
});
