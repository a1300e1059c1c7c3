import assert from 'node:assert/strict';
import {
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromPromise,
  SimulatedClock,
  setup,
} from 'xstate';

type Call = { input: unknown; resolve(output?: unknown): void; reject(error: unknown): void };

/** A child chart in a parent that only listens, with calls that the test ends and a clock that it moves on. */
export function childChart(machine: AnyStateMachine, call: string) {
  const clock = new SimulatedClock();
  const told: EventObject[] = [];
  const calls: Call[] = [];
  const reports: unknown[] = [];
  const child = machine.provide({
    actors: {
      [call]: fromPromise(
        ({ input }) => new Promise((resolve, reject) => void calls.push({ input, resolve, reject })),
      ),
    },
    actions: { reportTimeout: () => reports.push(call) },
  });
  const parent = setup({ actors: { child } }).createMachine({
    invoke: { id: 'child', src: 'child' },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const actor = createActor(parent, { clock }).start();
  return {
    pass: (seconds: number) => clock.increment(seconds * 1000),
    send: (event: EventObject & Record<string, unknown>) => actor.getSnapshot().children.child?.send(event),
    /** Ends the newest call, which must be the `count`th. */
    async end(count: number, how: { output?: unknown; error?: unknown }) {
      assert.equal(calls.length, count, 'calls so far');
      if ('error' in how) calls.at(-1)?.reject(how.error);
      else calls.at(-1)?.resolve(how.output);
      await new Promise((resolve) => setImmediate(resolve));
    },
    calls,
    reports,
    /** What the parent was told since the last time that this was read. */
    told: () => told.splice(0),
  };
}
