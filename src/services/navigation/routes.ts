import { AFTER_CALLBACK, paths } from '../../signup/paths.ts';

/** The three addresses of the app (specification §2). */
export type Route = keyof typeof paths;

/** A server may treat doubled slashes as one. */
export const currentPath = (): string => location.pathname.replace(/\/+/g, '/').replace(/\/$/, '');

/** The route of the address bar. Unknown addresses count as the input screen. */
export function currentRoute(): Route {
  const path = currentPath();
  if (path === paths.confirm) return 'confirm';
  if (path === paths.callback || path === AFTER_CALLBACK) return 'callback';
  return 'input';
}
