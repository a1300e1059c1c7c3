import type { Route } from '../../src/machines/signup-parts.ts';
import { type Step, statePathOf } from '../chart/chart-model.ts';

/** The entries of the tab's history that belong to the page on show, by the screen they lead to. */
type Entries = { routes: readonly Route[]; at: number };

/**
 * How far away in the tab's history the entry is that a step's `route.requested` goes to: -1 is one press of "back".
 * 0 is the same screen, asked for by an address that only ends differently; null where nothing there leads to it.
 */
export function distanceTo(route: Route, before: readonly Step[]): number | null {
  const { routes, at } = entriesAfter(before);
  const distances = routes.flatMap((each, index) => (each === route && index !== at ? [index - at] : []));
  const [nearest] = distances.sort((one, other) => Math.abs(one) - Math.abs(other) || one - other);
  return nearest ?? (routes[at] === route ? 0 : null);
}

/** A page whose bank has not opened has a button that leads back to the form, which is easier found than "back". */
export function isByButton({ sample, before }: Step): boolean {
  return (
    sample?.event.type === 'route.requested' &&
    before !== null &&
    statePathOf(before) === 'cardRedirect.stalled'
  );
}

/** Where the steps have led to; whoever has something to review has come there from the form, see `openPage`. */
function entriesAfter(steps: readonly Step[]): Entries {
  let routes: Route[] = [];
  let at = 0;
  let isFollowed = false;
  for (const [index, step] of steps.entries()) {
    const { sample, opening, effects } = step;
    if (!sample) {
      const route = routeIn(opening.input);
      const isReview = route === 'confirm' && Reflect.get(Object(opening.input), 'saved') !== null;
      routes = isReview ? ['input', 'confirm'] : [route];
      at = routes.length - 1;
      isFollowed = false;
    } else if (sample.event.type === 'route.requested' && !isByButton(step)) {
      const route = routeIn(sample.event);
      const distance = distanceTo(route, steps.slice(0, index));
      if (distance === 0) routes.splice(++at, routes.length, route);
      else at += distance ?? 0;
    }
    for (const effect of effects) {
      if (effect.do === 'call' && effect.name === 'openOverlay') routes.splice(++at, routes.length, 'input');
      if (effect.do === 'call' && effect.name === 'closeOverlay') at -= 1;
      if (effect.do !== 'call' || effect.name !== 'showRoute') continue;
      const route = routeIn(effect.params);
      const replaces = !isFollowed || routes[at] === 'callback';
      isFollowed = true;
      if (routes[at] === route) continue;
      if (replaces) routes[at] = route;
      else routes.splice(++at, routes.length, route);
    }
  }
  return { routes, at };
}

function routeIn(carrier: unknown): Route {
  const route: unknown = Reflect.get(Object(carrier), 'route');
  if (route === 'input' || route === 'confirm' || route === 'callback') return route;
  throw new Error(`No such screen: ${String(route)}`);
}
