import { existsSync, globSync } from 'node:fs';

/** The path of Debian's Firefox, if it is installed. */
export const installedFirefox = (): string | undefined =>
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** The path of the browser of Debian's WebKitGTK, if it is installed. */
export const miniBrowser = (): string | undefined =>
  globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.1/MiniBrowser')[0];

/** Whether Debian's WebKitGTK is installed, with its driver and a display without a screen. */
export const hasWebKitGtk = (): boolean =>
  existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/xvfb-run') && miniBrowser() !== undefined;
