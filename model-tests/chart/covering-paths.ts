import type { EventObject, Snapshot } from 'xstate';
import type { PathGenerator, Step, Steps } from 'xstate/graph';
import { groupedBy } from './grouped-by.ts';

/** One step of a graph. */
export type EdgeOf<State, Event> = { from: State; event: Event; to: State };

type Options<State extends Snapshot<unknown>, Event extends EventObject> = {
  /** What a step covers, by name; the step comes from the state before. */
  coverageOf(step: Step<State, Event>, from: State): readonly string[];
  /** The most steps of a path. One goes on longer if its first step that covers something new comes later. */
  longest: number;
  /** How long an event takes beside others, which take 1; a whole number. */
  costOf?(event: Event): number;
};

/**
 * A path generator for a `TestModel`: few, long paths that cover all that the edges of its graph do. Each goes on, by the
 * cheapest way, to a step that covers something new.
 */
export function coveringPaths<State extends Snapshot<unknown>, Event extends EventObject, Input>(
  edges: readonly EdgeOf<State, Event>[],
  { coverageOf, longest, costOf = () => 1 }: Options<State, Event>,
): PathGenerator<State, Event, Input> {
  return (logic, { serializeState, serializeEvent, events }) => {
    const keyOf = (state: State) => serializeState?.(state, undefined) ?? '';
    const nameOf = (event: Event) => serializeEvent?.(event) ?? '';
    // A graph without its own copies of the states: what each move covers, and where it leads.
    const moves = edges.map(({ from, event, to }) => ({
      from: keyOf(from),
      name: nameOf(event),
      covered: coverageOf({ state: to, event }, from),
      cost: costOf(event),
      to: keyOf(to),
    }));
    type Move = (typeof moves)[number];
    const movesAt = groupedBy(moves, ({ from }) => from);
    const left = new Set(moves.flatMap(({ covered }) => covered));

    /** The cheapest way to a move that covers something new; empty if there is none. */
    const routeFrom = (from: string, most: number, blocked: ReadonlySet<Move>): Move[] => {
      const seen = new Set<string>();
      const waysByCost: { at: string; route: Move[]; isNew: boolean }[][] = [
        [{ at: from, route: [], isNew: false }],
      ];
      for (const [cost, ways] of waysByCost.entries())
        for (const { at, route, isNew } of ways ?? []) {
          if (isNew) return route;
          if (seen.has(at) || route.length >= most) continue;
          seen.add(at);
          for (const move of movesAt.get(at) ?? []) {
            const isNew = move.covered.some((item) => left.has(item));
            if (blocked.has(move) || (seen.has(move.to) && !isNew)) continue;
            waysByCost[cost + move.cost] ??= [];
            waysByCost[cost + move.cost]?.push({ at: move.to, route: [...route, move], isNew });
          }
        }
      return [];
    };

    /** A path that covers as much of what is left as it can. */
    const nextPath = (): Steps<State, Event> => {
      const start = logic.getInitialSnapshot(undefined as never, undefined as never);
      const path: Steps<State, Event> = [{ state: start, event: { type: 'xstate.init' } as Event }];
      /** Moves that lead nowhere new from the end of the path: states with the same key may differ in what does not count. */
      const blocked = new Set<Move>();
      for (;;) {
        let state = path.at(-1)?.state ?? start;
        const most = path.length === 1 ? Number.POSITIVE_INFINITY : longest - path.length;
        const route = routeFrom(keyOf(state), most, blocked);
        if (route.length === 0) return path;
        const steps: Steps<State, Event> = [];
        const before = left.size;
        for (const move of route) {
          const possible = typeof events === 'function' ? events(state) : (events ?? []);
          const event = possible.find((each) => nameOf(each) === move.name);
          if (!event) break;
          const from = state;
          state = logic.transition(from, event, undefined as never);
          steps.push({ state, event });
          for (const item of coverageOf({ state, event }, from)) left.delete(item);
        }
        if (left.size < before) path.push(...steps);
        const inVain = route[steps.length] ?? route.at(-1);
        if (left.size < before) blocked.clear();
        else if (inVain) blocked.add(inVain);
      }
    };
    const paths: Steps<State, Event>[] = [];
    for (let steps = nextPath(); steps.length > 1; steps = nextPath()) paths.push(steps);
    return paths.flatMap((steps) => {
      const end = steps.at(-1);
      return end ? [{ state: end.state, steps, weight: steps.length }] : [];
    });
  };
}
