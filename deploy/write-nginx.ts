import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions } from '../scripts/options.ts';
import { readSettings } from '../src/settings.ts';
import { readInlineHashes } from './built-site.ts';
import { readEnvironment } from './environment.ts';
import { inlineHashesConfig, nginxConfig, usualPlaces } from './nginx.ts';
import { readPolicySettings } from './policy-settings.ts';

const usage = `npm run deploy:nginx -- --env .env --out release   writes release/nginx.conf for your settings, and
                                                    release/inline-hashes.conf for the build in dist/
  --dist FOLDER   another build`;

const { env, out, dist } = readOptions(usage, {
  env: { type: 'string' },
  out: { type: 'string', default: 'release' },
  dist: { type: 'string', default: 'dist' },
});

if (!existsSync(join(dist, 'index.html'))) {
  console.error(`There is no build in ${resolve(dist)}. Run npm run build first.`);
  process.exit(2);
}
const environment = readEnvironment(env);
const settings = readSettings(environment);
mkdirSync(out, { recursive: true });
const [config, hashes] = [join(out, 'nginx.conf'), join(out, 'inline-hashes.conf')];
writeFileSync(config, nginxConfig(settings, readPolicySettings(environment, settings), usualPlaces));
writeFileSync(hashes, inlineHashesConfig(readInlineHashes(dist)));
console.log(`${config} and ${hashes}, for the build in ${dist}`);
