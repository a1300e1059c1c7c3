import { existsSync } from 'node:fs';
import { hasWebKitGtk } from './webdriver.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

const asked = process.env.ENGINE ?? 'chromium';
if (asked !== 'chromium' && asked !== 'firefox' && asked !== 'webkit') {
  throw new Error(`ENGINE is "${asked}"; there are chromium, firefox and webkit.`);
}

/** The engine that the browser tests run in. */
export const engine: Engine = asked;

const firefoxPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** A Firefox as it is installed; Playwright's own build is no such one. */
export const installedFirefox = (): string | undefined => firefoxPlaces.find((path) => existsSync(path));

/** Whether tests see WebKit through WebDriver; Playwright's own build needs no help. */
export const byWebDriver: boolean = engine === 'webkit' && hasWebKitGtk();
