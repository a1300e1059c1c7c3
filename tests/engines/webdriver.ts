import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';

const driverPath = '/usr/bin/WebKitWebDriver';
const miniBrowser = () => globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.1/MiniBrowser')[0];

/** Whether WebKitGTK with its driver is installed, and a display without a screen for it. */
export const hasWebKitGtk = (): boolean =>
  existsSync(driverPath) && existsSync('/usr/bin/Xvfb') && miniBrowser() !== undefined;

/** One WebKitGTK, driven by WebDriver. */
export interface WebDriver {
  /** Sends a command of the session, such as `POST /url`. Throws `WebDriverError` when it is refused. */
  send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  /** What the display shows, as a PNG: WebKitGTK answers no request for a picture. */
  picture(): Buffer;
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
async function startDisplay(): Promise<{ server: ChildProcess; display: string; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'display-'));
  const server = spawn(
    'Xvfb',
    [
      '-displayfd',
      '3',
      '-screen',
      '0',
      `${screen.width}x${screen.height}x24`,
      '-nolisten',
      'tcp',
      '-fbdir',
      folder,
    ],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [data] = await once(server.stdio[3] as Readable, 'data');
  return { server, display: `:${String(data).trim()}`, folder };
}

/** Turns what Xvfb keeps of a screen, X's window dump with 4 bytes a pixel, into a PNG. */
function pngOf(dump: Buffer): Buffer {
  const [size = 0, width = 0, height = 0, bytesOfLine = 0, colours = 0] = [0, 16, 20, 48, 76].map((offset) =>
    dump.readUInt32BE(offset),
  );
  const pixels = dump.subarray(size + 12 * colours);
  const lines = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = y * bytesOfLine + 4 * x;
      // blue, green, red
      lines.set(pixels.subarray(from, from + 3).toReversed(), y * (1 + 3 * width) + 1 + 3 * x);
    }
  const word = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    return [word(data.length), body, word(crc32(body))];
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...chunk('IHDR', Buffer.concat([word(width), word(height), Buffer.of(8, 2, 0, 0, 0)])),
    ...chunk('IDAT', deflateSync(lines)),
    ...chunk('IEND', Buffer.of()),
  ]);
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
  const { server, display, folder } = await startDisplay();
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
    picture: () => pngOf(readFileSync(join(folder, 'Xvfb_screen0'))),
    close: async () => {
      await call('DELETE', `/session/${sessionId}`).catch(() => {});
      driver.kill();
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
