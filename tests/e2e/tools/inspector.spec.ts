import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ownPorts } from '../../ports.ts';
import { test as base, expect } from '../support/fixtures.ts';

/** With the address of what `npm run dev` serves. */
const test = base.extend<{ devSite: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted off this pattern
  devSite: async ({}, use) => {
    const port = (await ownPorts()).devServer;
    // Not the worker's own NODE_ENV: a build in the same worker sets it to production.
    const { NODE_ENV: _, ...environment } = process.env;
    const env = { ...environment, PORT: String(port), DEV_WATCH: 'off' };
    const server = spawn(process.execPath, ['scripts/dev.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(server, 'exit');
    for await (const line of createInterface(server.stdout)) if (line.includes('Ctrl+C')) break;
    server.stdout.resume();
    await use(`http://localhost:${port}`);
    server.kill('SIGINT');
    await exited;
  },
});

// As wide as developers' windows.
test.use({ viewport: { width: 1600, height: 900 } });

test('the inspector shows the form beside its running chart', async ({ page, devSite }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const isShown = async (name: string) => {
    const state = page.locator(`.state[data-state-id="signup.input.form.${name}"]`);
    await expect(state).toHaveClass(/is-active/);
    await expect(state).toBeInViewport({ ratio: 1 });
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.goto(`${devSite}/form/inspector.html?split`);
  await test.step('where the form is, and what can happen there', async () => {
    await expect(page.getByRole('status')).toHaveText('connected to the form');
    await isShown('filling');
    await expect(page.locator('[data-actor="accessToken"]').getByText('valid')).toBeVisible();
    await expect(page.locator('.possible')).toContainText('[mayReview] → ');
  });
  await test.step('where it goes', async () => {
    await page.frameLocator('iframe').getByRole('button', { name: '入力内容を確認する' }).click();
    await isShown('correcting');
    await expect(page.getByRole('button', { name: 'input.rejected' })).toBeVisible();
  });
  await test.step('whole, and where the form is again', async () => {
    const chart = page.locator('.state[data-state-id="signup"]');
    await press('Whole');
    await expect(chart).toBeInViewport({ ratio: 1 });
    await press('Whole');
    await expect(chart).not.toBeInViewport({ ratio: 1 });
    await isShown('correcting');
  });
  await test.step('a recording that is wrong can be mended and chosen again', async () => {
    const chooser = page.getByLabel('Load');
    const file = { name: 'bug.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await chooser.setInputFiles(file);
    await expect(page.getByRole('alert')).toContainText('bug.json: This file is no statechart recording');
    // browsers fire `change` only when another file is chosen
    await expect(chooser).toHaveValue('');
  });
  expect(complaints).toEqual([]);
});
