import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addIntegrity } from '../../deploy/integrity.ts';

const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dist-'));
  mkdirSync(join(folder, 'assets'));
  write('assets/main-1.js', 'main');
  write('assets/late-1.js', 'late');
  write('assets/main-1.css', 'style');
});
afterEach(() => rmSync(folder, { recursive: true }));

const page = (head: string) => `<!doctype html><html><head><meta charset="utf-8" />${head}</head></html>`;

it('every script and style sheet of ours gets its integrity; modules that load later get it from the import map', () => {
  write(
    'index.html',
    page(
      '<script type="module" crossorigin src="/form/assets/main-1.js"></script>' +
        '<link rel="modulepreload" crossorigin href="/form/assets/late-1.js">' +
        '<link rel="stylesheet" crossorigin href="/form/assets/main-1.css">' +
        '<link rel="icon" href="/form/icon.svg"><script src="https://elsewhere.example/x.js"></script>',
    ),
  );
  addIntegrity(folder);
  const html = read('index.html');
  for (const text of ['main', 'late', 'style']) {
    expect(html).toContain(`integrity="${sha384(text)}">`);
  }
  expect(html).toContain(
    '<link rel="icon" href="/form/icon.svg"><script src="https://elsewhere.example/x.js">',
  );
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(map)).toEqual({
    integrity: {
      '/form/assets/main-1.js': sha384('main'),
      '/form/assets/late-1.js': sha384('late'),
    },
  });
  expect(html.indexOf('importmap')).toBeLessThan(html.indexOf('src="/form/assets/main-1.js"'));
});
