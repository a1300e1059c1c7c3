import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { organisation } from '#organisation/organisation.ts';
import type { SandboxContext } from './hosts.ts';
import { completionPage, standInPage } from './pages.ts';
import { logRequests, type SandboxEnv } from './request-log.ts';
import { playScenario } from './scenarios.ts';

/** The built form: its folder, and which page each address of the app gets. */
export type SiteOptions = {
  distFolder: string;
  /** The response headers for a path of the site and a status, beside `Cache-Control: no-store`. */
  siteHeaders: (path: string, status: number) => Record<string, string>;
  screens: readonly { path: string; page: string }[];
};

const notFound = standInPage('ページが見つかりません');

/** The organisation's site: the built form under /form, and stand-ins for the pages around it. */
export function createSite(
  context: SandboxContext,
  { distFolder, siteHeaders, screens }: SiteOptions,
): Hono<SandboxEnv> {
  const { log, scenarios } = context;
  // Doubled slashes count as one, as in nginx.
  const site = new Hono<SandboxEnv>({ getPath: (request) => getPath(request).replace(/\/+/g, '/') });

  site.use(async (c, next) => {
    await next();
    const headers = { 'Cache-Control': 'no-store', ...siteHeaders(c.req.path, c.res.status) };
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  });

  // Serves the `.br` or `.gz` file beside a file to a browser that accepts it.
  const built = { root: distFolder, precompressed: true };
  for (const path of ['/', '/form', '/form/']) {
    site.get(path, (c) => c.redirect(`/form/member${new URL(c.req.url).search}`));
  }

  for (const [call, folder] of [
    ['formScript', '/form/assets/'],
    ['lateScript', '/form/late/'],
  ] as const) {
    const misbehave = playScenario(call, context);
    // A scenario closes its connection; without one, connections stay open as in production.
    site.get(`${folder}*`, (c, next) => (scenarios.inForce.has(call) ? misbehave(c, next) : next()));
  }
  for (const { path, page } of screens)
    for (const address of [path, `${path}/`]) site.get(address, serveStatic({ ...built, path: `/${page}` }));
  // Only the whole path of a file: a folder would be its `index.html`.
  site.get(
    '/form/:file{.+\\.\\w+}',
    serveStatic({ ...built, rewriteRequestPath: (path) => path.replace('/form', '') }),
  );

  const { completion } = organisation.links;
  site.use(completion, logRequests(log, 'site', { bodies: true }));
  site.get(completion, (c) => c.html(completionPage()));
  site.post(completion, async (c) =>
    c.html(completionPage(Object.fromEntries(new URLSearchParams(await c.req.text())))),
  );

  for (const { text, href } of organisation.footer.filter((link) => link.href.startsWith('/')))
    site.get(href, (c) => c.html(standInPage(text)));

  // Browsers ask every site for it; in production the organisation's own site answers.
  site.get('/favicon.ico', (c) => c.body(null, 204));

  site.notFound((c) => c.html(notFound, 404));
  return site;
}
