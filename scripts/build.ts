import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { InlineConfig, Rolldown } from 'vite';
import { titleOf } from '../deploy/built-site.ts';
import type { Environment } from '../deploy/environment.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import type { Prerendered } from '../src/start/prerender.tsx';
import { fail, messageOf, readOptions } from './options.ts';
import { refuseFaultyOrganisation } from './organisation/check.ts';
import { organisationFolder } from './organisation/folder.ts';
import { writePages } from './pages.ts';
import { settingsFaults } from './settings-faults.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'monthly-supporter-form');

/** Loads Vite only to build: every process with browser tests runs this file, and most find a fresh build. */
const viteBuild = async (config: InlineConfig) =>
  (await import('vite')).build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', ...config });

/** A hash of everything that goes into a build except its settings. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const folders = ['src/**/*', `${relative(root, organisationFolder)}/**/*`, 'scripts/**/*.ts'];
  const others = ['deploy/built-site.ts', 'vite.config.ts', 'package-lock.json'];
  const files = globSync([...folders, ...others], { cwd: root });
  for (const file of files.toSorted()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Renders the input screen at build time. */
async function prerender(mode: string, name: string): Promise<Prerendered> {
  const outDir = join(cache, 'prerender', name);
  await viteBuild({
    mode,
    // In one file, so that packages resolve as in the browser build and not as Node would.
    ssr: { noExternal: true },
    build: { ssr: join(root, 'src', 'start', 'prerender.tsx'), outDir, emptyOutDir: true },
  });
  const { href } = pathToFileURL(join(outDir, 'prerender.js'));
  const module: { render(): Prerendered } = await import(`${href}?${Date.now()}`);
  return module.render();
}

/** A script of src/start/inline/ with what it imports, as text for an inline script. */
async function inlineScript(file: string, mode: string): Promise<string> {
  const built = await viteBuild({
    mode,
    build: {
      write: false,
      rolldownOptions: {
        input: join(root, 'src', 'start', 'inline', file),
        // Takes only the constants and functions that the script imports, without their modules' side effects.
        treeshake: { moduleSideEffects: false },
        output: { format: 'iife', postBanner: '' },
      },
    },
  });
  const [script] = 'output' in built ? built.output : [];
  if (script?.type !== 'chunk') throw new Error(`${file} was not built as one script.`);
  return script.code.trim();
}

/** The app may have been loaded from another address (decision 26): a part that imports it would start a second one. */
function refuseImportsOfApp(output: Rolldown.RolldownOutput['output'] | []): void {
  for (const file of output)
    if (file.type === 'chunk' && !file.isEntry && file.imports.length > 0)
      throw new Error(
        `${file.fileName} imports ${file.imports}: a part that loads later must import nothing.`,
      );
}

/** Writes `.br` and `.gz` beside every text file, so that servers need not compress on the fly. */
function precompress(outDir: string): void {
  for (const file of globSync('**/*.{html,js,css,svg}', { cwd: outDir })) {
    const path = join(outDir, file);
    const content = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/**
 * Builds the app: client bundle, prerendered input screen, compressed copies.
 * @param settings `VITE_*` settings; without them Vite reads the environment and `.env`
 */
async function build(mode: 'production' | 'sandbox', outDir: string, settings: Environment = {}) {
  const environment = process.env;
  // Test runners set NODE_ENV to "test", with which Vite would build for development.
  process.env = { ...environment, ...settings, NODE_ENV: 'production' };
  try {
    const built = await viteBuild({ mode, build: { outDir, emptyOutDir: true } });
    refuseImportsOfApp('output' in built ? built.output : []);
    const { loadEnv } = await import('vite');
    writePages(outDir, {
      prerendered: await prerender(mode, basename(outDir)),
      scripts: {
        loadingPage: await inlineScript('loading-page.ts', mode),
        formPage: await inlineScript('form-page.ts', mode),
      },
      organisationFolder,
      siteOrigin: loadEnv(mode, root).VITE_SITE_ORIGIN ?? '',
    });
  } finally {
    // Otherwise the next build in this process would read this one's settings.
    process.env = environment;
  }
  precompress(outDir);
}

/**
 * Builds the app for the sandbox on `port`, unless the last such build was made from the same sources.
 * Each port, organisation and set of settings has its own folder, since a build contains them.
 * @param formOrigin where the form will be served, if not by the sandbox
 * @returns the absolute path of the folder
 */
export async function buildForSandbox(port: number, formOrigin?: string): Promise<string> {
  const settings = sandboxSettings(port, formOrigin);
  const hash = createHash('sha256')
    .update(JSON.stringify([settings, organisationFolder]))
    .digest('hex');
  const name = `dist-${port}-${hash.slice(0, 8)}`;
  const outDir = join(root, '.sandbox', name);
  const stampFile = join(cache, 'builds', `${name}.txt`);
  const stamp = fingerprint();
  const isFresh = existsSync(outDir) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (!isFresh) {
    rmSync(stampFile, { force: true });
    await build('sandbox', outDir, settings);
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, stamp);
  }
  return outDir;
}

if (import.meta.main) {
  readOptions('npm run build: makes dist/ from the settings in .env (docs/operating.md).', {});
  const start = performance.now();
  const outDir = join(root, 'dist');
  try {
    const { loadEnv } = await import('vite');
    await refuseFaultyOrganisation();
    const faults = settingsFaults(loadEnv('production', root));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    await build('production', outDir);
  } catch (error) {
    fail(messageOf(error));
  }
  const [, release] = /index-([\w-]+)/.exec(globSync('assets/index-*.js', { cwd: outDir }).join()) ?? [];
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${titleOf(outDir)}\n${relative(root, outDir)}: ${seconds} s, release ${release}`);
}
