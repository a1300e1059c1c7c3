import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { buildTarget } from './scripts/browsers.ts';

/**
 * Firefox asks only once for a module: where the connection was away just then, it fails until the page is loaded anew.
 * So what is loaded late is fetched first, and imported out of the browser's cache.
 */
const fetchBeforeImport: Plugin = {
  name: 'fetch-before-import',
  renderChunk: (code) => ({
    code: code.replace(
      /\bimport\(([`'"]\.\/[^`'"]+[`'"])\)/g,
      (load, file) =>
        `fetch(new URL(${file},import.meta.url)).then(e=>{if(!e.ok)throw e;return e.blob()}).then(()=>${load})`,
    ),
    map: null,
  }),
};

/**
 * Bundles a package apart, from what `src/shaken/` asks of it, with an assumption that would be wrong for React:
 * what else runs at the package's start has no effect.
 */
const shakePackages: Plugin = {
  name: 'shake-packages',
  apply: 'build',
  async load(id) {
    const name = /\/src\/shaken\/(\w+)\.ts$/.exec(id)?.[1];
    if (name === undefined) return null;
    // The packages that it imports stay imports, for the bundle around it.
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        lib: { entry: id, formats: ['es'] },
        rolldownOptions: {
          external: (source) => /^[@a-z]/.test(source) && source !== name,
          treeshake: {
            propertyReadSideEffects: false,
            // yup gives its schemas methods in this way, XState its actions their types.
            ...(name === 'formik' && { propertyWriteSideEffects: false }),
          },
          output: { minify: { compress: true, mangle: false, codegen: false } },
        },
      },
    });
    const [bundle] = [built].flat();
    if (!bundle || !('output' in bundle)) throw new Error(`${name} could not be bundled apart`);
    return bundle.output[0].code;
  },
};

// `npm run build` and `npm start` go through scripts/build.ts, which adds prerendering and compression.
export default defineConfig(({ command, mode }) => ({
  root: 'src',
  base: '/form/',
  envDir: '..',
  plugins: [react(), fetchBeforeImport, shakePackages],
  resolve: {
    alias: [
      {
        find: '\0vite/preload-helper.js',
        replacement: fileURLToPath(new URL('src/preload-nothing.ts', import.meta.url)),
      },
      // Development has no bundler that knows `require`.
      ...(command === 'build'
        ? [
            {
              find: /^(formik|xstate|yup)$/,
              replacement: fileURLToPath(new URL('src/shaken/$1.ts', import.meta.url)),
            },
            {
              find: 'react-dom/client',
              replacement: fileURLToPath(new URL('src/react-dom-late.ts', import.meta.url)),
            },
          ]
        : []),
      // What @xstate/react takes for React before 18; React itself has it.
      { find: /^use-sync-external-store\/shim(\/index\.js)?/, replacement: 'use-sync-external-store' },
      // What Formik and yup take of small packages, in the one form that a form's values need (docs/performance.md).
      {
        find: /^(deepmerge|lodash-es\/(?:clone|cloneDeep|isPlainObject|toPath)|property-expr|react-fast-compare|tiny-case|toposort)$/,
        replacement: fileURLToPath(new URL('src/stand-ins/$1.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: buildTarget,
    sourcemap: mode === 'sandbox',
    // All of it is 4 KB and stands in the page, so that no later screen waits for its styles.
    cssCodeSplit: false,
    // See src/start-now.ts.
    modulePreload: false,
    rolldownOptions: {
      // Chromium then compiles functions beside the page's thread while a file arrives, not in it at the first call of each.
      output: { postBanner: '//# allFunctionsCalledOnLoad' },
      // Formik's parts that need it are not used; its package does not say that it may be left out then.
      treeshake: {
        moduleSideEffects: [{ test: /\/(?:hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
    },
  },
}));
