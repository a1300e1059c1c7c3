import assert from 'node:assert/strict';
import type { AnyStateMachine } from 'xstate';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { childChart } from './child-chart.ts';

const opened = (machine: AnyStateMachine) => {
  const lookup = childChart(machine, 'lookUpPostalCode');
  return {
    ...lookup,
    /** Ends the `count`th lookup. Returns what the parent was told; nothing more must happen after it. */
    end: async (count: number, how: { output?: unknown; error?: unknown }) => {
      await lookup.end(count, how);
      const told = lookup.told();
      lookup.pass(60);
      assert.deepEqual([lookup.told(), lookup.calls.length], [[], count], 'it is over');
      return told;
    },
    type: (postalCode: string | null) => lookup.send({ type: 'postalCode.changed', postalCode }),
  };
};
const address = { prefecture: '東京都', city: '千代田区千代田' };
const unauthorized = new CallFailure('unauthorized');
const found = { type: 'address.found', postalCode: '1000001', address };
const missing = (postalCode: string) => ({ type: 'address.missing', postalCode });
const refused = { type: 'accessToken.refused' };

/** What the chart of the postal lookup promises, for its test and for mutants of it. */
export const postalLookupPromises: Readonly<Record<string, (machine: AnyStateMachine) => Promise<void>>> = {
  'A typed code is looked up, and its address told with the code': async (machine) => {
    const { type, calls, end } = opened(machine);
    assert.equal(calls.length, 0);
    type('1000001');
    assert.deepEqual(calls[0]?.input, { postalCode: '1000001' });
    assert.deepEqual(await end(1, { output: address }), [found]);
    type('5300001');
    assert.deepEqual(await end(2, { output: null }), [missing('5300001')]);
  },
  'A code whose lookup fails has no address': async (machine) => {
    const { type, end } = opened(machine);
    type('1000001');
    assert.deepEqual(await end(1, { error: new CallFailure('noAnswer') }), [missing('1000001')]);
    type('1000001');
    assert.deepEqual(await end(2, { output: address }), [found]);
  },
  'A lookup without an answer for 10 s is given up': async (machine) => {
    const { type, pass, reports, end, told } = opened(machine);
    type('1000001');
    pass(9);
    assert.deepEqual([told(), reports], [[], []]);
    pass(1);
    assert.deepEqual([told(), reports.length], [[missing('1000001')], 1]);
    assert.deepEqual(await end(1, { output: address }), []);
  },
  'Another code, or none, takes the place of the first': async (machine) => {
    const { type, calls, end } = opened(machine);
    type('1000001');
    const [first] = calls;
    type('5300001');
    first?.resolve(address);
    assert.deepEqual(await end(2, { output: null }), [missing('5300001')]);
    type('1000001');
    type(null);
    assert.deepEqual(await end(3, { output: address }), []);
  },
  'With a refused token it waits for another one, once for each code': async (machine) => {
    const { type, send, calls, end } = opened(machine);
    for (const [round, code] of ['1000001', '5300001'].entries()) {
      type(code);
      assert.deepEqual(await end(2 * round + 1, { error: unauthorized }), [refused]);
      send({ type: 'accessToken.ready' });
      assert.deepEqual(calls.at(-1)?.input, { postalCode: code });
      assert.deepEqual(await end(2 * round + 2, { error: unauthorized }), [missing(code)]);
    }
  },
};
