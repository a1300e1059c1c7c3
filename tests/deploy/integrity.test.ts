import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addIntegrity } from '../../deploy/integrity.ts';
import { appAddress } from '../../src/start/app-address.ts';

it('an import map before any script has the integrity of every module, at each of its addresses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'));
  for (const name of ['assets', 'late']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'a-1.js'), name);
  }
  const page = join(folder, 'index.html');
  const [start, rest] = [
    '<html><head><meta charset="utf-8" />',
    '<script>import("a")</script></head></html>',
  ];
  writeFileSync(page, start + rest);
  addIntegrity(folder);
  const html = readFileSync(page, 'utf8');
  rmSync(folder, { recursive: true });
  const [before, map = '', after] = html.split(/\s*<script type="importmap">(.*?)<\/script>/);
  expect([before, after]).toEqual([start, rest]);
  const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
  const addresses = Array.from({ length: 99 }, (_, failures) => appAddress('/form/assets/a-1.js', failures));
  expect(JSON.parse(map).integrity).toEqual({
    ...Object.fromEntries(addresses.map((address) => [address, sha384('assets')])),
    '/form/late/a-1.js': sha384('late'),
  });
});
