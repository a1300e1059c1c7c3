import type { Route } from '../../src/services/routes.ts';
import type { SignupPath } from '../signup/signup-model.ts';

/** The history entries of the open page, by the screen that they lead to. */
type Entries = { routes: Route[]; at: number };

/**
 * The distance in the tab's history of the entry that leads to a screen: -1 is one press of "back", 0 the same screen by
 * an address that only ends differently. Null if no entry leads there.
 */
export function distanceTo(route: Route, steps: SignupPath['steps']): number | null {
  return distanceIn(entriesAfter(steps), route);
}

function distanceIn({ routes, at }: Entries, route: Route): number | null {
  const distances = routes.flatMap((each, index) => (each === route && index !== at ? [index - at] : []));
  const [nearest] = distances.sort((one, other) => Math.abs(one) - Math.abs(other) || one - other);
  return nearest ?? (routes[at] === route ? 0 : null);
}

/** The entries after these steps. A confirm screen was opened from the form, see `Hand.open`. */
function entriesAfter(steps: SignupPath['steps']): Entries {
  let entries: Entries = { routes: [], at: 0 };
  let isFollowed = false;
  for (const { event, state } of steps) {
    if (event.type === 'page.opened') {
      entries = { routes: event.route === 'confirm' ? ['input', 'confirm'] : [event.route], at: 0 };
      entries.at = entries.routes.length - 1;
      isFollowed = false;
    } else if (event.type === 'route.requested') {
      const distance = distanceIn(entries, event.route);
      if (distance === 0) entries.routes.splice(++entries.at, entries.routes.length, event.route);
      else entries.at += distance ?? 0;
    }
    if (event.type === 'cardNotice.opened')
      entries.routes.splice(++entries.at, entries.routes.length, 'input');
    if (event.type === 'cardNotice.closed') entries.at -= 1;
    const { address } = state.ledger;
    const replaces = !isFollowed || entries.routes[entries.at] === 'callback';
    isFollowed = true;
    if (entries.routes[entries.at] === address) continue;
    if (replaces) entries.routes[entries.at] = address;
    else entries.routes.splice(++entries.at, entries.routes.length, address);
  }
  return entries;
}
