import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../scripts/options.ts';
import { readSettings } from '../src/settings.ts';
import { readInlineHashes } from './built-site.ts';
import { exampleEnvironment, readEnvironment } from './environment.ts';
import { inlineHashesConfig, nginxConfig, usualPlaces } from './nginx.ts';
import { readPolicySettings } from './policy-settings.ts';

const usage = `npm run deploy:nginx                            refreshes deploy/nginx.conf, for the settings of .env.example
npm run deploy:nginx -- --env .env --out release  for your settings: release/nginx.conf, and release/inline-hashes.conf
                                                for the build in dist/ (another one: --dist FOLDER)`;

const { env, out, dist } = readOptions(usage, {
  env: { type: 'string' },
  out: { type: 'string' },
  dist: { type: 'string', default: 'dist' },
});

function configFor(environment: Record<string, string | undefined>): string {
  const settings = readSettings(environment);
  return nginxConfig(settings, readPolicySettings(environment, settings), usualPlaces);
}

if (out === undefined) {
  writeFileSync(fileURLToPath(new URL('nginx.conf', import.meta.url)), configFor(exampleEnvironment()));
  console.log('deploy/nginx.conf, for the settings of .env.example');
} else {
  if (!existsSync(join(dist, 'index.html'))) {
    console.error(`There is no build in ${resolve(dist)}. Run npm run build first.`);
    process.exit(2);
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'nginx.conf'), configFor(readEnvironment(env)));
  writeFileSync(join(out, 'inline-hashes.conf'), inlineHashesConfig(readInlineHashes(dist)));
  console.log(`${join(out, 'nginx.conf')} and ${join(out, 'inline-hashes.conf')}, for the build in ${dist}`);
}
