import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

// Usage: node scripts/install-with-playwright.ts <arguments of `playwright install`>
// Prints no stack for each address that Playwright cannot reach: another way to get the browser may follow.
const installer = spawn(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'install', ...process.argv.slice(2)],
  {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  },
);
let last = '';
createInterface(installer.stdout).on('line', (line) => {
  // Playwright tries five times.
  if (line === last || /^(\s+at |Error: Download failure)/.test(line)) return;
  last = line;
  console.log(`  ${line.replace(/, caused by$/, '')}`);
});
installer.on('close', (code) => {
  process.exitCode = code ?? 1;
});
