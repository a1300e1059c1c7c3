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

/** What the chart of the crossing says of the transitions that are possible in these states. */
const possible = (cars: string, people: string) =>
  possibleEdges(chart, activeStates(chart, { cars, people })).map(line);
const lamp = 'crossing: event lamp.broken / log';
const everywhere = ['crossing: event mode.flash → cars.flashing', 'cars: done cars / log'];

it('possible is what active states and those around them offer, each with its kind, guard and delay', () => {
  expect(possible('green', 'asking')).toEqual([
    ...[lamp, ...everywhere],
    'cars.green: event button.pressed [isReady and not isNight] / ring → cars.yellow',
    'cars.green: event light.tested → cars.green',
    'cars.green: after GREEN (1.5 min) → cars.yellow',
    'people: event power.back → people',
    'people.asking: done askCentre → people.walking',
    'people.asking: error askCentre → people.waiting',
  ]);
});

it('possible is what is behind a guard, and what comes when the guard says no', () => {
  expect(possible('red', 'walking')).toEqual([
    ...[lamp, ...everywhere],
    'cars.red: after 2 s [isNight] → cars.flashing',
    'cars.red: after 2 s → cars.green',
    'people: event power.back → people',
    'people.walking: after WALK → people.waiting',
  ]);
});

it('possible is not what a state further inside, or an earlier candidate without a guard, pre-empts', () => {
  const left = possible('flashing', 'waiting').filter((edge) => edge.includes('lamp.broken'));
  expect(left).toEqual(['cars.flashing: event lamp.broken → cars.off']);
  const machine = createMachine({ on: { go: [{ actions: 'first' }, { actions: 'never' }] } });
  expect(possibleEdges(chartOf(machine), [machine.id]).map(({ actions }) => actions)).toEqual([['first']]);
});
