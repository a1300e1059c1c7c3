/**
 * The oldest browsers that must work, by the names of MDN's compatibility data. Safari on the Mac counts as
 * iOS; Edge and Chrome for Android count as Chrome.
 */
export const oldestBrowsers = { safari_ios: 16, chrome: 107, firefox: 104 } as const;

const { safari_ios: ios, chrome, firefox } = oldestBrowsers;

/** The same, as Vite's `build.target` wants it. */
export const buildTarget = [`ios${ios}`, `safari${ios}`, `chrome${chrome}`, `firefox${firefox}`];
