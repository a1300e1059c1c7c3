import { describe, expect, it } from 'vitest';
import { createActor, createMachine, type getNextSnapshot } from 'xstate';
import { toDirectedGraph } from 'xstate/graph';
import {
  activeStates,
  type ChartEdge,
  chartOf,
  edgeIdOf,
  formatDuration,
  possibleEdges,
} from '../../inspector/statechart/chart.ts';
import { signupMachine } from '../../src/machines/signup.ts';
import { crossing } from './sample-machines.ts';

const chart = chartOf(crossing);
const node = (id: string) => chart.nodes.find((one) => one.id === id);
const edgesFrom = (source: string) => chart.edges.filter((edge) => edge.source === source);
const read = ({ kind, label, guard, targets }: ChartEdge) => ({ kind, label, guard, targets });

describe('chartOf', () => {
  it('lists every state once, the root first, each after the one around it', () => {
    expect(chart.nodes[0]).toMatchObject({ id: 'crossing', parent: null, type: 'parallel' });
    expect(chart.nodes.map(({ key }) => key)).toEqual([
      ...['crossing', 'cars', 'green', 'yellow', 'red', 'flashing', 'before', 'off'],
      ...['people', 'waiting', 'asking', 'walking'],
    ]);
  });

  it('knows initial, history and final states, descriptions, actors and actions', () => {
    expect(node('crossing.cars')).toMatchObject({ initial: 'crossing.cars.red', type: 'compound' });
    expect(node('crossing')?.initial).toBeNull();
    expect(node('crossing.cars.before')).toMatchObject({ type: 'history' });
    expect(node('crossing.cars.off')).toMatchObject({ type: 'final' });
    expect(node('crossing.cars.flashing')).toMatchObject({ description: 'At night' });
    expect(node('crossing.people.asking')).toMatchObject({ invokes: ['askCentre'], entry: ['log'] });
  });

  it("leaves out the timers that XState adds to a state's entry and exit", () => {
    expect(node('crossing.cars.yellow')).toMatchObject({ entry: [], exit: [] });
  });

  it('names guards, also combined ones, and delays by name, by length, and both', () => {
    expect(edgesFrom('crossing.cars.green').map(read)).toContainEqual({
      kind: 'event',
      label: 'button.pressed',
      guard: 'isReady and not isNight',
      targets: ['crossing.cars.yellow'],
    });
    const labels = ['green', 'yellow'].flatMap((state) => edgesFrom(`crossing.cars.${state}`));
    expect(labels.map(({ label }) => label)).toEqual(expect.arrayContaining(['GREEN (3 s)', '500 ms']));
    expect(edgesFrom('crossing.people.walking').map(({ label }) => label)).toContain('WALK');
  });

  it('tells done, error, after and always from events', () => {
    expect(edgesFrom('crossing.people.asking').map(({ kind, label }) => [kind, label])).toEqual([
      ['done', 'askCentre'],
      ['error', 'askCentre'],
    ]);
    expect(edgesFrom('crossing.people.walking').map(({ kind }) => kind)).toEqual(['always', 'after']);
    expect(edgesFrom('crossing.cars').map(({ kind }) => kind)).toContain('done');
  });

  it('has every transition that xstate/graph has, under the id that edgeIdOf gives it', () => {
    const collect = (graph: ReturnType<typeof toDirectedGraph>): (string | null)[] => [
      ...graph.edges.map(({ transition }) => edgeIdOf(transition)),
      ...graph.children.flatMap(collect),
    ];
    const inChart = chartOf(signupMachine).edges.filter(({ kind }) => kind !== 'always');
    expect(inChart.map(({ id }) => id).toSorted()).toEqual(
      [...new Set(collect(toDirectedGraph(signupMachine)))].toSorted(),
    );
  });
});

describe('activeStates', () => {
  it('finds all active states of a value, parallel ones too', () => {
    expect(activeStates(chart, { cars: 'red', people: 'waiting' })).toEqual([
      ...['crossing', 'crossing.cars', 'crossing.cars.red', 'crossing.people', 'crossing.people.waiting'],
    ]);
  });
});

describe('possibleEdges', () => {
  const labels = (cars: string, people: string) =>
    possibleEdges(chart, activeStates(chart, { cars, people })).map(({ label }) => label);

  it('lists the edges of every active state and of those around it', () => {
    expect(labels('yellow', 'waiting')).toEqual([
      ...['lamp.broken', 'mode.flash', 'cars', '500 ms', 'power.back', 'button.pressed'],
    ]);
  });

  it('leaves out an edge that a state further inside always pre-empts, in any region', () => {
    expect(labels('yellow', 'walking')).toContain('lamp.broken');
    const flashing = possibleEdges(chart, activeStates(chart, { cars: 'flashing', people: 'walking' }));
    const broken = flashing.filter(({ event }) => event === 'lamp.broken');
    expect(broken.map(({ source }) => source)).toEqual(['crossing.cars.flashing']);
  });

  it('leaves out a candidate that stands after one without a guard', () => {
    const machine = createMachine({ on: { go: [{ actions: 'first' }, { actions: 'never' }] } });
    expect(possibleEdges(chartOf(machine), [machine.id]).map(({ actions }) => actions)).toEqual([['first']]);
  });

  it('keeps what is behind a guard and what comes when the guard says no', () => {
    const red = possibleEdges(chart, activeStates(chart, { cars: 'red', people: 'waiting' }));
    expect(red.filter(({ kind }) => kind === 'after').map(({ guard }) => guard)).toEqual(['isNight', null]);
  });

  it('agrees with the machine on what it can take', () => {
    const snapshot = createActor(crossing).getSnapshot();
    for (const { event } of possibleEdges(chart, activeStates(chart, snapshot.value))) {
      const type = event as Parameters<typeof getNextSnapshot<typeof crossing>>[2]['type'];
      expect(crossing.getTransitionData(snapshot, { type })).not.toEqual([]);
    }
  });
});

it.each([
  [0, '0 ms'],
  [250, '250 ms'],
  [1_500, '1.5 s'],
  [840_000, '14 min'],
  [7_200_000, '2 h'],
])('writes %i ms as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});
