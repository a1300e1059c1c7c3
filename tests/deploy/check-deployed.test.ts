import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screens } from '../../deploy/addresses.ts';
import { headersOfBuild, releaseOf } from '../../deploy/built-site.ts';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { checkDeployed } from '../../scripts/check-deployed.ts';

const folder = mkdtempSync(join(tmpdir(), 'deployed-'));
const dist = join(folder, 'dist');
/** A live site: a copy of the build, which tests then tamper with. */
const live = join(folder, 'live');
let sandbox: Sandbox;
let environment: Record<string, string | undefined>;
let changeHeaders: (headers: Record<string, string>) => Record<string, string>;

beforeEach(async () => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  mkdirSync(join(dist, 'member'));
  writeFileSync(join(dist, 'index.html'), '<title>Form｜River</title>');
  writeFileSync(join(dist, 'member', 'index.html'), '<style>p{color:red}</style>');
  writeFileSync(join(dist, 'assets', 'main-1.js'), 'main');
  cpSync(dist, live, { recursive: true });
  changeHeaders = (headers) => headers;
  let headersOf = (_path: string, _status: number): Record<string, string> => ({});
  const siteHeaders = (path: string, status: number) => changeHeaders(headersOf(path, status));
  sandbox = await startSandbox({ port: 0, distFolder: live, siteHeaders, screens });
  const { site, api, gateway } = sandbox.addresses;
  environment = {
    ...exampleEnvironment(),
    VITE_SITE_ORIGIN: site,
    VITE_API_ORIGIN: api,
    VITE_CARD_GATEWAY_SCRIPT: `${gateway}/js/mp-token.js`,
    VITE_CAPTCHA_SCRIPT: `${gateway}/captcha/api.js`,
    // As with Tag Manager: a policy that only reports is then sent, and wanted.
    CSP_TRUSTED_TYPES: 'report-only',
  };
  headersOf = headersOfBuild(dist, environment);
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** What the command prints, and its exit code. */
async function check(
  options: { remember?: string; accept?: boolean; dist?: string | undefined } = {},
  address?: string,
) {
  const lines: unknown[] = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((line) => lines.push(line));
  const site = new URL(address ?? `${sandbox.addresses.site}/form/member`);
  const code = await checkDeployed(site, { dist, ...options }, () => environment, join(folder, 'kept'));
  return { code, said: lines.join('\n') };
}

const liveFile = (name: string) => join(live, name);
it.each<[fault: string, tamper: () => unknown, differences: string[]]>([
  [
    'a header that is missing, changed or new',
    () => {
      const changed = { 'Content-Security-Policy': "script-src 'unsafe-inline'", 'Set-Cookie': 'a=b' };
      changeHeaders = ({ 'X-Frame-Options': _, ...headers }) => ({ ...headers, ...changed });
    },
    [
      '/form/member: no X-Frame-Options.',
      "/form/member/callback: Content-Security-Policy is “script-src 'unsafe-inline'”",
      'set-cookie is “a=b”',
    ],
  ],
  [
    'an answer that is not compressed, or that a cache would give to every browser',
    () => {
      const page = gzipSync('<title>Form｜River</title>');
      for (const served of [dist, live]) writeFileSync(join(served, 'index.html.gz'), page);
      writeFileSync(join(dist, 'assets', 'main-1.js.gz'), gzipSync('main'));
      changeHeaders = (headers) => ({ ...headers, Vary: 'Origin' });
    },
    ['/form/member/confirm: no Vary: Accept-Encoding.', '/form/assets/main-1.js: not compressed.'],
  ],
  [
    'a redirect or an error that lacks a header, is kept or leads elsewhere',
    () => {
      const changed = { 'Cache-Control': 'public', Location: 'https://evil.example/' };
      changeHeaders = ({ 'X-Content-Type-Options': _, ...headers }) => ({ ...headers, ...changed });
    },
    ['/form', '/form/', '/form/assets/none.js', '/form/none.html']
      .flatMap((path) => [
        `${path}: no X-Content-Type-Options.`,
        `${path}: Cache-Control is “public”, not “no-store”.`,
      ])
      .concat('/form: leads to https://evil.example/.'),
  ],
  [
    'a page or a script that somebody has changed',
    () => {
      appendFileSync(liveFile('member/index.html'), '<script src="//evil.example/skim.js"></script>');
      appendFileSync(liveFile('assets/main-1.js'), ';steal()');
    },
    ['/form/member: not what was built.', '/form/assets/main-1.js: not what was built.'],
  ],
  [
    'a script that is not there, ours or another site’s',
    () => {
      rmSync(liveFile('assets/main-1.js'));
      const scenario = `${sandbox.addresses.api}/sandbox/scenarios/gatewayScript`;
      return fetch(scenario, { method: 'PUT', body: '{"status":404}' });
    },
    ['/form/assets/main-1.js: status 404, not 200.', '/js/mp-token.js (card gateway): status 404.'],
  ],
])('%s is a difference', async (_, tamper, differences) => {
  await tamper();
  const { code, said } = await check();
  expect(code).toBe(1);
  for (const difference of differences) expect(said).toContain(difference);
});

type Asked = { url: string; headers: IncomingHttpHeaders };
type Answer = { status: number; headers: Record<string, string | string[]>; body: Buffer };

/** A proxy before the site that tampers with its answers. */
async function withProxy<Result>(
  tamper: (asked: Asked, answer: Answer) => void,
  run: (origin: string) => Promise<Result>,
): Promise<Result> {
  const proxy = createServer(async ({ url = '', headers }, outgoing) => {
    const given = await fetch(sandbox.addresses.site + url, { redirect: 'manual' });
    const { 'content-encoding': _, 'transfer-encoding': __, ...kept } = Object.fromEntries(given.headers);
    const answer: Answer = {
      status: given.status,
      headers: kept,
      body: Buffer.from(await given.arrayBuffer()),
    };
    tamper({ url, headers }, answer);
    outgoing
      .writeHead(answer.status, { ...answer.headers, 'content-length': `${answer.body.length}` })
      .end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const result = await run(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  proxy.close();
  return result;
}

const evil = '<script src="//evil.example/x.js"></script>';
const page = ({ url }: Asked) => url.startsWith('/form/member');
const script = ({ url }: Asked) => url.includes('.js');
const add = (answer: Answer, text: string) => {
  answer.body = Buffer.concat([answer.body, Buffer.from(text)]);
};
it.each<[who: string, tamper: (asked: Asked, answer: Answer) => unknown, difference: string]>([
  [
    'phones',
    (asked, answer) => /iPhone/.test(asked.headers['user-agent'] ?? '') && page(asked) && add(answer, evil),
    'phone',
  ],
  [
    'desks',
    (asked, answer) => /Windows/.test(asked.headers['user-agent'] ?? '') && page(asked) && add(answer, evil),
    'desk',
  ],
  [
    'who opens a page, not who loads it',
    (asked, answer) => asked.headers['sec-fetch-mode'] === 'navigate' && page(asked) && add(answer, evil),
    'not what was built',
  ],
  [
    'who loads a script',
    (asked, answer) => asked.headers['sec-fetch-dest'] === 'script' && add(answer, ';steal()'),
    'not what was built',
  ],
  [
    'who comes by a campaign',
    (asked, answer) => asked.url.includes('utm_') && page(asked) && add(answer, evil),
    '?utm_source=check',
  ],
  [
    'who comes from the bank',
    (asked, answer) => asked.url.includes('p=') && page(asked) && add(answer, evil),
    '?p=e30',
  ],
  [
    'who can read brotli',
    (asked, answer) => asked.headers['accept-encoding'] === 'br' && add(answer, ' '),
    'br',
  ],
  [
    'who can read no compression',
    (asked, answer) => asked.headers['accept-encoding'] === 'identity' && script(asked) && add(answer, ' '),
    'identity',
  ],
  [
    'everybody, by a header sent twice',
    ({ url }, answer) =>
      url === '/form/member' &&
      Object.assign(answer.headers, {
        'content-security-policy': [answer.headers['content-security-policy'], 'script-src *'].flat(),
      }),
    'and once more',
  ],
  [
    'everybody, by a refresh',
    (_, answer) => Object.assign(answer.headers, { refresh: '9;url=//evil.example' }),
    'refresh is',
  ],
  [
    'everybody, by a header that nobody knows',
    (_, answer) => Object.assign(answer.headers, { 'x-skim': '1' }),
    'x-skim is',
  ],
  [
    'everybody, by a source map',
    (asked, answer) => script(asked) && Object.assign(answer.headers, { sourcemap: '//evil.example/x.map' }),
    'sourcemap is',
  ],
  [
    'everybody, by another type',
    (asked, answer) =>
      page(asked) && Object.assign(answer.headers, { 'content-type': 'application/xhtml+xml' }),
    'its type is',
  ],
  [
    'everybody, by a page that may be kept',
    (asked, answer) => page(asked) && Object.assign(answer.headers, { 'cache-control': 'public' }),
    'Cache-Control is “public”',
  ],
  [
    'who has the page already',
    ({ headers }, answer) => {
      answer.headers.etag = '"1"';
      if (headers['if-none-match'])
        Object.assign(answer, { status: 304, headers: { etag: '"1"' }, body: Buffer.alloc(0) });
    },
    '/form/member, not modified: no Content-Security-Policy.',
  ],
])('what a proxy does to %s is a difference', async (_, tamper, difference) => {
  const { code, said } = await withProxy(tamper, (origin) => check({}, origin));
  expect(code).toBe(1);
  expect(said).toContain(difference);
});

it('a proxy that changes nothing is no difference', async () => {
  expect(
    (
      await withProxy(
        () => {},
        (origin) => check({}, origin),
      )
    ).code,
  ).toBe(0);
});

it('a site that is as built ends with 0', async () => {
  const asBuilt =
    /^Form｜River\n.*dist: as built \(4 pages, 1 files, 2 outside scripts, which were not compared.*\nNot seen:/;
  expect(await check()).toEqual({ code: 0, said: expect.stringMatching(asBuilt) });
});

it('an older release that is live again is compared with what was kept of it', async () => {
  cpSync(dist, join(folder, 'kept', releaseOf(readFileSync(join(dist, 'member/index.html'))), 'dist'), {
    recursive: true,
  });
  const said = expect.stringMatching(/kept\/\w{12}\/dist: as built/);
  expect(await check({ dist: undefined })).toEqual({ code: 0, said });
  appendFileSync(liveFile('assets/main-1.js'), ';steal()');
  expect(await check({ dist: undefined })).toEqual({
    code: 1,
    said: expect.stringContaining('main-1.js: not'),
  });
});

it('a new or changed script of another site is a difference until somebody has accepted it as it is', async () => {
  const remember = join(folder, 'remembered.json');
  const url = `${sandbox.addresses.gateway}/js/mp-token.js`;
  const isDifferentUntilAccepted = async (difference: string) => {
    for (const accept of [false, true]) {
      const said = expect.stringContaining(`${url} (card gateway): ${difference}`);
      expect(await check({ remember, accept })).toEqual({ code: 1, said });
    }
    expect((await check({ remember })).code).toBe(0);
  };
  await isDifferentUntilAccepted('seen for the first time, is sha384-');
  const remembered = JSON.parse(readFileSync(remember, 'utf8'));
  writeFileSync(remember, JSON.stringify({ ...remembered, [url]: 'sha384-before' }));
  await isDifferentUntilAccepted('changed, was sha384-before');
});

it('why nothing could be compared is told by the exit code and a sentence', async () => {
  const noBuild = await check({ dist: join(folder, 'nothing') });
  expect(noBuild).toEqual({ code: 2, said: expect.stringContaining('There is no build') });
  const noAnswer = await check({}, 'http://127.0.0.1:9');
  expect(noAnswer).toEqual({ code: 3, said: expect.stringContaining('gives no answer') });
  environment.VITE_API_ORIGIN = '';
  const said = 'Setting VITE_API_ORIGIN is missing. See .env.example.';
  expect(await check()).toEqual({ code: 2, said });
});
