import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { engine } from '../engines/engine.ts';
import { prepareFirefox } from '../engines/firefox.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Between the ports of the sandboxes, which are ten apart. */
const basePort = Number(process.env.E2E_PORT ?? 4400) + 5;

/** Playwright's `test` with what `npm run dev` starts as base URL. */
export const test = base.extend<{ inspector: Page }, { devUrl: string; oneContext: BrowserContext }>({
  devUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted off this pattern
    async ({}, use, { parallelIndex }) => {
      const port = basePort + 10 * parallelIndex;
      // Not the worker's own NODE_ENV: a build in the same worker sets it to production.
      const { NODE_ENV: _, ...environment } = process.env;
      const server = spawn(process.execPath, ['scripts/dev.ts'], {
        cwd: root,
        env: { ...environment, PORT: String(port), SANDBOX_DB: ':memory:', DEV_WATCH: 'off' },
      });
      let output = '';
      const exited = once(server, 'exit');
      await new Promise<void>((resolve, reject) => {
        const hear = (text: Buffer) => {
          output += text;
          if (output.includes('Ctrl+C')) resolve();
        };
        server.stdout.on('data', hear);
        server.stderr.on('data', hear);
        exited.then(() => reject(new Error(`npm run dev ended:\n${output}`)), reject);
      });
      await use(`http://localhost:${port}`);
      server.kill('SIGINT');
      await exited;
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ devUrl }, use) => {
    await use(devUrl);
  },
  /** Of all tests: it remembers the many modules that the server sends. */
  oneContext: [
    async ({ browser, devUrl }, use) => {
      const context = await browser.newContext({
        baseURL: devUrl,
        locale: 'ja-JP',
        timezoneId: 'Asia/Tokyo',
        // The chart is large: to let it glide takes more than all the rest.
        reducedMotion: 'reduce',
      });
      if (engine === 'firefox') await prepareFirefox(context);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ oneContext }, use) => {
    await use(oneContext);
    for (const page of oneContext.pages()) await page.close();
  },
  /** The inspector's window, opened before the form's. */
  inspector: async ({ context }, use) => {
    const inspector = await context.newPage();
    await inspector.goto('/form/inspector.html');
    await use(inspector);
  },
});

export { expect } from '@playwright/test';
