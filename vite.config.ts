import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTarget } from './scripts/browsers.ts';
import { organisationFolder } from './scripts/organisation.ts';

// `npm run build` and `npm start` go through scripts/build.ts, which adds prerendering and compression.
export default defineConfig(({ mode }) => ({
  root: 'src',
  base: '/form/',
  envDir: '..',
  plugins: [react()],
  resolve: { alias: { '#organisation': organisationFolder } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: buildTarget,
    sourcemap: mode === 'sandbox',
    // All of it is 4 KB and stands in the page, so that no later screen waits for its styles.
    cssCodeSplit: false,
    // The inline scripts start the app, and ask for nothing before the form is painted.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // Chromium then compiles functions beside the page's thread while a file arrives, not in it at the first call of each.
        postBanner: '//# allFunctionsCalledOnLoad',
        // What few donors need. Only /form/assets/ is kept for ever: a damaged copy of these is gone at the second try.
        chunkFileNames: 'late/[name]-[hash].js',
      },
    },
  },
}));
