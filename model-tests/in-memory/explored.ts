import { coveringPaths } from '../chart/covering-paths.ts';
import type { Step } from '../events.ts';
import { createSignupModel, edgesOf, type ModelTab, shipped } from '../signup-model.ts';

export const model = createSignupModel(shipped);
export const edges = edgesOf(model);
const everyRow = coveringPaths<ModelTab, Step, undefined>(edges, {
  coverageOf: ({ event, state }, from) => [`${from.at} | ${event.title} | ${state.at}`, ...state.covered],
  longest: 30,
});
/** The paths that are run in memory, and along which walks begin: they take every row of the table. */
export const paths = model.getPaths(everyRow, { allowDuplicatePaths: true });
/** The names of each one's test events after the first visit. */
export const eventsOfPaths = paths.map(({ steps }) => steps.slice(2).map(({ event }) => event.title));
