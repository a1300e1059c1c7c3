import { navigate } from 'wouter/use-browser-location';
import { isOverlayEntry } from './overlay.ts';
import { currentRoute, paths, type Route } from './routes.ts';

/**
 * Returns a function that writes a route into the address bar, and scrolls to the top when the screen changes
 * (specification §2). On arrival, and when it leaves the callback or a closed overlay, it replaces the history entry: "back"
 * must lead to neither.
 */
export function createRouteFollower(): (route: Route) => void {
  // Otherwise the browser restores the scroll position of each entry.
  history.scrollRestoration = 'manual';
  let shown: Route | null = null;
  return (route) => {
    const replace = shown === null || currentRoute() === 'callback' || isOverlayEntry();
    const isAnother = shown !== null && shown !== route;
    shown = route;
    if (isAnother) window.scrollTo(0, 0);
    if (location.pathname !== paths[route]) {
      const { search } = location;
      navigate(paths[route] + (replace && route === 'input' ? search : ''), { replace });
    }
  };
}
