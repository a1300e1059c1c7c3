import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../../inspector/statechart/chart.ts';

/** What steps have not seen (step.ts) of a chart: a sentence for each part, with the file to change. */
export function missingIn(machine: AnyStateMachine, covered: Iterable<string>, file: string): string[] {
  const seen = new Set(covered);
  const { nodes, edges } = chartOf(machine);
  // Nothing rests in a history state, nor in a state that `always` leaves at once.
  const inPassing = edges.filter(({ id, kind }) => kind === 'always' && seen.has(`edge ${id}`));
  const left = new Set(inPassing.map(({ source }) => source));
  const states = nodes.filter(({ type }) => type !== 'history');
  return [
    ...states
      .filter(({ description }) => !description)
      .map(({ id }) => `${id} has no description: write in the chart what it means`),
    ...states
      .filter(({ id }) => !seen.has(`state ${id}`) && !left.has(id))
      .map(({ id }) => `${id} is never reached: write in ${file} what leads there`),
    ...edges
      .filter(({ id }) => !seen.has(`edge ${id}`))
      .map((edge) => `${nameOf(edge)} is never taken: write in ${file} what takes it`),
    ...edges
      .filter(({ guard }) => guard !== null)
      .flatMap((edge) =>
        [true, false]
          .filter((outcome) => !seen.has(`guard ${edge.id}:${outcome}`))
          .map((outcome) => `${nameOf(edge)} was never ${outcome}: write in ${file} with what it is`),
      ),
  ];
}

function nameOf({
  source,
  label,
  kind,
  guard,
  targets,
}: ReturnType<typeof chartOf>['edges'][number]): string {
  const what = kind === 'event' ? label : `${kind} ${label}`;
  return `${source} --${what}${guard ? ` [${guard}]` : ''}--> ${targets.join(', ') || '(stays)'}`;
}
