/** What CommonJS calls a module by: the bundler puts the module in its place, to be evaluated when this runs. */
declare function require(path: string): typeof import('react-dom/client');

/**
 * Stands for `react-dom/client` in the build (vite.config.ts): React is evaluated at its first call and not with the
 * app's module: in one task they would keep a slow phone from answering a touch.
 */
const reactDom = () => require('../node_modules/react-dom/client.js');

export const createRoot: typeof import('react-dom/client').createRoot = (...given) =>
  reactDom().createRoot(...given);
export const hydrateRoot: typeof import('react-dom/client').hydrateRoot = (...given) =>
  reactDom().hydrateRoot(...given);
