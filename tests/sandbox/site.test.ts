import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { organisation } from '#organisation/organisation.ts';
import { screens } from '../../deploy/addresses.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { failToStart } from '../../scripts/ports.ts';
import { ownPorts } from '../ports.ts';
import { startTestSandbox } from './test-sandbox.ts';

const distFolder = mkdtempSync(join(tmpdir(), 'dist-'));
let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeAll(async () => {
  mkdirSync(join(distFolder, 'member'));
  writeFileSync(join(distFolder, 'index.html'), 'the app');
  writeFileSync(join(distFolder, 'member', 'index.html'), 'the input screen');
  sandbox = await startTestSandbox({ distFolder, screens });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(distFolder, { recursive: true });
});

const get = (path: string) => fetch(`${sandbox.addresses.site}${path}`, { redirect: 'manual' });

it('the site answers the API calls too, for a form that calls its own origin', async () => {
  expect(await (await get('/app/token.php')).json()).toEqual({ token: expect.any(String) });
});

it.each([
  ['/form', ''],
  ['//form//', '?utm_source=a&utm_medium=%E3%81%82//'],
])('%s%s leads to the input screen, and the query goes along', async (path, query) => {
  const { status, headers } = await get(path + query);
  expect([status, headers.get('Location')]).toEqual([302, `/form/member${query}`]);
});

it.each([
  ['/form/member', 'the input screen'],
  ['/form/member/callback?p=abc', 'the app'],
  ['/form//member///confirm', 'the app'],
])('%s is %s, never cached', async (path, text) => {
  const response = await get(path);
  expect(await response.text()).toBe(text);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(response.headers.get('Content-Type')).toContain('text/html');
});

it('every page of the organisation that the footer links is there', async () => {
  const own = organisation.footer.map(({ href }) => href).filter((href) => href.startsWith('/'));
  for (const path of own) expect((await get(path)).status, path).toBe(200);
});

it('the completion page shows what is posted to it', async () => {
  const name = { last_name: '山田', first_name: '花子', furigana: 'やまだ はなこ' };
  const others = { mail: 'hanako@example.com', address: '東京都千代田区<1>', price: '3000' };
  const address = sandbox.addresses.site + organisation.links.completion;
  const page = await fetch(address, { method: 'POST', body: new URLSearchParams({ ...name, ...others }) });
  const shown = Array.from((await page.text()).matchAll(/<dd>(.*?)<\/dd>/g), ([, value]) => value);
  const escaped = '東京都千代田区&lt;1&gt;';
  expect(shown).toEqual(['山田 花子', name.furigana, others.mail, escaped, '毎月 3,000円']);
});

it('a port that is taken is named, and those taken before it are free again', async () => {
  const { sandbox: port } = await ownPorts();
  const [holder, siteServer] = [createServer(), createServer()];
  await new Promise<void>((resolve) => holder.listen(port + 1, '127.0.0.1', resolve));
  const error: unknown = await startSandbox({ port, distFolder, siteServer }).catch((reason) => reason);
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  expect(() => failToStart(error, port, 'npm start')).toThrow('ended');
  const named = `Port ${port + 1} is in use, and npm start needs ${port} to ${port + 2}.`;
  expect(said).toHaveBeenCalledWith(expect.stringContaining(named));
  expect(siteServer.listening).toBe(false);
  holder.close();
});
