import { expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { toDirectedGraph } from 'xstate/graph';
import { chartOf, edgeIdOf } from '../../inspector/statechart/chart.ts';
import { nowIn } from '../../inspector/statechart/feed.ts';
import type { ChartEdge } from '../../inspector/statechart/protocol.ts';
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

/** What the inspector says is possible in these states, in XState's order. */
const possible = (cars: string, people: string) =>
  nowIn(crossing.resolveState({ value: { cars, people } })).possible.map(({ edge }) =>
    chart.edges
      .filter(({ id }) => id === edge)
      .map(line)
      .join(),
  );
const everywhere = [
  'cars: done cars / log',
  'crossing: event lamp.broken / log',
  'crossing: event mode.flash → cars.flashing',
];

it('possible is what active states and those around them offer, each with its kind, guard and delay', () => {
  expect(possible('green', 'asking')).toEqual([
    'cars.green: event button.pressed [isReady and not isNight] / ring → cars.yellow',
    'cars.green: event light.tested → cars.green',
    'cars.green: after GREEN (1.5 min) → cars.yellow',
    ...everywhere,
    'people.asking: done askCentre → people.walking',
    'people.asking: error askCentre → people.waiting',
    'people: event power.back → people',
  ]);
});

it('possible is what is behind a guard, and what comes when the guard says no', () => {
  expect(possible('red', 'walking')).toEqual([
    'cars.red: after 2 s [isNight] → cars.flashing',
    'cars.red: after 2 s → cars.green',
    ...everywhere,
    'people.walking: after WALK → people.waiting',
    'people: event power.back → people',
  ]);
});

it('possible is not what a state further inside, or an earlier candidate without a guard, pre-empts', () => {
  const left = possible('flashing', 'waiting').filter((edge) => edge.includes('lamp.broken'));
  expect(left).toEqual([
    'cars.flashing: event lamp.broken → cars.off',
    'people.waiting: event lamp.broken → people.asking',
  ]);
  const machine = createMachine({ id: 'one', on: { go: [{ actions: 'first' }, { actions: 'never' }] } });
  expect(nowIn(createActor(machine).getSnapshot()).possible).toEqual([{ edge: 'one|go|0', holds: true }]);
});
