import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

// Usage: node scripts/install-with-playwright.ts <arguments of `playwright install`>
// Playwright tells of each address that it cannot reach with a stack; another way to get the browser may follow.
const installer = spawn(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'install', ...process.argv.slice(2)],
  {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  },
);
createInterface(installer.stdout).on('line', (line) => {
  if (!/^(\s+at |Error: Download failure)/.test(line)) console.log(`  ${line.replace(/, caused by$/, '')}`);
});
installer.on('close', (code) => {
  process.exitCode = code ?? 1;
});
