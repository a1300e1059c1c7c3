import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importMap } from '../../scripts/pages.ts';

// Browser tests prove that the app, which has several addresses, does not run if it was changed.
it('an import map before any script has the integrity of what loads late', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'));
  mkdirSync(join(folder, 'late'));
  writeFileSync(join(folder, 'late', 'a-1.js'), 'late');
  const [, map = ''] = /^<script type="importmap">(.*)<\/script>$/.exec(importMap(folder)) ?? [];
  rmSync(folder, { recursive: true });
  const hash = 'sha384-567FK+lny2H80jQaeDO5ezVBlwfkBqCD30p/LAQS+QB0OcKZF6+/zOluV/FGyPG8';
  expect(JSON.parse(map)).toEqual({ integrity: { '/form/late/a-1.js': hash } });
  const page = readFileSync('src/index.html', 'utf8');
  expect(page.split('<!--import-map-->')[0]).not.toMatch(/<(script|link)/);
});
