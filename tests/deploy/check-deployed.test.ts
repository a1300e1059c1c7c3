import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headersOfBuild } from '../../deploy/built-site.ts';
import { exampleEnvironment } from '../../deploy/environment.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';

let folder: string;
let dist: string;
let sandbox: Sandbox;
let environment: Record<string, string>;
let changeHeaders: (headers: Record<string, string>) => Record<string, string>;

const page = (more = '') => `<!doctype html><html><head>${more}</head><body></body></html>`;

/** A live site: a copy of the build, which tests then tamper with. */
let live: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deployed-'));
  dist = join(folder, 'dist');
  live = join(folder, 'live');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  mkdirSync(join(dist, 'member'));
  const script = '<script type="module" src="/form/assets/main-1.js"></script>';
  writeFileSync(join(dist, 'index.html'), page(script));
  writeFileSync(join(dist, 'member', 'index.html'), page(`${script}<style>p{color:red}</style>`));
  writeFileSync(join(dist, 'assets', 'main-1.js'), 'main');
  cpSync(dist, live, { recursive: true });
  changeHeaders = (headers) => headers;
  let headersOf = (_path: string): Record<string, string> => ({});
  sandbox = await startSandbox({
    port: 0,
    distFolder: live,
    siteHeaders: (path) => changeHeaders(headersOf(path)),
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

describe('check:deployed', () => {
  it('ends with 0 for a site that is as built', async () => {
    const { code, output } = await checkSite();
    expect(output).toContain('as built (3 pages, 1 files, 2 outside scripts)');
    expect(code).toBe(0);
  });

  it('ends with 1 and names a header that is missing, changed or new', async () => {
    changeHeaders = ({ 'X-Frame-Options': _, ...headers }) => ({
      ...headers,
      'Content-Security-Policy': "script-src 'unsafe-inline'",
      'Set-Cookie': 'a=b',
    });
    const { code, output } = await checkSite();
    expect(code).toBe(1);
    expect(output).toContain('/form/member: no X-Frame-Options.');
    expect(output).toContain(
      "/form/member/callback: Content-Security-Policy is “script-src 'unsafe-inline'”",
    );
    expect(output).toContain('Set-Cookie is “a=b”');
  });

  it('ends with 1 and shows a script that somebody has added', async () => {
    const file = join(live, 'member', 'index.html');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('</body>', '<script src="//evil.example/skim.js"></script></body>'),
    );
    appendFileSync(join(live, 'assets', 'main-1.js'), ';steal()');
    const { code, output } = await checkSite();
    expect(code).toBe(1);
    expect(output).toContain('the build knows no <script src="//evil.example/skim.js"></script>');
    expect(output).toContain('/form/assets/main-1.js: the file is not the one that was built.');
  });

  it('ends with 1 when an outside script has changed, until somebody accepts it', async () => {
    const file = join(folder, 'remembered.json');
    expect((await checkSite('--remember', file)).code).toBe(0);
    const url = `${sandbox.addresses.gateway}/js/mp-token.js`;
    writeFileSync(
      file,
      JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), [url]: 'sha384-before' }),
    );
    const changed = await checkSite('--remember', file);
    expect(changed.code).toBe(1);
    expect(changed.output).toContain(`${url} (card gateway): changed, was sha384-before`);
    expect((await checkSite('--remember', file)).code).toBe(1);
    await checkSite('--remember', file, '--accept');
    expect((await checkSite('--remember', file)).code).toBe(0);
  });

  it('ends with 2 for wrong use and 3 for a site that does not answer', async () => {
    expect((await check()).code).toBe(2);
    expect((await checkSite('--nonsense')).code).toBe(2);
    expect((await check('https://www.example.org', '--dist', join(folder, 'nothing'))).code).toBe(2);
    const help = await check('--help');
    expect([help.code, help.output]).toEqual([0, expect.stringContaining('Exit code')]);
    const { code, output } = await check('http://127.0.0.1:9', '--dist', dist);
    expect([code, output]).toEqual([3, expect.stringContaining('gives no answer')]);
  });
});
