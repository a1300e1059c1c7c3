import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { toDirectedGraph } from 'xstate/graph';
import {
  activeStates,
  type ChartEdge,
  chartOf,
  edgeIdOf,
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

it('a chart has every transition with its kind, its guard, also a combined one, and its delay', () => {
  expect(chart.edges.map(line)).toEqual([
    'crossing: event lamp.broken / log',
    'crossing: event mode.flash → cars.flashing',
    'cars: done cars / log',
    'cars.green: event button.pressed [isReady and not isNight] / ring → cars.yellow',
    'cars.green: event light.tested → cars.green',
    'cars.green: after GREEN (1.5 min) → cars.yellow',
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

it('a chart has every transition that xstate/graph has, under the id that edgeIdOf gives it', () => {
  const collect = (graph: ReturnType<typeof toDirectedGraph>): (string | null)[] => [
    ...graph.edges.map(({ transition }) => edgeIdOf(transition)),
    ...graph.children.flatMap(collect),
  ];
  const inChart = chartOf(signupMachine).edges.filter(({ kind }) => kind !== 'always');
  expect(inChart.map(({ id }) => id).toSorted()).toEqual(
    [...new Set(collect(toDirectedGraph(signupMachine)))].toSorted(),
  );
});

it('possible is what active states and those around them offer, but not what one further inside pre-empts', () => {
  const possible = (cars: string, people: string) =>
    possibleEdges(chart, activeStates(chart, { cars, people })).map(line);
  const everywhere = 'crossing: event mode.flash → cars.flashing';
  const walking = ['people: event power.back → people', 'people.walking: after WALK → people.waiting'];
  const flashing = ['mode.normal → cars.before', 'power.cut → cars.off', 'lamp.broken → cars.off'];
  expect(possible('flashing', 'walking')).toEqual([
    ...[everywhere, 'cars: done cars / log'],
    ...[...flashing.map((edge) => `cars.flashing: event ${edge}`), ...walking],
  ]);
  // what is behind a guard, and what comes when the guard says no
  const red = ['cars.red: after 2 s [isNight] → cars.flashing', 'cars.red: after 2 s → cars.green'];
  expect(possible('red', 'walking')).toEqual([
    ...['crossing: event lamp.broken / log', everywhere, 'cars: done cars / log'],
    ...[...red, ...walking],
  ]);
  const machine = createMachine({ on: { go: [{ actions: 'first' }, { actions: 'never' }] } });
  expect(possibleEdges(chartOf(machine), [machine.id]).map(({ actions }) => actions)).toEqual([['first']]);
});
