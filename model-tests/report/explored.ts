import type { AnyStateMachine } from 'xstate';
import { type Coverage, coverageOf } from '../chart/coverage.ts';
import { accessToken } from '../child-charts/access-token.ts';
import { childPaths } from '../child-charts/child-model.ts';
import { postalLookup } from '../child-charts/postal-lookup.ts';
import { createSignupModel, shipped, sightsIn, signupPaths } from '../signup/signup-model.ts';

/** A chart, and what its paths in memory show of it. */
export type Explored = { machine: AnyStateMachine; sights: readonly string[]; coverage: Coverage };

export function explored(): Explored[] {
  const signup = createSignupModel(shipped).getPaths(signupPaths());
  const shown = [
    { machine: shipped.machine, sights: signup.flatMap(({ steps }) => sightsIn(steps)) },
    ...[accessToken, postalLookup].map((child) => ({
      machine: child.machine,
      sights: childPaths<never>(child as never).flatMap(({ steps }) =>
        steps.flatMap(({ state }) => state.sights),
      ),
    })),
  ];
  return shown.map((chart) => ({
    ...chart,
    coverage: coverageOf(chart.machine, chart.sights, 'model-tests'),
  }));
}
