import assert from 'node:assert/strict';
import type { AnyStateMachine } from 'xstate';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { childChart } from './child-chart.ts';

const opened = (machine: AnyStateMachine) => childChart(machine, 'fetchAccessToken');
const ready = { type: 'accessToken.ready' };
const needed = { type: 'accessToken.needed' };
const rejected = { type: 'accessToken.rejected' };
const failure = new CallFailure('notSent');
const unavailable = { type: 'accessToken.unavailable', error: failure };

/** What the chart of the access token promises, for its test and for mutants of it. */
export const accessTokenPromises: Readonly<Record<string, (machine: AnyStateMachine) => Promise<void>>> = {
  'A token is fetched at once, and again after 14 minutes': async (machine) => {
    const { end, told, calls, pass } = opened(machine);
    await end(1, {});
    assert.deepEqual(told(), [ready]);
    pass(14 * 60 - 1);
    assert.equal(calls.length, 1);
    pass(1);
    await end(2, {});
    assert.deepEqual(told(), [ready]);
  },
  'After a failure it is fetched again in 10 s, doubled up to 5 minutes, and anew after a good one': async (
    machine,
  ) => {
    const { end, told, calls, pass } = opened(machine);
    let count = 1;
    for (const pause of [10, 20, 40, 80, 160, 300, 300]) {
      await end(count, { error: failure });
      assert.deepEqual(told(), [unavailable]);
      pass(pause - 1);
      assert.equal(calls.length, count);
      pass(1);
      count += 1;
    }
    await end(count, {});
    pass(14 * 60);
    await end(count + 1, { error: failure });
    pass(10);
    assert.equal(calls.length, count + 2);
  },
  'A call that needs a token is told at once of one that is there; else a pause ends': async (machine) => {
    const { send, end, told, calls } = opened(machine);
    send(needed);
    assert.deepEqual(told(), []);
    await end(1, {});
    told();
    send(needed);
    assert.deepEqual([told(), calls.length], [[ready], 1]);
    send(rejected);
    await end(2, { error: failure });
    told();
    send(needed);
    await end(3, { error: failure });
    send(rejected);
    await end(4, {});
    assert.deepEqual(told(), [unavailable, ready]);
  },
  'A token that does not come within 10 s cannot be had': async (machine) => {
    const { told, pass, reports, end } = opened(machine);
    pass(9);
    assert.deepEqual([told(), reports], [[], []]);
    pass(1);
    assert.deepEqual(told(), [{ type: 'accessToken.unavailable', error: new CallFailure('noAnswer') }]);
    assert.equal(reports.length, 1);
    pass(10);
    await end(2, {});
    assert.deepEqual(told(), [ready]);
  },
};
