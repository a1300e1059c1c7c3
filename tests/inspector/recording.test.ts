import { describe, expect, it } from 'vitest';
import { chartOf } from '../../inspector/statechart/index.ts';
import type { FeedMessage } from '../../inspector/statechart/protocol.ts';
import {
  actorsAt,
  addMessages,
  exportRecording,
  importRecording,
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
  status: 'active',
});

const opening: Body[] = [
  { kind: 'opened', name: 'lights', commands: ['flash'] },
  { kind: 'chart', key: '0', chart: chartOf(crossing) },
  { kind: 'actor', actor: 'x:0', parent: null, name: 'crossing', chart: '0' },
];
const first = page('one', 1_000, [
  ...opening,
  step('xstate.init', ['crossing', 'crossing.cars.red']),
  step('mode.flash', ['crossing', 'crossing.cars.flashing'], ['crossing|mode.flash|0']),
]);
const second = page('two', 9_000, [...opening, step('xstate.init', ['crossing'])]);
const empty = { messages: [] };

describe('a recording', () => {
  it('is the same whatever the order in which messages come, and however often', () => {
    const straight = addMessages(addMessages(empty, first), second);
    const mixed = addMessages(
      addMessages(addMessages(empty, second.toReversed()), first.toReversed()),
      second,
    );
    expect(mixed).toEqual(straight);
    expect(straight.messages).toHaveLength(first.length + second.length);
  });

  it('tells causes before effects, though the effect was reported first', () => {
    const [effect, cause] = page('one', 1_000, [step('effect', []), step('cause', [])]);
    if (!effect || !cause) throw new Error('no messages');
    const { entries } = readRecording(
      addMessages(empty, [
        { ...effect, order: 5 },
        { ...cause, order: 4 },
      ]),
    );
    expect(entries.map((entry) => entry.kind === 'step' && entry.event)).toEqual(['cause', 'effect']);
  });

  it('becomes a log with the time since the entry before, across page loads', () => {
    const { entries, commands, isOpen, run } = readRecording(addMessages(empty, [...first, ...second]));
    expect(entries.map((entry) => (entry.kind === 'step' ? entry.event : 'page'))).toEqual([
      ...['page', 'xstate.init', 'mode.flash', 'page', 'xstate.init'],
    ]);
    expect(entries.map(({ sincePrevious }) => sincePrevious)).toEqual([null, 300, 100, 7_600, 300]);
    expect({ commands, isOpen, run }).toEqual({ commands: ['flash'], isOpen: true, run: 'two' });
  });

  it('shows the actors as they were after an entry', () => {
    const recording = addMessages(empty, [...first, ...second]);
    const { entries } = readRecording(recording);
    expect(actorsAt(recording, entries[1]?.key ?? '')).toMatchObject([
      { run: 'one', states: ['crossing', 'crossing.cars.red'], taken: [] },
    ]);
    expect(actorsAt(recording, entries[2]?.key ?? '')).toMatchObject([{ taken: ['crossing|mode.flash|0'] }]);
    expect(actorsAt(recording, null)).toMatchObject([{ run: 'two', states: ['crossing'] }]);
  });

  it('comes back from a file as it was', () => {
    const recording = addMessages(empty, [...first, ...second]);
    expect(importRecording(exportRecording(recording))).toEqual(recording);
  });

  it('drops what a file holds beyond the protocol', () => {
    const data = { format: 'statechart-recording', version: 1, messages: [{ ...first[0], secret: 'x' }] };
    expect(JSON.stringify(importRecording(JSON.stringify(data)))).not.toContain('secret');
  });

  const message = (change: object) =>
    JSON.stringify({ format: 'statechart-recording', version: 1, messages: [{ ...first[1], ...change }] });
  const chart = chartOf(crossing);
  it.each([
    ['no JSON', 'hello', 'This file is no JSON.'],
    ['null', 'null', 'This file is no recording of the inspector.'],
    ['another JSON', '{"a":1}', 'This file is no recording of the inspector.'],
    [
      'a later version',
      '{"format":"statechart-recording","version":2}',
      'This recording has version 2; this inspector reads version 1.',
    ],
    [
      'no messages',
      '{"format":"statechart-recording","version":1}',
      'This recording holds no list of messages.',
    ],
    ['a damaged message', message({ at: 'noon' }), 'Message 1 of this recording is damaged.'],
    [
      'an edge to nowhere',
      message({ chart: { ...chart, nodes: chart.nodes.slice(0, 3) } }),
      'Message 1 of this recording is damaged.',
    ],
    [
      'states in a circle',
      message({ chart: { ...chart, nodes: chart.nodes.toReversed() } }),
      'Message 1 of this recording is damaged.',
    ],
  ])('refuses %s', (_, text, problem) => {
    expect(() => importRecording(text)).toThrow(problem);
  });
});
