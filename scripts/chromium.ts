import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Flags for every Chromium that a check starts: no calls home, and no sandbox when run as root. */
export const chromiumFlags: string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Each new window loads two pages for Chrome's own address bar, which take as long as the form itself.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The same engine without windows takes half the processor time. */
const windowless = '/usr/bin/chromium-headless-shell';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Whether the browser starts. A downloaded one may lack system libraries. */
function works(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

/**
 * Path of a Chromium that runs here: `CHROMIUM_PATH`, an installed one, or Playwright's own download.
 * @param opensWindows asks for the browser that people use, to watch or to measure
 * @throws Error if `CHROMIUM_PATH` does not run
 */
export function findChromium({ opensWindows = false } = {}): string | undefined {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (works(asked)) return asked;
    throw new Error(`CHROMIUM_PATH is "${asked}", but no browser starts there.`);
  }
  return [...(opensWindows ? [] : [windowless]), ...usualPlaces, chromium.executablePath()].find(works);
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`  ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    timeout: 10 * 60_000,
  });
  return status === 0;
}

export const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export function installWithApt(packages: string[]): boolean {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return (
    run('apt-get', ['update', '-q'], env) &&
    run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], env)
  );
}

export function installWithPlaywright(browser: string[]): boolean {
  return run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', ...browser], {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000',
  });
}

function hasJapaneseFont(): boolean {
  const { error, stdout } = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' });
  return error ? process.platform !== 'linux' : stdout.trim() !== '';
}

/**
 * Finds a Chromium, or installs one: Playwright's download, or else Debian's package.
 * @returns its path
 * @throws Error that says what to do if neither works
 */
export function ensureChromium(): string {
  const installations = [
    () => installWithPlaywright(['--no-shell', 'chromium']),
    () => canUseApt() && installWithApt(['chromium-headless-shell', 'fonts-noto-cjk']),
    () => canUseApt() && installWithApt(['chromium', 'fonts-noto-cjk']),
  ];
  let path = findChromium();
  for (const install of installations) {
    if (path) break;
    console.log('There is no Chromium here that works: installing one …');
    install();
    path = findChromium();
  }
  if (!path)
    throw new Error(
      'There is no Chromium here and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH ' +
        'to one (Debian, as root: apt-get install chromium fonts-noto-cjk).',
    );
  if (!hasJapaneseFont() && !(canUseApt() && installWithApt(['fonts-noto-cjk']))) {
    console.log(
      'No Japanese font here: screenshots show boxes instead of letters, and the tests still hold.',
    );
  }
  return path;
}
