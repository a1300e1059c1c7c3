import { existsSync } from 'node:fs';
import { firefox, webkit } from '@playwright/test';
import { installedFirefox } from '../tests/engines/firefox.ts';
import { hasWebKitGtk } from '../tests/engines/webkit.ts';
import { canUseApt, installWithApt, installWithPlaywright } from './chromium.ts';

/** An engine that browser tests can run in beside Chromium. */
export type OtherEngine = 'firefox' | 'webkit';

const engines = {
  firefox: { isInstalled: () => installedFirefox() !== undefined, packages: ['firefox-esr'], own: firefox },
  webkit: { isInstalled: hasWebKitGtk, packages: ['webkit2gtk-driver', 'xvfb', 'xauth'], own: webkit },
};

/** Whether the engine is here, after an attempt to get it: from Debian's packages, else Playwright's own build. */
export function ensureEngine(name: OtherEngine): boolean {
  const { isInstalled, packages, own } = engines[name];
  const isHere = () => isInstalled() || existsSync(own.executablePath());
  if (isHere()) return true;
  console.log(`No ${name} here: installing it …`);
  if (canUseApt()) installWithApt([...packages, 'fonts-noto-cjk']);
  if (!isHere()) installWithPlaywright([name]);
  return isHere();
}
