import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const driverPath = '/usr/bin/WebKitWebDriver';
const miniBrowser = () => globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.1/MiniBrowser')[0];

/** Whether WebKitGTK with its driver is installed, and a display without a screen for it. */
export const hasWebKitGtk = (): boolean =>
  existsSync(driverPath) && existsSync('/usr/bin/Xvfb') && miniBrowser() !== undefined;

/** One WebKitGTK, driven by WebDriver. */
export interface WebDriver {
  /** Sends a command of the session, such as `POST /url`. Throws `WebDriverError` when it is refused. */
  send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  close(): Promise<void>;
}

export class WebDriverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** In milliseconds, shorter than a test may last: what meets the change from one page to the next is never answered. */
const patienceFor = (path: string) => (/\/(actions|execute)/.test(path) ? 10_000 : 30_000);

const screen = { width: 1400, height: 1100 };

/** Places the window around the middle of the screen, where the mouse is: a window beside it would not have the focus. */
export const placeWindow = async (driver: WebDriver, width: number, height: number): Promise<void> => {
  const [x, y] = [(screen.width - width) / 2, (screen.height - height) / 2].map(Math.round);
  await driver.send('POST', '/window/rect', { x, y, width, height });
};

/** Starts an X server without a screen on a display that is free. */
async function startDisplay(): Promise<{ server: ChildProcess; display: string }> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${screen.width}x${screen.height}x24`, '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [data] = await once(server.stdio[3] as Readable, 'data');
  return { server, display: `:${String(data).trim()}` };
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** Starts the engine in Japan's time zone, with everything that it asks of `http:` going through `proxy`. */
export async function startWebKit(proxy: string): Promise<WebDriver> {
  const { server, display } = await startDisplay();
  const port = await freePort();
  const driver = spawn(driverPath, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      TZ: 'Asia/Tokyo',
      LANGUAGE: 'ja',
    },
    stdio: 'ignore',
  });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      signal: AbortSignal.timeout(patienceFor(path)),
    }).catch((error) => {
      if (error.name !== 'TimeoutError') throw error;
      throw new WebDriverError('timeout', `${method} ${path} was not answered.`);
    });
    const { value } = await response.json();
    if (!response.ok) throw new WebDriverError(value?.error ?? 'unknown', value?.message ?? '');
    return value;
  };
  const browser = {
    'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    proxy: { proxyType: 'manual', httpProxy: proxy },
  };
  let session: unknown;
  for (let tries = 0; session === undefined; tries++) {
    try {
      session = await call('POST', '/session', { capabilities: { alwaysMatch: browser } });
    } catch (error) {
      // not listening yet
      if (error instanceof WebDriverError || tries > 100) throw error;
      await pause(100);
    }
  }
  const { sessionId } = session as { sessionId: string };
  return {
    send: (method, path, body) => call(method, `/session/${sessionId}${path}`, body),
    close: async () => {
      await call('DELETE', `/session/${sessionId}`).catch(() => {});
      driver.kill();
      server.kill();
    },
  };
}
