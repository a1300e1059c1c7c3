import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../../inspector/statechart/chart.ts';

/** How much of a chart was covered, and a sentence for each part that was not, with the file to change. */
export type Coverage = { states: Count; transitions: Count; guards: Count; missing: string[] };
type Count = { seen: number; all: number };

/** Compares what steps have seen (step.ts) with the whole chart. */
export function coverageOf(machine: AnyStateMachine, sights: Iterable<string>, file: string): Coverage {
  const seen = new Set(sights);
  const chart = chartOf(machine);
  const taken = chart.edges.filter(({ id }) => seen.has(`edge ${id}`));
  // Nothing rests in a history state, nor in a state that `always` leaves at once.
  const inPassing = new Set(taken.filter(({ kind }) => kind === 'always').map(({ source }) => source));
  const places = chart.nodes.filter(({ type }) => type !== 'history');
  const states = places.filter(({ id }) => !seen.has(`state ${id}`) && !inPassing.has(id));
  const edges = chart.edges.filter((edge) => !taken.includes(edge));
  const outcomes = chart.edges
    .filter(({ guard }) => guard !== null)
    .flatMap((edge) => [true, false].map((outcome) => ({ edge, outcome })));
  const guards = outcomes.filter(({ edge, outcome }) => !seen.has(`guard ${edge.id}:${outcome}`));
  const countOf = (all: readonly unknown[], missing: readonly unknown[]) => ({
    seen: all.length - missing.length,
    all: all.length,
  });
  return {
    states: countOf(places, states),
    transitions: countOf(chart.edges, edges),
    guards: countOf(outcomes, guards),
    missing: [
      ...places
        .filter(({ description }) => !description)
        .map(({ id }) => `${id} has no description: write in the chart what it means`),
      ...states.map(({ id }) => `${id} is never reached: write in ${file} what leads there`),
      ...edges.map((edge) => `${nameOfEdge(edge)} is never taken: write in ${file} what takes it`),
      ...guards.map(
        ({ edge, outcome }) => `${nameOfEdge(edge)} was never ${outcome}: write in ${file} with what it is`,
      ),
    ],
  };
}

export const printed = ({ states, transitions, guards }: Coverage): string =>
  Object.entries({ states, transitions, 'outcomes of guards': guards })
    .map(([what, { seen, all }]) => `${seen} of ${all} ${what}`)
    .join(', ');

function nameOfEdge({
  source,
  label,
  kind,
  guard,
  targets,
}: ReturnType<typeof chartOf>['edges'][number]): string {
  const what = kind === 'event' ? label : `${kind} ${label}`;
  return `${source} --${what}${guard ? ` [${guard}]` : ''}--> ${targets.join(', ') || '(stays)'}`;
}
