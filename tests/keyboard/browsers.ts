import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import type { Desktop } from './desktop.ts';

/** A browser on the desktop that is told where to go and asked what it shows; its keys come from the keyboard. */
export type Browser = {
  version: string;
  goto(url: string): Promise<void>;
  /** The value of a JavaScript expression, which must be plain data. */
  evaluate(expression: string): Promise<unknown>;
};

async function until<Value>(
  what: string,
  look: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(50)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`Waited in vain for ${what}.`);
}

async function puppeteerPage(browserWSEndpoint: string, protocol: 'cdp' | 'webDriverBiDi'): Promise<Browser> {
  const browser = await puppeteer.connect({ browserWSEndpoint, protocol, defaultViewport: null });
  const [page] = await browser.pages();
  if (!page) throw new Error('The browser opened no page.');
  return {
    version: await browser.version(),
    async goto(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
  };
}

const flags = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-dev-shm-usage', '--lang=ja'];

/** Under remote control Firefox would pretend to have the focus, and then it asks no input method. */
const firefoxSettings = `
user_pref("remote.prefs.recommended", false);
user_pref("focusmanager.testmode", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
`;

export const engines: Record<string, { path: string; open(desktop: Desktop): Promise<Browser> }> = {
  chromium: {
    path: '/usr/bin/chromium',
    async open({ run, home }) {
      const profile = join(home, 'chromium');
      run(this.path, [
        ...flags,
        '--ozone-platform=x11',
        '--gtk-version=3',
        '--window-position=0,0',
        '--window-size=1280,3600',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        'about:blank',
      ]);
      const file = join(profile, 'DevToolsActivePort');
      const [port, path] = await until('Chromium', () =>
        existsSync(file) ? readFileSync(file, 'utf8').split('\n') : undefined,
      );
      return await puppeteerPage(`ws://127.0.0.1:${port}${path}`, 'cdp');
    },
  },
  firefox: {
    path: '/usr/bin/firefox-esr',
    async open({ run, home, write }) {
      const profile = join(home, 'firefox');
      write(join('firefox', 'user.js'), firefoxSettings);
      run(this.path, [
        '--no-remote',
        '--kiosk',
        '--profile',
        profile,
        '--remote-debugging-port',
        '0',
        'about:blank',
      ]);
      const file = join(profile, 'WebDriverBiDiServer.json');
      const { ws_port } = await until('Firefox', () =>
        existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
      );
      return await puppeteerPage(`ws://127.0.0.1:${ws_port}/session`, 'webDriverBiDi');
    },
  },
  webkit: {
    path: globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0] ?? '/usr/bin/MiniBrowser',
    async open({ run }) {
      const port = 20_000 + (process.pid % 20_000);
      run('/usr/bin/WebKitWebDriver', [`--port=${port}`]);
      const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const { value } = (await response.json()) as { value: unknown };
        if (!response.ok) throw new Error(JSON.stringify(value));
        return value;
      };
      await until('WebKitWebDriver', () => call('GET', '/status').catch(() => undefined));
      const { sessionId, capabilities } = (await call('POST', '/session', {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': { binary: this.path, args: ['--automation', '--full-screen'] },
          },
        },
      })) as { sessionId: string; capabilities: { browserVersion: string } };
      const session = `/session/${sessionId}`;
      return {
        version: `WebKitGTK ${capabilities.browserVersion}`,
        async goto(url) {
          await call('POST', `${session}/url`, { url });
        },
        evaluate: (expression) =>
          call('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
      };
    },
  },
};
