import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importMap } from '../../scripts/pages.ts';
import { appAddress } from '../../src/start/app-address.ts';

it('an import map before any script has the integrity of every module, at each of its addresses', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'));
  for (const name of ['assets', 'late']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'a-1.js'), name);
  }
  const [, map = ''] = /^<script type="importmap">(.*)<\/script>$/.exec(importMap(folder)) ?? [];
  rmSync(folder, { recursive: true });
  // of the texts “assets” and “late”
  const [assets, late] = [
    'sha384-0GWYiVoEPCdkd0MeHRyfS2chA+Dx5epdpew7QYOK7nGpSUixLk/AIs8/E+clkynN',
    'sha384-567FK+lny2H80jQaeDO5ezVBlwfkBqCD30p/LAQS+QB0OcKZF6+/zOluV/FGyPG8',
  ];
  const addresses = Array.from({ length: 99 }, (_, failures) => appAddress('/form/assets/a-1.js', failures));
  expect(JSON.parse(map).integrity).toEqual({
    ...Object.fromEntries(addresses.map((address) => [address, assets])),
    '/form/late/a-1.js': late,
  });
  const page = readFileSync('src/index.html', 'utf8');
  expect(page.split('<!--import-map-->')[0]).not.toMatch(/<(script|link)/);
});
