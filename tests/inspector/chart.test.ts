import { expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { nowIn } from '../../inspector/statechart/feed.ts';

/** A pedestrian crossing. */
const crossing = createMachine({
  id: 'crossing',
  type: 'parallel',
  on: { 'lamp.broken': {}, 'mode.flash': '.cars.flashing' },
  states: {
    cars: {
      initial: 'red',
      states: {
        red: { after: { 2000: [{ guard: () => false, target: 'flashing' }, { target: 'flashing' }] } },
        flashing: { on: { 'lamp.broken': 'off' } },
        off: { type: 'final' },
      },
      onDone: {},
    },
    people: {
      initial: 'waiting',
      states: {
        waiting: { on: { 'lamp.broken': 'asking' } },
        asking: { invoke: { src: 'askCentre', onDone: 'walking', onError: 'waiting' } },
        walking: { always: { guard: () => false, target: 'waiting' } },
      },
    },
  },
});

/** The edges that the inspector calls possible in these states, in XState's order. */
const possible = (cars: string, people: string) =>
  nowIn(crossing.resolveState({ value: { cars, people } })).possible.map(({ edge }) =>
    edge.replaceAll('crossing.', ''),
  );
const everywhere = ['cars|xstate.done.state.cars|0', 'crossing|lamp.broken|0', 'crossing|mode.flash|0'];

it('possible is what active states and those around them offer, also behind a guard', () => {
  expect(possible('red', 'walking')).toEqual([
    'cars.red|xstate.after.2000.cars.red|0',
    'cars.red|xstate.after.2000.cars.red|1',
    ...everywhere,
  ]);
});

it('possible is not what a state further inside, or an earlier candidate without a guard, pre-empts', () => {
  expect(possible('flashing', 'waiting').filter((edge) => edge.includes('lamp.broken'))).toEqual([
    'cars.flashing|lamp.broken|0',
    'people.waiting|lamp.broken|0',
  ]);
  const machine = createMachine({ id: 'one', on: { go: [{ actions: 'first' }, { actions: 'never' }] } });
  expect(nowIn(createActor(machine).getSnapshot()).possible).toEqual([{ edge: 'one|go|0', holds: true }]);
});
