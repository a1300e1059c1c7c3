import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { releaseOf } from '../../deploy/built-site.ts';
import { exampleEnvironment, readEnvironment, writeSettings } from '../../deploy/environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
const dist = join(folder, 'dist');
for (const name of ['assets', 'member']) mkdirSync(join(dist, name), { recursive: true });
writeFileSync(
  join(dist, 'assets', 'index-1.js'),
  'a({MODE:`production`,VITE_API_ORIGIN:`https://api.example.org`,VITE_GTM_ID:``})',
);
for (const page of ['index.html', 'member/index.html'])
  writeFileSync(join(dist, page), '<title>Form</title>');
afterAll(() => rmSync(folder, { recursive: true }));

it('npm run deploy keeps the build and its settings, and stops where these are another build’s', () => {
  const [env, out] = [join(folder, 'settings.env'), join(folder, 'release')];
  const deployWith = (changes: object) => {
    writeSettings(env, { ...exampleEnvironment(), ...changes });
    const args = ['scripts/deploy.ts', 'apache', '--dist', dist, '--env', env, '--out', out];
    return spawnSync(process.execPath, args, { encoding: 'utf8' });
  };
  const others = { VITE_API_ORIGIN: 'https://other.example', VITE_GTM_ID: 'GTM-1' };
  expect(deployWith(others).stderr).toContain('made with another VITE_API_ORIGIN, VITE_GTM_ID');
  expect(existsSync(out)).toBe(false);
  expect(deployWith({}).stdout).toContain('release/apache/form');
  const kept = join(out, 'kept', releaseOf(readFileSync(join(dist, 'member', 'index.html'))));
  expect(existsSync(join(kept, 'dist', 'assets', 'index-1.js'))).toBe(true);
  expect(readEnvironment(join(kept, 'settings.env'))).toMatchObject({
    VITE_API_ORIGIN: 'https://api.example.org',
  });
});
