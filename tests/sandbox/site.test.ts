import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { expect, vi } from 'vitest';
import { organisation } from '#organisation/organisation.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { failToStart } from '../../scripts/ports.ts';
import { ownPorts } from '../ports.ts';
import { it } from './test-sandbox.ts';

it('the site answers the API calls too, for a form that calls its own origin', async ({ sandbox }) => {
  const answer = await fetch(`${sandbox.addresses.site}/app/token.php`);
  expect(await answer.json()).toEqual({ token: expect.any(String) });
});

it('every page of the organisation that the footer links is there', async ({ sandbox }) => {
  const own = organisation.footer.map(({ href }) => href).filter((href) => href.startsWith('/'));
  for (const path of own) expect((await fetch(sandbox.addresses.site + path)).status, path).toBe(200);
});

it('the completion page shows what is posted to it, and is never cached', async ({ sandbox }) => {
  const name = { last_name: '山田', first_name: '花子', furigana: 'やまだ はなこ' };
  const others = { mail: 'hanako@example.com', address: '東京都千代田区<1>', price: '3000' };
  const address = sandbox.addresses.site + organisation.links.completion;
  const page = await fetch(address, { method: 'POST', body: new URLSearchParams({ ...name, ...others }) });
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  const shown = Array.from((await page.text()).matchAll(/<dd>(.*?)<\/dd>/g), ([, value]) => value);
  const escaped = '東京都千代田区&lt;1&gt;';
  expect(shown).toEqual(['山田 花子', name.furigana, others.mail, escaped, '毎月 3,000円']);
});

it('a port that is taken is named, and those taken before it are free again', async () => {
  const { sandbox: port } = await ownPorts();
  const [holder, siteServer] = [createServer(), createServer()];
  await new Promise<void>((resolve) => holder.listen(port + 1, '127.0.0.1', resolve));
  const options = { port, distFolder: tmpdir(), siteServer };
  const error: unknown = await startSandbox(options).catch((reason) => reason);
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
