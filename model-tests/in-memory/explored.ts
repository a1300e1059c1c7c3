import { coveringPaths } from '../chart/covering-paths.ts';
import { createSignupModel, edgesOf, shipped, sightsOfRow } from '../signup-model.ts';

export const model = createSignupModel(shipped);
export const edges = edgesOf(model);
/** The paths that are run in memory, and along which walks begin. */
export const paths = model.getPaths(coveringPaths(edges, { sightsIn: sightsOfRow, longest: 30 }), {
  allowDuplicatePaths: true,
});
