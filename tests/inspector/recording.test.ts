import { describe, expect, it } from 'vitest';
import { chartOf } from '../../inspector/statechart/index.ts';
import type { FeedMessage } from '../../inspector/statechart/protocol.ts';
import {
  actorsAt,
  addMessages,
  exportRecording,
  importRecording,
  type LogEntry,
  readRecording,
} from '../../inspector/statechart/recording.ts';
import { crossing } from './sample-machines.ts';

type Body = FeedMessage extends infer M
  ? M extends FeedMessage
    ? Omit<M, 'tab' | 'run' | 'seq' | 'order' | 'at'>
    : never
  : never;

const page = (run: string, start: number, bodies: Body[]): FeedMessage[] =>
  bodies.map((body, seq) => ({ ...body, tab: 'tab', run, seq, order: seq, at: start + seq * 100 }));

const step = (event: string, states: string[], edges: string[] = []): Body => ({
  kind: 'step',
  actor: 'x:0',
  event,
  from: null,
  edges,
  states,
  guards: [],
  status: 'active',
});

const opening: Body[] = [
  { kind: 'opened', name: 'lights' },
  { kind: 'actor', actor: 'x:0', parent: null, name: 'crossing', chart: chartOf(crossing) },
];
const first = page('one', 1_000, [
  ...opening,
  step('xstate.init', ['crossing', 'crossing.cars.red']),
  step('mode.flash', ['crossing', 'crossing.cars.flashing'], ['crossing|mode.flash|0']),
]);
const second = page('two', 9_000, [...opening, step('xstate.init', ['crossing'])]);

const nameOf = ({ message }: LogEntry) => (message.kind === 'step' ? message.event : 'page');

describe('a recording', () => {
  it('is the same in whatever order and however often messages come', () => {
    const straight = addMessages(addMessages([], first), second);
    const mixed = addMessages(addMessages(addMessages([], second.toReversed()), first.toReversed()), second);
    expect(mixed).toEqual(straight);
    expect(straight).toHaveLength(first.length + second.length);
  });

  it('lists a cause before its effect, although the effect was reported first', () => {
    const [effect, cause] = page('one', 1_000, [step('effect', []), step('cause', [])]);
    if (!effect || !cause) throw new Error('no messages');
    const reported = [
      { ...effect, order: 5 },
      { ...cause, order: 4 },
    ];
    expect(readRecording(addMessages([], reported)).entries.map(nameOf)).toEqual(['cause', 'effect']);
  });

  it('becomes a log with the time since the entry before, across page loads', () => {
    const { entries, page, isOpen } = readRecording(addMessages([], [...first, ...second]));
    expect(entries.map(nameOf)).toEqual([...['page', 'xstate.init', 'mode.flash', 'page', 'xstate.init']]);
    expect(entries.map(({ sincePrevious }) => sincePrevious)).toEqual([null, 200, 100, 7_700, 200]);
    expect([isOpen, page?.run]).toEqual([true, 'two']);
  });

  it('shows the actors as they were after an entry', () => {
    const recording = addMessages([], [...first, ...second]);
    const { entries } = readRecording(recording);
    expect(actorsAt(recording, entries[1]?.key ?? '')).toMatchObject([
      { run: 'one', states: ['crossing', 'crossing.cars.red'], edges: [] },
    ]);
    expect(actorsAt(recording, entries[2]?.key ?? '')).toMatchObject([{ edges: ['crossing|mode.flash|0'] }]);
    expect(actorsAt(recording, null)).toMatchObject([{ run: 'two', states: ['crossing'] }]);
  });

  it('comes back from a file as it was', () => {
    const recording = addMessages([], [...first, ...second]);
    expect(importRecording(exportRecording(recording))).toEqual(recording);
  });

  const file = { format: 'statechart recording, version 2', messages: [first[1]] };
  const damaged = (change: object) => JSON.stringify({ ...file, messages: [{ ...first[1], ...change }] });
  it.each([
    ['another JSON', '{"a":1}', 'This file is no statechart recording, version 2.'],
    ['an earlier version', JSON.stringify({ ...file, format: 'x' }), 'This file is no statechart recording'],
    ['a damaged message', damaged({ at: 'noon' }), 'Message 1 of this recording is damaged.'],
    ['what the protocol does not know', damaged({ secret: 'x' }), 'Message 1 of this recording is damaged.'],
  ])('refuses %s', (_, text, problem) => {
    expect(() => importRecording(text)).toThrow(problem);
  });
});
