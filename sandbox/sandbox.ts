import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createApi } from './api.ts';
import type { Addresses, SandboxContext } from './context.ts';
import { type Changes, createControl } from './control.ts';
import { createGateway } from './gateway.ts';
import { isOwnHost } from './origins.ts';
import { type LoggedRequest, RequestLog, type SandboxEnv } from './request-log.ts';
import { Scenarios } from './scenarios.ts';
import { createSite, plainSiteHeaders, type SiteHeaders } from './site.ts';
import { Store } from './store.ts';

const MINUTE = 60_000;

export type SandboxOptions = {
  /** The site's port; API and gateway take the next two. With 0 each gets any free port. */
  port: number;
  /** Where the built form lies. */
  distFolder: string;
  /** A path, or `:memory:`. */
  databaseFile: string;
  /** Further `Host` headers to answer to, with their ports. Without any, only this machine's own names will do. */
  allowedHosts?: readonly string[];
  siteHeaders?: SiteHeaders;
  /** Has the first go at requests to the site: the development server, which makes the form from its sources. */
  siteMiddleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Holds the API's answers to preflights back, in ms: the slow line of a browser's developer tools leaves those out. */
  preflightMs?: number;
  /** Told of each request once it is answered. */
  onRequest?: (request: LoggedRequest) => void;
  accessTokenMs?: number;
  cardTokenMs?: number;
  captchaTokenMs?: number;
  /** Milliseconds since the epoch; for tests that let time pass. */
  now?: () => number;
};

export type Sandbox = { addresses: Addresses; close: () => Promise<void> };

/** A port that something else has taken. */
export class PortInUseError extends Error {
  readonly port: number;

  constructor(port: number) {
    super(`Port ${port} is in use.`);
    this.port = port;
  }
}

/** Starts the three hosts. Throws a PortInUseError, and leaves nothing open, when one port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, now = Date.now } = options;
  const store = new Store(options.databaseFile, now);
  const servers = [createServer(), createServer(), createServer()] as const;
  const addressOf = (server: Server) => `http://localhost:${portOf(server)}`;
  try {
    for (const [index, server] of servers.entries()) await listen(server, port === 0 ? 0 : port + index);
  } catch (error) {
    await Promise.all(servers.map(closeServer));
    store.close();
    throw error;
  }
  const [siteServer, apiServer, gatewayServer] = servers;
  const addresses = {
    site: addressOf(siteServer),
    api: addressOf(apiServer),
    gateway: addressOf(gatewayServer),
  };

  const changes: Changes = new Set();
  const changed = () => {
    for (const listener of changes) listener();
  };
  const context: SandboxContext = {
    addresses,
    lifetimes: {
      accessTokenMs: options.accessTokenMs ?? 15 * MINUTE,
      cardTokenMs: options.cardTokenMs ?? 30 * MINUTE,
      captchaTokenMs: options.captchaTokenMs ?? 2 * MINUTE,
    },
    store,
    scenarios: new Scenarios(),
    log: new RequestLog(now, changed, options.onRequest),
    changed,
    now,
  };
  const { distFolder, siteHeaders = plainSiteHeaders } = options;
  const site = getRequestListener(createSite(context, { distFolder, siteHeaders }).fetch);
  const { siteMiddleware = (_request, _response, next) => next(), preflightMs = 0 } = options;
  const answer = (server: Server, listener: RequestListener) =>
    server.on('request', onlyForOwnHost(portOf(server), options.allowedHosts ?? [], listener));
  answer(siteServer, (request, response) =>
    siteMiddleware(request, response, () => void site(request, response)),
  );
  const api = getRequestListener(createApiHost(context, changes).fetch);
  answer(apiServer, (request, response) => {
    if (preflightMs > 0 && request.method === 'OPTIONS') setTimeout(api, preflightMs, request, response);
    else void api(request, response);
  });
  answer(gatewayServer, getRequestListener(createGateway(context).fetch));

  return {
    addresses,
    close: async () => {
      context.scenarios.abandonDelays();
      await Promise.all(servers.map(closeServer));
      store.close();
    },
  };
}

function onlyForOwnHost(
  port: number,
  allowedHosts: readonly string[],
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const { host } = request.headers;
    if (isOwnHost(host, port, allowedHosts)) return listener(request, response);
    response
      .writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
      .end(
        `The sandbox does not answer to "${host ?? ''}". SANDBOX_ALLOWED_HOSTS=host:port,… allows more.\n`,
      );
  };
}

/** The API host: the organisation's calls, the sandbox's control and its console. */
function createApiHost(context: SandboxContext, changes: Changes): Hono<SandboxEnv> {
  const host = new Hono<SandboxEnv>();
  host.route('/app', createApi(context));
  host.route('/sandbox', createControl(context, changes));
  host.use(async (c, next) => {
    await next();
    // The console shows what strangers' pages have sent: it runs its own script and nothing else.
    c.header('Content-Security-Policy', "default-src 'self'; base-uri 'none'; frame-ancestors 'none'");
    c.header('Cache-Control', 'no-cache');
  });
  host.use(serveStatic({ root: fileURLToPath(new URL('./console', import.meta.url)) }));
  return host;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server is not listening.');
  return address.port;
}

/** On this machine only: the sandbox trusts whoever can reach it. */
function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
