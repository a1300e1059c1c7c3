import { navigate } from 'wouter/use-browser-location';
import { paths } from '../../signup/paths.ts';
import { isOverlayEntry } from './overlay.ts';
import { currentRoute, type Route } from './routes.ts';

/**
 * Returns a function that writes a route into the address bar. On arrival, and when it leaves the callback or a closed
 * overlay, it replaces the history entry: "back" must lead to neither.
 */
export function createRouteFollower(): (route: Route) => void {
  // Otherwise the browser would scroll each entry to where it was left. Screens begin at their top (PageTitle.tsx).
  history.scrollRestoration = 'manual';
  let isArrival = true;
  return (route) => {
    const replace = isArrival || currentRoute() === 'callback' || isOverlayEntry();
    isArrival = false;
    if (location.pathname !== paths[route]) {
      const { search } = location;
      navigate(paths[route] + (replace && route === 'input' ? search : ''), { replace });
    }
  };
}
