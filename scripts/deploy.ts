import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differingSettings, headerSourcesOf, releaseOf, titleOf } from '../deploy/built-site.ts';
import { readEnvironment, writeSettings } from '../deploy/environment.ts';
import { releases } from '../deploy/releases.ts';
import { fail, messageOf, readCommandLine } from './options.ts';
import { refuseFaultyOrganisation } from './organisation/check.ts';

const usage = `Writes what a web server needs for the build in dist/, with the settings in .env that it was built with.

npm run deploy:apache   release/apache/form: upload it into the site's folder, its .htaccess last
npm run deploy:nginx    release/nginx/: the server's configuration, and this build's part of it
npm run deploy:static   release/static: for Netlify, Cloudflare Pages and hosts like them
Each keeps the build and its settings in release/kept/, with which check:deployed compares a live release.

  --dist FOLDER        another build
  --env FILE           other settings; the process's own variables win
  --out FOLDER         another folder than release
  --redirect-to-https  for Apache: leads http to https, if nothing else on the server does`;

const { values, positionals } = readCommandLine(usage, {
  dist: { type: 'string', default: 'dist' },
  env: { type: 'string' },
  out: { type: 'string', default: 'release' },
  'redirect-to-https': { type: 'boolean', default: false },
});

try {
  await refuseFaultyOrganisation();
  const { dist, env, out, 'redirect-to-https': redirectsToHttps } = values;
  const [kind = '', ...others] = positionals;
  if (!(kind === 'apache' || kind === 'nginx' || kind === 'static') || others.length > 0) fail(usage);
  const title = titleOf(dist);
  const environment = readEnvironment(env);
  const differing = [...new Set(differingSettings(dist, environment))];
  if (differing.length > 0)
    fail(`The build in ${dist} was made with another ${differing.join(', ')}. Run npm run build again.`);
  const sources = headerSourcesOf(dist, environment);
  const paths = releases[kind]({ distFolder: dist, sources }, join(out, kind), redirectsToHttps);
  const kept = join(out, 'kept', releaseOf(readFileSync(join(dist, 'member', 'index.html'))));
  cpSync(dist, join(kept, 'dist'), { recursive: true });
  writeSettings(join(kept, 'settings.env'), environment);
  console.log(`${title}, for ${sources.settings.siteOrigin}\n${paths.map((path) => `  ${path}`).join('\n')}`);
} catch (error) {
  fail(messageOf(error));
}
