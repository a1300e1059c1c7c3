import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headersOfBuild } from '../../deploy/built-site.ts';
import { compareSite } from '../../deploy/compare-site.ts';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';

let folder: string;
let dist: string;
let sandbox: Sandbox;
let environment: Record<string, string | undefined>;
let changeHeaders: (headers: Record<string, string>) => Record<string, string>;

/** A live site: a copy of the build, which tests then tamper with. */
let live: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deployed-'));
  dist = join(folder, 'dist');
  live = join(folder, 'live');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  mkdirSync(join(dist, 'member'));
  writeFileSync(join(dist, 'index.html'), '<title>Form｜River</title>');
  writeFileSync(join(dist, 'member', 'index.html'), '<style>p{color:red}</style>');
  writeFileSync(join(dist, 'assets', 'main-1.js'), 'main');
  cpSync(dist, live, { recursive: true });
  changeHeaders = (headers) => headers;
  let headersOf = (_path: string, _status: number): Record<string, string> => ({});
  sandbox = await startSandbox({
    port: 0,
    distFolder: live,
    siteHeaders: (path, status) => changeHeaders(headersOf(path, status)),
  });
  const { site, api, gateway } = sandbox.addresses;
  environment = {
    ...exampleEnvironment(),
    VITE_SITE_ORIGIN: site,
    VITE_API_ORIGIN: api,
    VITE_CARD_GATEWAY_SCRIPT: `${gateway}/js/mp-token.js`,
    VITE_CAPTCHA_SCRIPT: `${gateway}/captcha/api.js`,
  };
  headersOf = headersOfBuild(dist, environment);
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command as cron would. */
function check(...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['deploy/check-deployed.ts', ...args], {
      env: { PATH: process.env.PATH, ...environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('close', (code) => resolve({ code, output }));
  });
}
const checkSite = (...args: string[]) =>
  check(`${sandbox.addresses.site}/form/member`, '--dist', dist, ...args);

const differences = async () =>
  (await compareSite(sandbox.addresses.site, dist, environment)).differences.join('\n');

it('a header that is missing, changed or new is a difference', async () => {
  changeHeaders = ({ 'X-Frame-Options': _, ...headers }) => ({
    ...headers,
    'Content-Security-Policy': "script-src 'unsafe-inline'",
    'Set-Cookie': 'a=b',
  });
  const found = await differences();
  expect(found).toContain('/form/member: no X-Frame-Options.');
  expect(found).toContain("/form/member/callback: Content-Security-Policy is “script-src 'unsafe-inline'”");
  expect(found).toContain('Set-Cookie is “a=b”');
});

it('an answer that is not compressed, or that a cache would give to every browser, is a difference', async () => {
  const page = gzipSync('<title>Form｜River</title>');
  for (const served of [dist, live]) writeFileSync(join(served, 'index.html.gz'), page);
  writeFileSync(join(dist, 'assets', 'main-1.js.gz'), gzipSync('main'));
  changeHeaders = (headers) => ({ ...headers, Vary: 'Origin' });
  const found = await differences();
  expect(found).toContain('/form/member/confirm: compressed, without Vary: Accept-Encoding.');
  expect(found).toContain('/form/assets/main-1.js: not compressed.');
});

it('a redirect or an error that lacks a header, or is kept, is a difference', async () => {
  changeHeaders = ({ 'X-Content-Type-Options': _, ...headers }) => ({
    ...headers,
    'Cache-Control': 'public',
  });
  const found = await differences();
  for (const path of ['/form', '/form/', '/form/assets/none.js', '/form/none.html'])
    for (const fault of ['no X-Content-Type-Options', 'Cache-Control is “public”, not “no-store”'])
      expect(found).toContain(`${path}: ${fault}.`);
});

it('a page or a script that somebody has changed is a difference', async () => {
  appendFileSync(join(live, 'member', 'index.html'), '<script src="//evil.example/skim.js"></script>');
  appendFileSync(join(live, 'assets', 'main-1.js'), ';steal()');
  const found = ['/form/member', '/form/assets/main-1.js'].map((path) => `${path}: not what was built.`);
  expect(await differences()).toBe(found.join('\n'));
});

it('a script that is not there is a difference, ours or another site’s', async () => {
  rmSync(join(live, 'assets', 'main-1.js'));
  const { api, gateway } = sandbox.addresses;
  await fetch(`${api}/sandbox/scenarios/gatewayScript`, { method: 'PUT', body: '{"status":404}' });
  const found = await differences();
  expect(found).toContain('/form/assets/main-1.js: status 404, not 200.');
  expect(found).toContain(`${gateway}/js/mp-token.js (card gateway): status 404.`);
});

describe('check:deployed ends with', () => {
  it('0 for a site that is as built, and 1 until somebody has accepted each outside script as it is', async () => {
    expect(await checkSite()).toEqual({
      code: 0,
      output: expect.stringMatching(/^Form｜River\n.*as built \(4 pages, 1 files, 2 outside scripts, which/),
    });
    const file = join(folder, 'remembered.json');
    const url = `${sandbox.addresses.gateway}/js/mp-token.js`;
    for (const options of [[], ['--accept']])
      expect(await checkSite('--remember', file, ...options)).toEqual({
        code: 1,
        output: expect.stringContaining(`${url} (card gateway): seen for the first time, is sha384-`),
      });
    expect((await checkSite('--remember', file)).code).toBe(0);
    const remembered = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...remembered, [url]: 'sha384-before' }));
    for (const options of [[], ['--accept']])
      expect(await checkSite('--remember', file, ...options)).toEqual({
        code: 1,
        output: expect.stringContaining(`${url} (card gateway): changed, was sha384-before`),
      });
    expect((await checkSite('--remember', file)).code).toBe(0);
  });

  it('2 for wrong use and 3 for a site that does not answer', async () => {
    expect((await check()).code).toBe(2);
    expect((await check('https://www.example.org', '--dist', join(folder, 'nothing'))).code).toBe(2);
    environment.VITE_API_ORIGIN = '';
    const missing = 'Setting VITE_API_ORIGIN is missing. See .env.example.\n';
    expect(await checkSite()).toEqual({ code: 2, output: missing });
    environment.VITE_API_ORIGIN = sandbox.addresses.api;
    const { code, output } = await check('http://127.0.0.1:9', '--dist', dist);
    expect([code, output]).toEqual([3, expect.stringContaining('gives no answer')]);
  });
});
