import { expect, it } from 'vitest';
import { type KeptRun, type PathRun, withRun } from '../../model-tests/report/kept-results.ts';

const walk = (outcome: PathRun['outcome']): PathRun => ({
  outcome,
  milliseconds: 1,
  failure: null,
  stepMilliseconds: [],
  pictures: {},
});
const runAt = (at: string, outcomes: KeptRun['outcomes']): KeptRun => ({
  at,
  commit: null,
  milliseconds: 1,
  counts: { passed: 0, failed: 0, 'not run': 0 },
  faults: [],
  outcomes,
});

it('keeps of a path that a run does not walk what earlier runs said, and forgets a path that there is no more', () => {
  const whole = runAt('1', { one: 'passed', two: 'failed', gone: 'passed' });
  const before = withRun(
    { runs: [], paths: {} },
    whole,
    { one: walk('passed'), two: walk('failed'), gone: walk('passed') },
    ['one', 'two', 'gone'],
  );
  const ofOne = runAt('2', { one: 'failed' });
  const after = withRun(before, ofOne, { one: walk('failed') }, ['one', 'two', 'new']);
  expect(after).toEqual({
    runs: [ofOne, whole],
    paths: { one: { ...walk('failed'), at: '2' }, two: { ...walk('failed'), at: '1' } },
  });
  const none = runAt('3', {});
  expect(withRun(after, none, {}, ['one', 'two', 'new'])).toEqual({ ...after, runs: [none, ofOne, whole] });
});
