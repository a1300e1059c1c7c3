import { chartOf } from '../../inspector/statechart/chart.ts';
import { type ChartModel, type Step, stateNodesOf } from './chart-model.ts';
import type { Exploration, Path } from './explore.ts';

/** What a set of steps has left out, each by name. Everything is covered when all lists are empty. */
export type Gaps = {
  states: string[];
  /** States of which the chart does not say what they mean. */
  undescribed: string[];
  transitions: string[];
  /** Guards of which only one outcome, or none, was seen. */
  guards: string[];
  /** Samples that no state ever took: dead payloads. */
  samples: string[];
  /** Events of the chart for which there is no sample at all. */
  events: string[];
};

export const noGaps: Gaps = {
  states: [],
  undescribed: [],
  transitions: [],
  guards: [],
  samples: [],
  events: [],
};

/** Compares steps with the whole chart. */
export function gapsOf({ machine, samples }: ChartModel, steps: readonly Step[]): Gaps {
  const chart = chartOf(machine);
  const entered = new Set(steps.flatMap(({ after }) => after._nodes.map(({ id }) => id)));
  const taken = new Set(steps.flatMap(({ edges }) => edges));
  const asked = new Set(steps.flatMap(({ guards }) => guards));
  const used = new Set(steps.map(({ sample }) => sample));
  const known = new Set(samples.map(({ event }) => event.type));
  const nameOf = new Map(chart.edges.map((edge) => [edge.id, nameOfEdge(edge)]));

  // A history is never a place to be; a state that is always left at once is entered in passing only.
  const places = stateNodesOf(machine).filter(({ type }) => type !== 'history');
  const inPassing = new Set(
    chart.edges.filter(({ id, kind }) => kind === 'always' && taken.has(id)).map(({ source }) => source),
  );
  return {
    states: places.filter(({ id }) => !entered.has(id) && !inPassing.has(id)).map(({ id }) => id),
    undescribed: places.filter(({ description }) => !description).map(({ id }) => id),
    transitions: chart.edges.filter(({ id }) => !taken.has(id)).map(nameOfEdge),
    guards: chart.edges
      .filter(({ guard }) => guard !== null)
      .flatMap(({ id }) => [`${id}:true`, `${id}:false`])
      .filter((outcome) => !asked.has(outcome))
      .map((outcome) => {
        const [, id = '', value] = /^(.*):(true|false)$/.exec(outcome) ?? [];
        return `${nameOf.get(id)} was never ${value}`;
      }),
    samples: samples.filter((sample) => !used.has(sample)).map(({ name }) => name),
    events: [
      ...new Set(
        chart.edges
          .filter(({ kind, event }) => kind !== 'always' && !known.has(event))
          .map(({ event }) => event),
      ),
    ],
  };
}

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

/** The sentence for each gap, with the file to write in; empty where nothing is left out. */
export function describeGaps(gaps: Gaps, { files: { chart, samples } }: ChartModel): string[] {
  return [
    ...gaps.undescribed.map((name) => `${name} has no description: write in ${chart} what it means`),
    ...gaps.states.map((name) => `${name} is never reached: write in ${samples} what leads there`),
    ...gaps.transitions.map((name) => `${name} is never taken: write in ${samples} what takes it`),
    ...gaps.guards.map((name) => `${name}: write in ${samples} with what it is`),
    ...gaps.samples.map((name) => `${name} is taken nowhere: remove it from ${samples}, or mend ${chart}`),
    ...gaps.events.map((name) => `${name} has no sample: write one in ${samples}`),
  ];
}

/** What a step shows: states, transitions, outcomes of guards, its sample or opening. */
export function sightsOf(step: Step): string[] {
  return [
    ...step.after._nodes.map(({ id }) => `state ${id}`),
    ...step.edges.map((id) => `edge ${id}`),
    ...step.guards.map((outcome) => `guard ${outcome}`),
    step.sample ? `sample ${step.sample.name}` : `opening ${step.opening.name}`,
  ];
}

/**
 * A small set of paths that together show everything there is to see. Those in `first` are taken as they are, then
 * the shortest first; a path that another one begins with is left out.
 */
export function coveringPaths(
  { steps, pathWith }: Exploration,
  { first = [], sightsIn = sightsOf }: { first?: readonly Path[]; sightsIn?: typeof sightsOf } = {},
): Path[] {
  const wanted = steps
    .map((step) => ({ step, path: pathWith(step) }))
    .sort((one, other) => one.path.steps.length - other.path.steps.length);
  const chosen: Path[] = [...first];
  const seen = new Set(first.flatMap((path) => path.steps.flatMap(sightsIn)));
  for (const { step, path } of wanted) {
    if (sightsIn(step).every((sight) => seen.has(sight))) continue;
    for (const sight of path.steps.flatMap(sightsIn)) seen.add(sight);
    chosen.push(path);
  }
  return chosen.filter((path) => !chosen.some((longer) => longer !== path && beginsWith(longer, path)));
}

function beginsWith(longer: Path, shorter: Path): boolean {
  return (
    longer.opening === shorter.opening &&
    longer.steps.length > shorter.steps.length &&
    shorter.steps.every(({ sample }, index) => longer.steps[index]?.sample === sample)
  );
}
