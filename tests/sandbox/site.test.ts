import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organisation } from '#organisation/organisation.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { ownPorts } from '../ports.ts';
import { startTestSandbox } from './test-sandbox.ts';

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
let distFolder: string;
beforeAll(async () => {
  distFolder = mkdtempSync(join(tmpdir(), 'dist-'));
  mkdirSync(join(distFolder, 'member'));
  writeFileSync(join(distFolder, 'index.html'), 'the app');
  writeFileSync(join(distFolder, 'member', 'index.html'), 'the input screen');
  sandbox = await startTestSandbox({ distFolder });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(distFolder, { recursive: true });
});

const get = (path: string, init?: RequestInit) => fetch(`${sandbox.addresses.site}${path}`, init);

it('the site answers the API calls too, for a form that calls its own origin', async () => {
  expect(await (await get('/app/token.php')).json()).toEqual({ token: expect.any(String) });
});

describe('the form', () => {
  it.each([
    ['/form', ''],
    ['/form/', '?utm_source=a&utm_medium=%E3%81%82'],
    ['//form//', '?a=//'],
  ])('%s%s leads to the input screen, and the query goes along', async (path, query) => {
    const response = await get(path + query, { redirect: 'manual' });
    expect([response.status, response.headers.get('Location')]).toEqual([302, `/form/member${query}`]);
  });

  it.each([
    ['/form/member', 'the input screen'],
    ['/form/member/confirm', 'the app'],
    ['/form/member/callback?p=abc', 'the app'],
    ['/form//member///confirm', 'the app'],
  ])('%s is %s, never cached', async (path, text) => {
    const response = await get(path);
    expect(await response.text()).toBe(text);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Content-Type')).toContain('text/html');
  });
});

describe("the organisation's pages", () => {
  const own = organisation.footer.map(({ href }) => href).filter((href) => href.startsWith('/'));
  it.each(own)('%s is there', async (path) => {
    expect((await get(path)).status).toBe(200);
  });
});

it('names the port that is taken and frees the others', async () => {
  const { sandbox: port } = await ownPorts();
  const listen = (server: Server, at: number) =>
    new Promise<void>((resolve, reject) => server.on('error', reject).listen(at, '127.0.0.1', resolve));
  const [taken, free] = [createServer(), createServer()];
  await listen(taken, port + 1);
  const start = startSandbox({ port, distFolder });
  await expect(start).rejects.toMatchObject({ name: 'Error', port: port + 1 });
  await listen(free, port);
  free.close();
  taken.close();
});
