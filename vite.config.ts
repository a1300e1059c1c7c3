import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTarget } from './scripts/browsers.ts';
import { slimPackages } from './scripts/slim-packages.ts';

// `npm run build` and `npm start` go through scripts/build.ts, which adds prerendering and compression.
export default defineConfig(({ mode }) => ({
  root: 'src',
  base: '/form/',
  envDir: '..',
  plugins: [slimPackages(), react()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: buildTarget,
    sourcemap: mode === 'sandbox',
    // All of it is 4 KB and stands in the page, so that no later screen waits for its styles.
    cssCodeSplit: false,
    // The only page that preloads modules is for browsers that know how; others just import them.
    modulePreload: { polyfill: false },
  },
}));
