import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
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
const short = (id: string) => id.replace('crossing.', '');

function line({ source, kind, label, guard, actions, targets }: ChartEdge): string {
  const parts = [`${short(source)}: ${kind} ${label}`];
  if (guard) parts.push(`[${guard}]`);
  if (actions.length > 0) parts.push(`/ ${actions}`);
  if (targets.length > 0) parts.push(`→ ${targets.map(short)}`);
  return parts.join(' ');
}

describe('chartOf', () => {
  it('lists every state once, each after the one around it, without the timers that XState adds', () => {
    const nodes = chart.nodes.map(({ id, key, parent, description, exit, ...node }) => {
      const { type, initial, invokes, entry } = node;
      expect([id, exit]).toEqual([parent ? `${parent}.${key}` : 'crossing', []]);
      const parts = [short(id), type, initial && `starts at ${short(initial)}`, description];
      return [...parts, ...invokes, ...entry].filter(Boolean).join(', ');
    });
    expect(nodes).toEqual([
      'crossing, parallel, Lights at a pedestrian crossing',
      'cars, compound, starts at cars.red',
      ...['cars.green, atomic', 'cars.yellow, atomic', 'cars.red, atomic'],
      'cars.flashing, atomic, At night',
      ...['cars.before, history', 'cars.off, final'],
      'people, compound, starts at people.waiting',
      ...['people.waiting, atomic', 'people.asking, atomic, askCentre, log', 'people.walking, atomic'],
    ]);
  });

  it('lists every transition with its kind, its guard, also a combined one, and its delay', () => {
    expect(chart.edges.map(line)).toEqual([
      'crossing: event lamp.broken / log',
      'crossing: event mode.flash → cars.flashing',
      'cars: done cars / log',
      'cars.green: event button.pressed [isReady and not isNight] / ring → cars.yellow',
      'cars.green: event light.tested → cars.green',
      'cars.green: after GREEN (3 s) → cars.yellow',
      'cars.yellow: after 500 ms → cars.red',
      'cars.red: after 2 s [isNight] → cars.flashing',
      'cars.red: after 2 s → cars.green',
      'cars.flashing: event mode.normal → cars.before',
      'cars.flashing: event power.cut → cars.off',
      'cars.flashing: event lamp.broken → cars.off',
      'people: event power.back → people',
      'people.waiting: event button.pressed → people.asking',
      'people.asking: done askCentre → people.walking',
      'people.asking: error askCentre → people.waiting',
      'people.walking: always always [isNight] → people.waiting',
      'people.walking: after WALK → people.waiting',
    ]);
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

it('finds all active states of a value, parallel ones too', () => {
  expect(activeStates(chart, { cars: 'red', people: 'waiting' }).map(short)).toEqual([
    ...['crossing', 'cars', 'cars.red', 'people', 'people.waiting'],
  ]);
});

describe('possibleEdges', () => {
  const labels = (cars: string, people: string) =>
    possibleEdges(chart, activeStates(chart, { cars, people })).map(({ label }) => label);

  it('lists the edges of every active state and of those around it', () => {
    expect(labels('yellow', 'walking')).toEqual([
      ...['lamp.broken', 'mode.flash', 'cars', '500 ms', 'power.back', 'WALK'],
    ]);
  });

  it('leaves out an edge that a state further inside always pre-empts, in any region', () => {
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
