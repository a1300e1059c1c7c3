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
    // A graph without its own copies of the states: what each move covers and costs, and where it leads.
    const moveOf = ({ from, event, to }: EdgeOf<State, Event>) => ({
      name: nameOf(event),
      cost: costOf(event),
      covered: coverageOf({ state: to, event }, from),
      to: keyOf(to),
    });
    type Move = ReturnType<typeof moveOf>;
    const groups = [...groupedBy(edges, ({ from }) => from)];
    const movesAt = new Map(groups.map(([from, those]) => [keyOf(from), those.map(moveOf)]));
    const start = logic.getInitialSnapshot(undefined as never, undefined as never);
    const reached = new Set([keyOf(start)]);
    for (const key of reached) for (const { to } of movesAt.get(key) ?? []) reached.add(to);
    const left = new Set(
      [...reached].flatMap((key) => movesAt.get(key) ?? []).flatMap(({ covered }) => covered),
    );
    /** The cheapest way to a move that covers something new; empty if there is none. */
    const routeFrom = (from: string, most: number, blocked: ReadonlySet<Move>): Move[] => {
      const seen = new Set<string>();
      type Way = { at: string; route: Move[]; isNew: boolean };
      const waysByCost: Way[][] = [[{ at: from, route: [], isNew: false }]];
      for (let cost = 0; cost < waysByCost.length; cost += 1)
        for (const { at, route, isNew } of waysByCost[cost] ?? []) {
          if (isNew) return route;
          if (seen.has(at) || route.length >= most) continue;
          seen.add(at);
          for (const move of movesAt.get(at) ?? []) {
            if (blocked.has(move)) continue;
            const coversMore = move.covered.some((item) => left.has(item));
            if (seen.has(move.to) && !coversMore) continue;
            const ways = waysByCost[cost + move.cost] ?? [];
            waysByCost[cost + move.cost] = ways;
            ways.push({ at: move.to, route: [...route, move], isNew: coversMore });
          }
        }
      return [];
    };

    /** A path that covers as much of what is left as it can. */
    const nextPath = (): Steps<State, Event> => {
      const path: Steps<State, Event> = [{ state: start, event: { type: 'xstate.init' } as Event }];
      /** Moves that lead nowhere new from the end of the path: states with the same key may differ in what does not count. */
      const blocked = new Set<Move>();
      for (;;) {
        const end = path.at(-1)?.state as State;
        const most = path.length === 1 ? Number.POSITIVE_INFINITY : longest - path.length;
        const route = routeFrom(keyOf(end), most, blocked);
        if (route.length === 0) return path;
        const before = left.size;
        const steps: Steps<State, Event> = [];
        let inVain = route.at(-1);
        let state = end;
        for (const move of route) {
          const possible = typeof events === 'function' ? events(state) : (events ?? []);
          const event = possible.find((each) => nameOf(each) === move.name);
          if (!event) {
            inVain = move;
            break;
          }
          const from = state;
          state = logic.transition(state, event, undefined as never);
          steps.push({ state, event });
          for (const item of coverageOf({ state, event }, from)) left.delete(item);
        }
        if (left.size < before) {
          path.push(...steps);
          blocked.clear();
        } else if (inVain) blocked.add(inVain);
      }
    };
    const paths = [];
    while (left.size > 0) {
      const before = left.size;
      const steps = nextPath();
      const end = steps.at(-1);
      if (!end || left.size === before) throw new Error(`No path covers: ${[...left].join(', ')}`);
      paths.push({ state: end.state, steps, weight: steps.length });
    }
    return paths;
  };
}
