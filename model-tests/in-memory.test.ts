import { describe, expect, it } from 'vitest';
import { coveringPaths, describeGaps, gapsOf } from './chart/coverage.ts';
import { explore } from './chart/explore.ts';
import { replay } from './chart/replay.ts';
import { chartModels } from './charts.ts';

describe.each(chartModels)('chart $machine.id', (model) => {
  const faults: string[] = [];
  const exploration = explore(model, ({ message }) => faults.push(message));
  const paths = coveringPaths(exploration);

  it('keeps what the specification promises at every step that can be taken', () => {
    expect(exploration.steps.length).toBeGreaterThan(paths.length);
    // One broken promise mostly brings many; the first ones say enough.
    expect(faults.slice(0, 3)).toEqual([]);
  });

  it('reaches every state, takes every transition and sees both outcomes of every guard', () => {
    expect(describeGaps(gapsOf(model, exploration.steps), model)).toEqual([]);
  });

  it('covers as much with the chosen paths as with all steps', () => {
    const taken = paths.flatMap(({ steps }) => steps);
    expect(describeGaps(gapsOf(model, taken), model)).toEqual([]);
  });

  it('leaves a way to a good end from everywhere', () => {
    expect(exploration.deadEnds).toEqual([]);
  });

  it('has no guard that reads what the paths do not tell apart', () => {
    expect(exploration.unforeseenReads).toEqual([]);
  });

  it.each(
    paths.map((path) => ({
      name: path.steps.map(({ sample, opening }) => sample?.name ?? opening.name).join(' → '),
      path,
    })),
  )('$name', async ({ path }) => {
    await replay(model, path);
  });
});
