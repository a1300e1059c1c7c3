import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { startSandbox } from '../sandbox/sandbox.ts';
import { sandboxSettings } from '../sandbox/settings.ts';
import { paths } from '../src/signup/paths.ts';
import { readOptions } from './options.ts';
import { runUntilStopped } from './ports.ts';

const inspector = fileURLToPath(new URL('../inspector', import.meta.url));

/** The inspector's files are beside `src/`, which is Vite's root; its page is served as `/form/inspector.html`. */
const inspectorPage: Plugin = {
  name: 'inspector-page',
  config: () => ({ resolve: { alias: [{ find: /^\/inspector(?=\/)/, replacement: inspector }] } }),
  configureServer({ middlewares, transformIndexHtml }) {
    middlewares.use(async (request, response, next) => {
      if (!/^\/form\/inspector(?:\.html|\/)?(?:\?|$)/.test(request.url ?? '')) return next();
      const page = await readFile(`${inspector}/index.html`, 'utf8');
      response.setHeader('Content-Type', 'text/html').end(await transformIndexHtml('/inspector.html', page));
    });
  },
};

/** Nothing is prerendered in development, so this empties the form's place: the app would hydrate even a comment there. */
const emptyRoot: Plugin = {
  name: 'empty-root',
  transformIndexHtml: (html) => html.replace('<!--app-->', ''),
};

const described =
  'npm run dev: the form with hot reload, sandbox and inspector. PORT=5000 npm run dev takes 5000 to 5002.';
readOptions(described, {});
await runUntilStopped('npm run dev', async (port) => {
  Object.assign(process.env, sandboxSettings(port));
  /** The site's server: the sandbox answers its requests, and Vite's hot reload its WebSockets. */
  const siteServer = createHttpServer();
  const vite = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    clearScreen: false,
    appType: 'spa',
    plugins: [inspectorPage, emptyRoot],
    // One cache for each port, so that two servers do not overwrite each other's.
    cacheDir: fileURLToPath(new URL(`../node_modules/.vite/${port}`, import.meta.url)),
    // Vite would reload the page when it finds a further package, so it gets all of them at the start.
    optimizeDeps: { entries: ['index.html', '../inspector/*.{ts,tsx}', 'services/*.ts'] },
    server: {
      middlewareMode: true,
      // Tests turn it off, so that an edit does not reload the page under test.
      ...(process.env.DEV_WATCH === 'off' && { watch: null }),
      ws: { server: siteServer },
      forwardConsole: { logLevels: ['error'] },
    },
  });
  const sandbox = await startSandbox({
    port,
    siteServer,
    // Not used: Vite serves everything below /form/.
    distFolder: fileURLToPath(new URL('../src', import.meta.url)),
    siteMiddleware: (request, response, next) => {
      const isForm = request.url?.startsWith('/form/') && request.url !== '/form/';
      if (isForm) vite.middlewares(request, response, next);
      else next();
    },
    onRequest: ({ method, path, status, durationMs, scenario }) =>
      console.log(
        `${new Date().toLocaleTimeString()} [sandbox] ${method} ${path} ${status ?? 'no answer'} ${durationMs} ms${scenario ? `, ${scenario}` : ''}`,
      ),
  });
  const { site, api, gateway } = sandbox.addresses;
  const own = `${site}/form/inspector.html\n  Both in one      ${site}/form/inspector.html?split`;
  console.log(`
  Form             ${site}${paths.input}
  Inspector        ${process.env.VITE_INSPECT === 'stately' ? 'of stately.ai, which the form opens in a window' : own}
  Sandbox console  ${api}/
  Card gateway     ${gateway}/

  Changes in src/ show at once. Ctrl+C stops it.
`);
  return () => Promise.all([sandbox.close(), vite.close()]);
});
