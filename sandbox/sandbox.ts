import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createApi } from './api/api.ts';
import { createControl } from './control.ts';
import { createGateway } from './gateway/gateway.ts';
import { type Addresses, isFromOwnPages, originsOf, type SandboxContext } from './hosts.ts';
import { createRequestLog, type LoggedRequest, type SandboxEnv } from './request-log.ts';
import { Scenarios } from './scenarios.ts';
import { createSite, type SiteOptions } from './site.ts';
import { createStore } from './store.ts';

export type SandboxOptions = Pick<SiteOptions, 'distFolder'> &
  Partial<SiteOptions> & {
    /** The site's port; API and gateway take the next two. With 0 each gets any free port. */
    port: number;
    /** Where the form is served, if not by this sandbox: its calls come from there, and its callback leads there. */
    formOrigin?: string;
    /** A server that does not listen yet; default: a new one. */
    siteServer?: Server;
    /** Handles requests to the site before the sandbox does: the development server, which serves the form from its sources. */
    siteMiddleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
    /** Called with each request once it is answered. */
    onRequest?: (request: LoggedRequest) => void;
    /** Milliseconds since the epoch; for tests that let time pass. */
    now?: () => number;
  };

export type Sandbox = { addresses: Addresses; close: () => Promise<void> };

/** Starts the three hosts. Throws Node's error, and leaves nothing open, when one port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, distFolder, now = Date.now, siteHeaders = () => ({}), screens = [] } = options;
  const { siteMiddleware = (_request, _response, next) => next() } = options;
  const servers = [options.siteServer ?? createServer(), createServer(), createServer()] as const;
  // Otherwise a busy machine may close a connection just as the next request is sent.
  for (const server of servers) server.keepAliveTimeout = 0;
  const closeServers = () => Promise.all(servers.map(closeServer));
  try {
    for (const [index, server] of servers.entries()) await listen(server, port === 0 ? 0 : port + index);
  } catch (error) {
    await closeServers();
    throw error;
  }
  const [siteServer, apiServer, gatewayServer] = servers;
  const context: SandboxContext = {
    addresses: {
      site: options.formOrigin ?? addressOf(siteServer),
      api: addressOf(apiServer),
      gateway: addressOf(gatewayServer),
    },
    store: createStore(now),
    scenarios: new Scenarios(),
    log: createRequestLog(now, options.onRequest),
    now,
  };
  // The calls answer on the site's own origin too, for a form that is built to call it there (docs/operating.md).
  const pages = createSite(context, { distFolder, siteHeaders, screens }).route('/app', createApi(context));
  const site = getRequestListener(pages.fetch);
  const origins = [...servers.map(addressOf), context.addresses.site].flatMap(originsOf);
  const answerOwn = (server: Server, listener: RequestListener) =>
    server.on('request', (request, response) => {
      if (isFromOwnPages(request, origins)) listener(request, response);
      else response.writeHead(403).end('The sandbox answers its own pages only.');
    });
  answerOwn(siteServer, (request, response) =>
    siteMiddleware(request, response, () => void site(request, response)),
  );
  answerOwn(apiServer, getRequestListener(createApiHost(context).fetch));
  answerOwn(gatewayServer, getRequestListener(createGateway(context).fetch));

  const close = async () => {
    context.scenarios.abandonDelays();
    await closeServers();
  };
  return { addresses: context.addresses, close };
}

/** The API host: the organisation's calls, the sandbox's control and its console. */
function createApiHost(context: SandboxContext): Hono<SandboxEnv> {
  const host = new Hono<SandboxEnv>();
  host.route('/app', createApi(context));
  host.route('/sandbox', createControl(context));
  host.use((c, next) => {
    // No other page may frame the console and catch the tester's presses.
    c.header('Content-Security-Policy', "frame-ancestors 'none'");
    return next();
  });
  host.use(serveStatic({ root: fileURLToPath(new URL('./console', import.meta.url)) }));
  return host;
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server is not listening.');
  return `http://localhost:${address.port}`;
}

/** Listens on this machine only, since the sandbox has no password. */
async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function closeServer(server: Server): Promise<unknown> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  return closed;
}
