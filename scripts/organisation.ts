import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The folder that `#organisation` stands for: `ORGANISATION`, as the project's folder sees it, or this organisation's. */
export const organisationFolder = resolve(
  fileURLToPath(new URL('..', import.meta.url)),
  process.env.ORGANISATION || 'src/organisation',
);

// The same alias as in vite.config.ts, for what Node runs itself, such as the sandbox.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.replace(/^#organisation(?=\/)/, () => pathToFileURL(organisationFolder).href),
      context,
    ),
});
