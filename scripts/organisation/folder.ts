import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { fail } from '../options.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const envFile = join(root, '.env');
const settings = existsSync(envFile) ? parseEnv(readFileSync(envFile, 'utf8')) : {};
const chosen = process.env.ORGANISATION || settings.ORGANISATION || 'src/organisation';

/** The folder that `#organisation` stands for: `ORGANISATION`, relative to the project, or `src/organisation`. */
export const organisationFolder = resolve(root, chosen);

if (!existsSync(join(organisationFolder, 'organisation.ts')))
  fail(`ORGANISATION is ${chosen}, but there is no ${join(organisationFolder, 'organisation.ts')}.`);

// The same alias as in vite.config.ts, for what Node runs itself, such as the sandbox.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.replace(/^#organisation(?=\/)/, () => pathToFileURL(organisationFolder).href),
      context,
    ),
});
