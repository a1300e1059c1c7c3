import { expect, it } from 'vitest';
import type { FeedMessage } from '../../inspector/statechart/protocol.ts';
import {
  addMessages,
  exportRecording,
  importRecording,
  readRecording,
} from '../../inspector/statechart/recording.ts';

/** What a page says: that it opened, its actor, and that this has started. */
function page(run: string, start: number, actor: string): FeedMessage[] {
  const seal = (order: number) => ({ tab: 'tab', run, order, at: start + order * 100 });
  return [
    { kind: 'opened', name: 'lights', isShownAgain: false, ...seal(0) },
    { kind: 'actor', actor, parent: null, name: 'form', chart: null, ...seal(1) },
    {
      ...{ kind: 'step', actor, event: 'xstate.init', from: null, status: 'active', ...seal(2) },
      ...{ states: [], edges: [] },
    },
  ];
}
const [first, second] = [page('one', 1_000, 'x:0'), page('two', 9_000, 'x:1')];
const recording = addMessages([], [...first, ...second]);

it('a recording is the same in whatever order and however often messages come, and from its file', () => {
  expect(recording).toHaveLength(first.length + second.length);
  const mixed = addMessages(addMessages(addMessages([], second.toReversed()), first.toReversed()), second);
  expect(mixed).toEqual(recording);
  expect(importRecording(exportRecording(recording))).toEqual(recording);
});

it('the log has the time since the entry before, across page loads', () => {
  const times = readRecording(recording).entries.map(({ sincePrevious }) => sincePrevious);
  expect(times).toEqual([null, 200, 7_800, 200]);
});

it('a recording shows the page that was opened last, with its actors', () => {
  const { page, isOpen, actors } = readRecording(recording);
  expect([isOpen, page?.run, actors.map(({ actor }) => actor)]).toEqual([true, 'two', ['x:1']]);
});

it('an actor that is started again is listed once, as it is now', () => {
  const again = second.map((one) => (one.kind === 'actor' ? { ...one, actor: 'again' } : one));
  expect(readRecording([...second, ...again]).actors.map(({ actor }) => actor)).toEqual(['again']);
});
