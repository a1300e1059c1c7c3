import { parseArgs } from 'node:util';
import { createMachine } from 'xstate';
import { TestModel } from 'xstate/graph';
import { type ChartModel, type Sample, stateNodesOf } from './chart/chart-model.ts';
import { coveringPaths } from './chart/coverage.ts';
import { explore } from './chart/explore.ts';

const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
const sizes = [25, 100, 400];

/** How many ways lead on from each state; the sign-up chart has about as many. */
const branching = 3;

/** A chart of so many states in a ring, each with ways to states further on. */
function chartOfSize(states: number): ChartModel {
  const name = (index: number) => `s${index % states}`;
  const leaps = [1, 2, Math.floor(states / 3)].slice(0, branching);
  const machine = createMachine({
    id: `ring${states}`,
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length: states }, (_, index) => [
        name(index),
        { on: Object.fromEntries(leaps.map((leap, way) => [`way${way}`, name(index + leap)])) },
      ]),
    ),
  });
  const title = { ja: '', en: '' };
  const samples: Sample[] = leaps.map((_, way) => ({
    name: `way${way}`,
    title,
    event: { type: `way${way}` },
  }));
  return {
    machine,
    samples,
    openings: [{ name: 'start', title, input: undefined }],
    decisive: () => [],
    isWorthExploring: () => true,
    isGoal: () => true,
    teller: () => null,
    outsideActions: [],
    lasting: [],
    checkStep: () => {},
    delays: {},
  };
}

/** The quickest of three, in milliseconds: what other programs do meanwhile only ever adds. */
function quickest(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function run(): void {
  const rows = sizes.map((size) => {
    const model = chartOfSize(size);
    const events = model.samples.map(({ event }) => event);
    const plain = new TestModel(model.machine, {
      events,
      serializeState: ({ value }) => JSON.stringify(value),
    });
    const exploration = explore(model);
    return {
      states: stateNodesOf(model.machine).length - 1,
      transitions: exploration.steps.length - 1,
      'shortest paths': plain.getShortestPaths().length,
      'ms (shortest)': quickest(() => plain.getShortestPaths()),
      'covering paths': coveringPaths(exploration).length,
      'ms (explore and cover)': quickest(() => coveringPaths(explore(model))),
    };
  });
  const table = rows.map((row, index) => {
    const before = rows[index - 1];
    const factor = (name: 'ms (shortest)' | 'ms (explore and cover)') =>
      before ? `${row[name].toFixed(1)} (× ${(row[name] / before[name]).toFixed(1)})` : row[name].toFixed(1);
    return {
      ...row,
      'ms (shortest)': factor('ms (shortest)'),
      'ms (explore and cover)': factor('ms (explore and cover)'),
    };
  });
  process.stdout.write(
    'Each chart has four times the states of the one before; in brackets the growth of the time.\n',
  );
  console.table(table);
}

if (values.help)
  process.stdout.write('Prints how the number of paths and the time grow from 25 to 100 to 400 states.\n');
else run();
