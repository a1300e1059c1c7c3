import { FRESH_PAGE, paths } from '../../signup/paths.ts';

/** The three addresses of the app (specification §2). */
export type Route = keyof typeof paths;

/** A server may treat doubled slashes as one. */
const currentPath = (): string => location.pathname.replace(/\/+/g, '/').replace(/\/$/, '');

/** Whether this is the address to which the bank sends the donor back. */
export const isCallbackAddress = (): boolean => currentPath() === paths.callback;

/** The route of the address bar. Unknown addresses count as the input screen. */
export function currentRoute(): Route {
  const path = currentPath();
  if (path === paths.confirm) return 'confirm';
  if (path === paths.callback || path === FRESH_PAGE) return 'callback';
  return 'input';
}
