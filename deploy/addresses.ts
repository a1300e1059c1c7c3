/** What an answer is, which decides its headers; null for the organisation's own pages around the form. */
export type PathKind = 'page' | 'callback' | 'asset';

/** An address of the app, and the built page that it gets. */
export type Screen = { path: string; page: string; kind: PathKind };

/** The base path, which leads to the form. */
export const START_PATHS = ['/form', '/form/'];
export const START = '/form/member';

/** The page of every address that is neither a file nor listed: the app decides what it shows. */
export const ANY_SCREEN: Omit<Screen, 'path'> = { page: 'index.html', kind: 'page' };

export const screens: readonly Screen[] = [
  { path: '/form/member', page: 'member/index.html', kind: 'page' },
  { path: '/form/member/confirm', ...ANY_SCREEN },
  { path: '/form/member/callback', page: 'index.html', kind: 'callback' },
  // in place of the callback's page, where that cannot complete the sign-up
  { path: '/form/member/returned', ...ANY_SCREEN },
];

/** The screens that differ from {@link ANY_SCREEN}. */
export const specialScreens = screens.filter(
  ({ page, kind }) => page !== ANY_SCREEN.page || kind !== ANY_SCREEN.kind,
);

/** Files named by their content: a changed file has a new name. */
export const ASSETS = '/form/assets/';

/** The kind of a path of the site, without doubled slashes. */
export function kindOf(path: string): PathKind | null {
  if (path !== '/form' && !path.startsWith('/form/')) return null;
  if (path.startsWith(ASSETS)) return 'asset';
  const screen = screens.find((screen) => screen.path === path.replace(/\/$/, ''));
  return (screen ?? ANY_SCREEN).kind;
}
