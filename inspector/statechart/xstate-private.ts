import type { InspectionEvent } from 'xstate';
import { edgeIdOf } from './chart.ts';

/** The edges that a microstep took. XState says nowhere else which of several transitions was taken. */
export const edgesTaken = ({
  _transitions,
}: Extract<InspectionEvent, { type: '@xstate.microstep' }>): string[] =>
  _transitions.flatMap((transition) => edgeIdOf(transition) ?? []);
