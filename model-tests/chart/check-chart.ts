import assert from 'node:assert/strict';
import type { ChartModel } from './chart-model.ts';
import { coveringPaths, describeGaps, gapsOf } from './coverage.ts';
import { type Exploration, explore } from './explore.ts';
import { replay } from './replay.ts';

/**
 * Everything that is checked of a chart in memory: each step that can be taken against the specification, that
 * nothing of the chart is left out, and each of the covering paths on a real actor. Throws at the first fault.
 */
export async function checkChart(model: ChartModel): Promise<Exploration> {
  const exploration = explore(model);
  assert.deepEqual(
    exploration.unforeseenReads,
    [],
    'guards that read what the model does not count as decisive',
  );
  assert.deepEqual(exploration.deadEnds, [], 'states without a way to a good end');
  assert.deepEqual(describeGaps(gapsOf(model, exploration.steps), model), [], 'what is not covered');
  for (const path of coveringPaths(exploration)) await replay(model, path);
  return exploration;
}
