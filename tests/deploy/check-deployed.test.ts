import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screens } from '../../deploy/addresses.ts';
import { headersOfBuild, releaseOf } from '../../deploy/built-site.ts';
import { exampleEnvironment, writeSettings } from '../../deploy/environment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { checkDeployed } from '../../scripts/check-deployed.ts';

const folder = mkdtempSync(join(tmpdir(), 'deployed-'));
const dist = join(folder, 'dist');
/** A live site: a copy of the build, which tests then tamper with. */
const live = join(folder, 'live');
let sandbox: Sandbox;
let environment: Record<string, string | undefined>;
let changed: Record<string, string>;

beforeEach(async () => {
  for (const name of ['assets', 'member']) mkdirSync(join(dist, name), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<title>Form｜River</title>');
  writeFileSync(join(dist, 'member', 'index.html'), '<style>p{color:red}</style>');
  writeFileSync(join(dist, 'assets', 'main-1.js'), 'main');
  cpSync(dist, live, { recursive: true });
  changed = {};
  let headersOf = (_path: string, _status: number): Record<string, string> => ({});
  const siteHeaders = (path: string, status: number) => ({ ...headersOf(path, status), ...changed });
  sandbox = await startSandbox({ port: 0, distFolder: live, siteHeaders, screens });
  const { site, api, gateway } = sandbox.addresses;
  environment = {
    ...exampleEnvironment(),
    VITE_SITE_ORIGIN: site,
    VITE_API_ORIGIN: api,
    VITE_CARD_GATEWAY_SCRIPT: `${gateway}/js/mp-token.js`,
    VITE_CAPTCHA_SCRIPT: `${gateway}/captcha/api.js`,
    // As with Tag Manager: the policy of Trusted Types is then sent as one that only reports.
    CSP_TRUSTED_TYPES: 'report-only',
  };
  headersOf = headersOfBuild(dist, environment);
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** What the command prints about the live site, or about the one at `address`, and its exit code. */
async function checkWith(options: Parameters<typeof checkDeployed>[1], address = sandbox.addresses.site) {
  const lines: unknown[] = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((line) => lines.push(line));
  const code = await checkDeployed(new URL(`${address}/form/member`), options, join(folder, 'kept'));
  return { code, said: lines.join('\n') };
}

/** The same, with the build and its settings. */
function check(options: Parameters<typeof checkDeployed>[1] = {}, address?: string) {
  const env = join(folder, 'settings.env');
  writeSettings(env, environment);
  return checkWith({ dist, env, ...options }, address);
}

type Answer = { status: number; headers: Record<string, string | string[]>; body: Buffer };

/** Checks the site through a proxy that changes its answers. */
async function checkThroughProxy(change: (asked: IncomingMessage, answer: Answer) => unknown) {
  const proxy = createServer(async (asked, outgoing) => {
    const given = await fetch(sandbox.addresses.site + asked.url, { redirect: 'manual' });
    const { 'content-encoding': _, 'transfer-encoding': __, ...headers } = Object.fromEntries(given.headers);
    const answer: Answer = { status: given.status, headers, body: Buffer.from(await given.arrayBuffer()) };
    change(asked, answer);
    outgoing
      .writeHead(answer.status, { ...answer.headers, 'content-length': `${answer.body.length}` })
      .end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const result = await check({}, `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  proxy.close();
  return result;
}

type Applies = (asked: IncomingMessage, answer: Answer) => boolean;
const whose =
  (name: string, value: RegExp): Applies =>
  ({ headers }) =>
    value.test(String(headers[name]));
const at =
  (address: RegExp): Applies =>
  ({ url = '' }) =>
    address.test(url);
const add = (text: string) => (answer: Answer) => {
  answer.body = Buffer.concat([answer.body, Buffer.from(text)]);
};
const send = (headers: Answer['headers']) => (answer: Answer) => Object.assign(answer.headers, headers);
const twice = (answer: Answer) =>
  send({ 'x-frame-options': [answer.headers['x-frame-options'] ?? '', 'ALLOW'].flat() })(answer);
const notModified = (answer: Answer) =>
  Object.assign(answer, { status: 304, headers: { etag: '"1"' }, body: Buffer.alloc(0) });
const evil = add('<script src="//evil.example/x.js"></script>');
const page = at(/^\/form\/member/);
const xhtml = { 'content-type': 'application/xhtml+xml' };
const elsewhere = { location: 'https://evil.example/', 'cache-control': 'public' };

it.each<[whom: string, applies: Applies, change: (answer: Answer) => unknown, differences: string[]]>([
  ['phones', whose('user-agent', /iPhone/), evil, ['Only for: phone']],
  [
    'who opens a page, not who loads it',
    whose('sec-fetch-mode', /navigate/),
    evil,
    ['member: not what was built'],
  ],
  ['who loads a script', whose('sec-fetch-dest', /script/), evil, ['main-1.js: not what was built']],
  ['who comes by a campaign', at(/utm_/), evil, ['?utm_source=check']],
  ['who comes from the bank', at(/p=/), evil, ['?p=e30']],
  ['who can read brotli', whose('accept-encoding', /^br$/), evil, ['Only for: phone, br']],
  ['who can read no compression', whose('accept-encoding', /identity/), evil, ['Only for: phone, identity']],
  ['who has it already', whose('if-none-match', /1/), notModified, ['member, not modified: no Content-Sec']],
  ['all, by a header sent twice', page, twice, ['X-Frame-Options is “DENY and once more ALLOW”']],
  [
    'all, by a header that is gone',
    page,
    ({ headers }) => delete headers['referrer-policy'],
    ['no Referrer-Policy'],
  ],
  [
    'all, by headers that the build does not send',
    page,
    send({ refresh: '9', 'set-cookie': 'a=b', sourcemap: '//evil.example/x.map', 'x-skim': '1' }),
    ['refresh is “9”, and the build', 'set-cookie is', 'sourcemap is', 'x-skim is'],
  ],
  ['all, by another type', page, send(xhtml), ['its type is application/xhtml+xml']],
  [
    'all, by a redirect or an error that is kept or leads elsewhere',
    (_, { status }) => status >= 300,
    send(elsewhere),
    [
      '/form: Cache-Control',
      '/form/: Cache-Control',
      'none.js: Cache',
      '/form/none.html: Cache',
      '/form: leads to',
    ],
  ],
])('what a proxy does to %s is a difference', async (_, applies, change, differences) => {
  const { code, said } = await checkThroughProxy((asked, answer) => {
    answer.headers.etag = '"1"';
    if (applies(asked, answer)) change(answer);
  });
  expect(code).toBe(1);
  for (const difference of differences) expect(said).toContain(difference);
});

it('a proxy that changes nothing is no difference', async () => {
  expect((await checkThroughProxy(() => {})).code).toBe(0);
});

it('an answer that is not compressed, or that a cache would give to every browser, is a difference', async () => {
  const gzipped = gzipSync('<title>Form｜River</title>');
  for (const served of [dist, live]) writeFileSync(join(served, 'index.html.gz'), gzipped);
  writeFileSync(join(dist, 'assets', 'main-1.js.gz'), gzipSync('main'));
  changed = { Vary: 'Origin' };
  const { said } = await check();
  expect(said).toContain('/form/member/confirm: no Vary: Accept-Encoding.');
  expect(said).toContain('/form/assets/main-1.js: not compressed.');
});

it('a script that is not there, ours or another site’s, is a difference', async () => {
  rmSync(join(live, 'assets/main-1.js'));
  const scenario = `${sandbox.addresses.api}/sandbox/scenarios/gatewayScript`;
  await fetch(scenario, { method: 'PUT', body: '{"status":404}' });
  const { said } = await check();
  expect(said).toContain('/form/assets/main-1.js: status 404, not 200.');
  expect(said).toContain('/js/mp-token.js (card gateway): status 404.');
});

it('a site that is as built ends with 0', async () => {
  const asBuilt =
    /^Form｜River\n.*dist: as built \(4 pages, 1 files, 2 outside scripts, which were not compared.*\nNot seen:/;
  expect(await check()).toEqual({ code: 0, said: expect.stringMatching(asBuilt) });
});

it('an older release that is live again is compared with what was kept of it', async () => {
  const kept = join(folder, 'kept', releaseOf(readFileSync(join(dist, 'member/index.html'))));
  cpSync(dist, join(kept, 'dist'), { recursive: true });
  writeSettings(join(kept, 'settings.env'), environment);
  const said = expect.stringMatching(/kept\/\w{12}\/dist: as built/);
  expect(await checkWith({})).toEqual({ code: 0, said });
  appendFileSync(join(live, 'assets/main-1.js'), ';steal()');
  expect(await checkWith({})).toEqual({ code: 1, said: expect.stringContaining('main-1.js: not') });
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
