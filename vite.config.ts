import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { buildTarget } from './scripts/browsers.ts';
import { organisationFolder } from './scripts/organisation/folder.ts';
import { readSettings } from './src/settings.ts';

/** Checks the settings when the app is built, so that no donor downloads the checks. */
const checkedSettings: Plugin = {
  name: 'checked-settings',
  config: (_, { mode }) => ({
    define: { 'import.meta.env.SETTINGS': readSettings(loadEnv(mode, import.meta.dirname)) },
  }),
};

// `npm run build` and `npm start` go through scripts/build.ts, which adds prerendering and compression.
export default defineConfig({
  root: 'src',
  base: '/form/',
  envDir: '..',
  plugins: [react(), checkedSettings],
  resolve: { alias: { '#organisation': organisationFolder } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The notices that the packages' licences ask for in copies.
    license: { fileName: 'licenses.md' },
    target: buildTarget,
    // All styles are 5 KB and part of the page, so that no later screen waits for its own.
    cssCodeSplit: false,
    // The inline scripts start the app, and request nothing before the form is painted.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // Chromium then compiles functions off the main thread while the file arrives, not at their first call.
        postBanner: '//# allFunctionsCalledOnLoad',
        // Few donors need these. They are not in /form/assets/, which browsers cache for ever, so that a second
        // try replaces a damaged copy.
        chunkFileNames: 'late/[name]-[hash].js',
      },
    },
  },
});
