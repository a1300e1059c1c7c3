import type { EventObject, Snapshot } from 'xstate';
import { getAdjacencyMap, type PathGenerator, type Steps } from 'xstate/graph';

/**
 * A path generator for a `TestModel`: few paths that cover everything. Each is the shortest path to a state from which an
 * event leads to something new, and that event.
 */
export function coveringPaths<State extends Snapshot<unknown>, Event extends EventObject, Input>(
  sightsIn: (steps: Steps<State, Event>) => readonly string[],
): PathGenerator<State, Event, Input> {
  return (logic, options) => {
    // XState finds the nearest states first, each by its shortest path.
    const ways = new Map<State, Steps<State, Event>>();
    const seen = new Set<string>();
    const chosen: Steps<State, Event>[] = [];
    for (const { state: from, transitions } of Object.values(getAdjacencyMap(logic, options))) {
      const way = ways.get(from) ?? [{ state: from, event: { type: 'xstate.init' } as Event }];
      for (const { event, state } of Object.values<Steps<State, Event>[number]>(transitions)) {
        const step = { event, state };
        if (!ways.has(state)) ways.set(state, [...way, step]);
        if (sightsIn([step]).every((sight) => seen.has(sight))) continue;
        for (const sight of sightsIn([...way.slice(1), step])) seen.add(sight);
        chosen.push([...way, step]);
      }
    }
    return chosen.flatMap((steps) => {
      const last = steps.at(-1);
      return last ? [{ state: last.state, steps, weight: steps.length }] : [];
    });
  };
}
