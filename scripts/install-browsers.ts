import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';
import { hasWebKitGtk, installedFirefox } from '../tests/engines/installed.ts';
import { canUseApt, ensureChromium, installWithApt, installWithPlaywright } from './chromium.ts';

const engines = [
  { own: firefox, isInstalled: () => installedFirefox() !== undefined, packages: ['firefox-esr'] },
  { own: webkit, isInstalled: hasWebKitGtk, packages: ['webkit2gtk-driver', 'xvfb', 'xauth'] },
];

/**
 * Installs the tests' browsers that are missing, from Debian's packages or else as Playwright's own builds, and names those
 * that it could not install.
 */
export function installBrowsers(): void {
  try {
    console.log(`Chromium: ${ensureChromium()}`);
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
  for (const { own, isInstalled, packages } of engines) {
    const isHere = () => isInstalled() || existsSync(own.executablePath());
    if (isHere()) continue;
    console.log(`No ${own.name()} here: installing it …`);
    if (canUseApt()) installWithApt([...packages, 'fonts-noto-cjk']);
    if (!isHere()) installWithPlaywright([own.name()]);
    if (!isHere()) console.log(`${own.name()} could not be installed: its journeys are skipped.`);
  }
}
