import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchDrawing } from '../e2e/drawn-again.ts';
import { startTrail, type Trail, watchSteps } from '../e2e/trail.ts';

/** What stands between an engine and the network, where the engine's own protocol cannot reach in. */
export interface Relay {
  /** `host:port`, as browsers want it. */
  address: string;
  /** Answers a request in place of its server; returns false where it should go on. */
  intercept: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Scripts that run in each page before its own. */
  initScripts: string[];
  /** What pages complained of: uncaught errors, violations of the content security policy, an app that broke. */
  faults: string[];
  /** What they went through since the last reset. */
  trail: Trail;
  isOffline: boolean;
  /** The number of the page that is to take the place of the one that is shown: `window.pageNumber` in it. */
  awaited: number | undefined;
  /** Forgets what the test before has asked for. */
  reset(wishes: { dropsPolicy: boolean }): void;
  close(): void;
}

const paths = { fault: '/__fault', step: '/__step' };

/** Runs first in each page, and tells the proxy of what nobody caught, and of each step. */
function watch(
  { fault, step }: typeof paths,
  pageNumber: number,
  onDrawnAgain: typeof watchDrawing,
  onSteps: typeof watchSteps,
): void {
  Object.assign(window, { pageNumber });
  const post = (path: string) => (body: string) =>
    // on a page that is being left nobody answers, which is no fault of the page
    void fetch(path, { method: 'POST', body, keepalive: true }).catch(() => {});
  const tell = post(fault);
  addEventListener('error', ({ message, error }) => tell(`${message} ${error?.stack ?? ''}`));
  addEventListener('unhandledrejection', ({ reason }) => tell(`unhandled: ${reason?.stack ?? reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
  );
  onDrawnAgain(tell);
  onSteps(post(step));
}

const isPage = (contentType: unknown) => /^text\/html/.test(String(contentType));

/** Lets the scripts into a page, whatever its policy says of scripts in the page. */
function withScripts(html: string, policy: string | undefined, scripts: string[]) {
  const code = scripts.join('\n;');
  const hash = createHash('sha256').update(code).digest('base64');
  return {
    html: html.replace(/<head>|(?=<\/head>)|^/, (head) => `${head}<script>${code}</script>`),
    policy: policy?.replace('script-src ', `script-src 'sha256-${hash}' `),
  };
}

export async function startRelay(): Promise<Relay> {
  let dropsPolicy = false;
  let pages = 0;
  const relay: Relay = {
    address: '',
    intercept: async () => false,
    initScripts: [],
    faults: [],
    trail: startTrail(),
    isOffline: false,
    awaited: undefined,
    reset: (wishes) => {
      Object.assign(relay, {
        intercept: async () => false,
        initScripts: [],
        faults: [],
        trail: startTrail(),
        isOffline: false,
      });
      dropsPolicy = wishes.dropsPolicy;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '', 'http://none');
    if (url.pathname === paths.fault || url.pathname === paths.step) {
      let told = '';
      for await (const chunk of incoming) told += chunk;
      if (url.pathname === paths.fault) relay.faults.push(told);
      else relay.trail.note(told);
      response.end();
      return;
    }
    const { note } = relay.trail;
    note(`→ ${incoming.method} ${url.pathname}`);
    response.once('close', () =>
      note(`← ${response.headersSent ? response.statusCode : 'no answer'} ${url.pathname}`),
    );
    const pageNumber = ++pages;
    if (incoming.headers['sec-fetch-dest'] === 'document') {
      relay.awaited = pageNumber;
      response.once('close', () => {
        const { awaited } = relay;
        if (awaited === pageNumber && !isPage(response.getHeader('content-type'))) relay.awaited = undefined;
      });
    }
    if (relay.isOffline) {
      response.destroy();
      return;
    }
    if (await relay.intercept(incoming, response)) return;
    const { 'accept-encoding': _, 'proxy-connection': __, ...headers } = incoming.headers;
    const outgoing = request(url, { method: incoming.method, headers }, async (answer) => {
      if (!isPage(answer.headers['content-type'])) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      let page = '';
      for await (const chunk of answer.setEncoding('utf8')) page += chunk;
      const policyHeader = 'content-security-policy';
      const policyNow = dropsPolicy ? undefined : [answer.headers[policyHeader]].flat()[0];
      const { html, policy } = withScripts(page, policyNow, [
        `(${watch})(${JSON.stringify(paths)}, ${pageNumber}, ${watchDrawing}, ${watchSteps})`,
        ...relay.initScripts,
      ]);
      const {
        'content-length': ___,
        'transfer-encoding': ____,
        etag: _____,
        [policyHeader]: ______,
        ...kept
      } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...kept, ...(policy && { [policyHeader]: policy }) });
      response.end(html);
    });
    outgoing.once('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  relay.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return relay;
}
