import type { PathGenerator, Steps } from 'xstate/graph';
import type { Step } from '../events.ts';
import type { Edge, ModelTab } from '../signup-model.ts';
import { groupedBy } from './grouped-by.ts';

type Options = {
  /** What a step covers, by name. */
  coverageOf(edge: Edge): readonly string[];
  /** How long an event takes beside others, which take 1; a whole number. */
  costOf?(event: Step): number;
};
/** The most steps of a path. One goes on longer if its first step that covers something new comes later. */
const LONGEST = 30;

/**
 * A path generator for a `TestModel`: few, long paths that cover all edges of its graph. Each goes on, by the
 * cheapest way, to a step that covers something new.
 */
export const coveringPaths =
  (
    edges: readonly Edge[],
    { coverageOf, costOf = () => 1 }: Options,
  ): PathGenerator<ModelTab, Step, undefined> =>
  (logic, { serializeState, events }) => {
    const keyOf = (tab: ModelTab) => serializeState?.(tab, undefined) ?? '';
    // A graph without its own copies of the states: what each move covers and costs, and where it leads.
    const moves = edges.map((edge) => ({
      from: keyOf(edge.from),
      title: edge.event.title,
      covered: coverageOf(edge),
      cost: costOf(edge.event),
      to: keyOf(edge.to),
    }));
    type Move = (typeof moves)[number];
    const movesAt = groupedBy(moves, ({ from }) => from);
    const left = new Set(moves.flatMap(({ covered }) => covered));

    /** The cheapest way to a move that covers something new; empty if there is none. */
    const routeFrom = (from: string, most: number, blocked: ReadonlySet<Move>): Move[] => {
      const seen = new Set<string>();
      const waysByCost = [[{ at: from, route: [] as Move[], isNew: false }]];
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
    const nextPath = (): Steps<ModelTab, Step> => {
      const start = logic.getInitialSnapshot(undefined as never, undefined);
      const path: Steps<ModelTab, Step> = [{ state: start, event: { type: 'xstate.init' } as never }];
      /** Moves that lead nowhere new from the end of the path: states with one key may differ in ignored values. */
      const blocked = new Set<Move>();
      for (;;) {
        let from = path.at(-1)?.state ?? start;
        const most = path.length === 1 ? Number.POSITIVE_INFINITY : LONGEST - path.length;
        const route = routeFrom(keyOf(from), most, blocked);
        if (route.length === 0) return path;
        const steps: Steps<ModelTab, Step> = [];
        const before = left.size;
        for (const { title } of route) {
          const possible = typeof events === 'function' ? events(from) : [];
          const event = possible.find((each) => each.title === title);
          if (!event) break;
          const to = logic.transition(from, event, undefined as never);
          steps.push({ state: to, event });
          for (const item of coverageOf({ from, event, to })) left.delete(item);
          from = to;
        }
        const inVain = route[steps.length] ?? route.at(-1);
        if (left.size === before && inVain) blocked.add(inVain);
        if (left.size === before) continue;
        path.push(...steps);
        blocked.clear();
      }
    };
    const paths: ReturnType<PathGenerator<ModelTab, Step, undefined>> = [];
    for (let steps = nextPath(); steps.length > 1; steps = nextPath())
      paths.push({ state: steps.at(-1)?.state as ModelTab, steps, weight: steps.length });
    return paths;
  };
