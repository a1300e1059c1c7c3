import { expect, it } from 'vitest';
import { chartOf } from '../../inspector/statechart/index.ts';
import type { FeedMessage } from '../../inspector/statechart/protocol.ts';
import {
  addMessages,
  exportRecording,
  importRecording,
  readRecording,
} from '../../inspector/statechart/recording.ts';
import { crossing } from './sample-machines.ts';

/** What a page says: that it opened, its actor, and a step for each of these events. */
function page(run: string, start: number, actor: string, steps: Record<string, string>): FeedMessage[] {
  const seal = (order: number) => ({ tab: 'tab', run, order, at: start + order * 100 });
  const step = { kind: 'step', actor, from: null, status: 'active' } as const;
  return [
    { kind: 'opened', name: 'lights', isShownAgain: false, ...seal(0) },
    { kind: 'actor', actor, parent: null, name: actor, chart: chartOf(crossing), ...seal(1) },
    ...Object.entries(steps).map(([event, state], index) => ({
      ...{ ...step, ...seal(index + 2), event },
      possible: [],
      states: ['crossing', 'crossing.cars', `crossing.cars.${state}`],
      edges: event === 'xstate.init' ? [] : [`crossing|${event}|0`],
    })),
  ];
}

const first = page('one', 1_000, 'form', { 'xstate.init': 'red', 'mode.flash': 'flashing' });
const second = page('two', 9_000, 'callback', { 'xstate.init': 'red' });
const recording = addMessages([], [...first, ...second]);

const namesIn = (messages: readonly FeedMessage[]) =>
  readRecording(messages).entries.map(({ message }) => (message.kind === 'step' ? message.event : 'page'));

it('a recording is the same in whatever order and however often messages come, and from its file', () => {
  expect(recording).toHaveLength(first.length + second.length);
  const mixed = addMessages(addMessages(addMessages([], second.toReversed()), first.toReversed()), second);
  expect(mixed).toEqual(recording);
  expect(importRecording(exportRecording(recording))).toEqual(recording);
});

it('the log lists a cause before its effect, although the effect was reported first', () => {
  const atOnce = first.map((message) => ({ ...message, at: 1_000 }));
  expect(namesIn(addMessages([], atOnce.toReversed()))).toEqual(namesIn(first));
});

it('the log has the time since the entry before, across page loads', () => {
  const { entries } = readRecording(recording);
  expect(namesIn(recording)).toEqual(['page', 'xstate.init', 'mode.flash', 'page', 'xstate.init']);
  expect(entries.map(({ sincePrevious }) => sincePrevious)).toEqual([null, 200, 100, 7_700, 200]);
});

it('a recording shows the page that was opened last, with its actors', () => {
  const { page, isOpen, actors } = readRecording(recording);
  expect([isOpen, page?.run]).toEqual([true, 'two']);
  expect(actors.map(({ name }) => name)).toEqual(['callback']);
});

it('a page that is shown again from memory goes on after the page that came between', () => {
  const seal = { tab: 'tab', run: 'one', order: 9, at: 20_000 };
  const back = addMessages(recording, [
    { ...seal, kind: 'opened', name: 'lights', isShownAgain: true },
    { ...seal, kind: 'closed', order: 10 },
  ]);
  expect(namesIn(back)).toEqual([...namesIn(recording), 'page']);
  const { page, isOpen, actors } = readRecording(back);
  expect([isOpen, page?.run]).toEqual([false, 'one']);
  expect(actors.map(({ name }) => name)).toEqual(['form']);
});

it('an actor that is started again is listed once, as it is now', () => {
  const again = second.map((one) => (one.kind === 'actor' ? { ...one, actor: 'again' } : one));
  expect(readRecording([...second, ...again]).actors.map(({ actor }) => actor)).toEqual(['again']);
});

const file = { format: 'statechart recording, version 4', messages: [first[1]] };
const damaged = (change: object) => JSON.stringify({ ...file, messages: [{ ...first[1], ...change }] });
it.each([
  ['an earlier version', JSON.stringify({ ...file, format: 'x' }), 'This file is no statechart recording'],
  ['a damaged message', damaged({ at: 'noon' }), 'Message 1 of this recording is damaged.'],
  ['what the protocol does not know', damaged({ secret: 'x' }), 'Message 1 of this recording is damaged.'],
])('the inspector refuses a file with %s', (_, text, problem) => {
  expect(() => importRecording(text)).toThrow(problem);
});
