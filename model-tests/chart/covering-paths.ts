import type { EventObject, Snapshot } from 'xstate';
import { getAdjacencyMap, type PathGenerator, type Step, type Steps } from 'xstate/graph';

/**
 * A path generator for a `TestModel`: few, long paths that cover everything. Each goes on to the nearest step that covers
 * something new, until it has `longest` steps.
 * @param sightsIn what a step covers, by name; the step comes from the state before
 */
export function coveringPaths<State extends Snapshot<unknown>, Event extends EventObject, Input>(
  sightsIn: (step: Step<State, Event>, from: State) => readonly string[],
  longest: number,
): PathGenerator<State, Event, Input> {
  return (logic, options) => {
    const { serializeState, serializeEvent, events } = options;
    const keyOf = (state: State) => serializeState?.(state, undefined) ?? '';
    const nameOf = (event: Event) => serializeEvent?.(event) ?? '';
    const graph = getAdjacencyMap(logic, options);
    // A graph without its own copies of the states: what each step covers, and where it leads.
    const nodes = new Map(
      Object.entries(graph).map(([key, { state, transitions }]) => [
        key,
        Object.values<Step<State, Event>>(transitions).map((step) => ({
          name: nameOf(step.event),
          sights: sightsIn(step, state),
          to: keyOf(step.state),
        })),
      ]),
    );
    const left = new Set([...nodes.values()].flat().flatMap(({ sights }) => sights));
    /** The names of the events to the nearest step that covers something new. */
    const routeFrom = (start: string, most: number, isBanned: (name: string) => boolean): string[] | null => {
      const seen = new Set([start]);
      let fringe: { at: string; route: string[] }[] = [{ at: start, route: [] }];
      while (fringe[0] && fringe[0].route.length < most) {
        const further: typeof fringe = [];
        for (const { at, route } of fringe)
          for (const { name, sights, to } of nodes.get(at) ?? []) {
            if (route.length === 0 && isBanned(name)) continue;
            if (sights.some((sight) => left.has(sight))) return [...route, name];
            if (!seen.has(to)) further.push({ at: to, route: [...route, name] });
            seen.add(to);
          }
        fringe = further;
      }
      return null;
    };

    const paths: Steps<State, Event>[] = [];
    const empty = logic.getInitialSnapshot(undefined as never, undefined as never);
    while (left.size > 0) {
      const steps: Steps<State, Event> = [{ state: empty, event: { type: 'xstate.init' } as Event }];
      const before = left.size;
      let state = empty;
      const banned = new Set<string>();
      for (;;) {
        const at = keyOf(state);
        const most = steps.length === 1 ? Number.POSITIVE_INFINITY : longest - steps.length;
        const route = routeFrom(at, most, (name) => banned.has(`${at} ${name}`));
        if (!route) break;
        const leftBefore = left.size;
        for (const name of route) {
          const possible = typeof events === 'function' ? events(state) : (events ?? []);
          const event = possible.find((each) => nameOf(each) === name);
          // Tabs with the same key may differ in what does not count.
          if (!event) break;
          const from = state;
          state = logic.transition(state, event, undefined as never);
          steps.push({ state, event });
          for (const sight of sightsIn({ state, event }, from)) left.delete(sight);
        }
        if (left.size === leftBefore) banned.add(`${at} ${route[0]}`);
      }
      paths.push(steps);
      // Nothing more can be reached; the coverage says what is missing.
      if (left.size === before) break;
    }
    return paths.flatMap((steps) => {
      const last = steps.at(-1);
      return last ? [{ state: last.state, steps, weight: steps.length }] : [];
    });
  };
}
