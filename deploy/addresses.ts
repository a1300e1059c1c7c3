import { FRESH_PAGE, paths } from '../src/signup/paths.ts';

/** What an answer is, which decides its headers; null for the organisation's own pages around the form. */
export type PathKind = 'page' | 'callback' | 'asset';

/** An address of the app, and the built page that it gets. */
export type Screen = { path: string; page: string; kind: PathKind };

/** The base path, which leads to the form. */
export const START_PATHS = ['/form', '/form/'];

/** All addresses of the app. Every other address below /form that is no file of the build is a 404. */
export const screens: readonly Screen[] = [
  { path: paths.input, page: 'member/index.html', kind: 'page' },
  { path: paths.confirm, page: 'index.html', kind: 'page' },
  { path: paths.callback, page: 'index.html', kind: 'callback' },
  // replaces the callback's page if that cannot complete the sign-up
  { path: FRESH_PAGE, page: 'index.html', kind: 'page' },
];

/** What stays open while the form is closed, without the base path: donors who are at the bank must be able to finish. */
export const openInPause = `${paths.callback.slice('/form/'.length)}/?$|assets/|late/|pause\\.html$`;

/** Files named by their content: a changed file has a new name. */
export const ASSETS = '/form/assets/';

/** The kind of a path of the site, without doubled slashes. */
export function kindOf(path: string): PathKind | null {
  if (path !== '/form' && !path.startsWith('/form/')) return null;
  if (path.startsWith(ASSETS)) return 'asset';
  return screens.find((screen) => screen.path === path.replace(/\/$/, ''))?.kind ?? 'page';
}
