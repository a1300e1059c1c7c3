import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { screens } from '../../deploy/addresses.ts';
import { headersOfBuild } from '../../deploy/built-site.ts';
import { checkDeployed } from '../../deploy/check-deployed.ts';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';

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
async function check(options: { remember?: string; accept?: boolean; dist?: string } = {}, address?: string) {
  const lines: unknown[] = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((line) => lines.push(line));
  const site = new URL(address ?? `${sandbox.addresses.site}/form/member`);
  const code = await checkDeployed(site, { dist, ...options }, () => environment);
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
      'Set-Cookie is “a=b”',
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
    [
      '/form/member/confirm: compressed, without Vary: Accept-Encoding.',
      '/form/assets/main-1.js: not compressed.',
    ],
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
    'an answer to a browser that has the page already, where it lacks a header',
    () => {
      changeHeaders = (headers) => ({ ...headers, ETag: '"1"' });
      const realFetch = fetch;
      vi.stubGlobal('fetch', (url: string, request?: RequestInit) =>
        new Headers(request?.headers).get('If-None-Match') === '"1"'
          ? Promise.resolve(new Response(null, { status: 304 }))
          : realFetch(url, request),
      );
    },
    ['/form/member, not modified: no Content-Security-Policy.'],
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

it('a site that is as built ends with 0', async () => {
  const asBuilt = /^Form｜River\n.*as built \(4 pages, 1 files, 2 outside scripts, which were not compared/;
  expect(await check()).toEqual({ code: 0, said: expect.stringMatching(asBuilt) });
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
