import assert from 'node:assert/strict';
import {
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
  setup,
} from 'xstate';
import { type ChartModel, type Effect, type Step, statePathOf } from './chart-model.ts';
import type { Path } from './explore.ts';

/**
 * Runs a path on a real actor with real promises and a simulated clock, and compares after every step: state, all
 * data, and what was set going outside. Throws an AssertionError that says how far it got.
 */
export async function replay(model: ChartModel, path: Path): Promise<void> {
  const stage = createStage(model, path);
  try {
    let done = '';
    for (const step of path.steps) {
      done += `\n  ${step.sample?.name ?? step.opening.name}`;
      try {
        await stage.perform(step);
        assert.equal(statePathOf(stage.snapshot()), statePathOf(step.after), 'the state');
        assert.deepEqual(stage.snapshot().context, step.after.context, 'the data');
        assert.deepEqual(sorted(stage.takeEffects()), sorted(step.effects), 'what is set going outside');
      } catch (error) {
        if (error instanceof Error) error.message += `\nafter${done}\nin ${model.machine.id}`;
        throw error;
      }
    }
  } finally {
    stage.stop();
  }
}

const sorted = (effects: readonly Effect[]) => effects.map((effect) => JSON.stringify(effect)).sort();

/** All promises that are due have settled, and what they set off too. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The two ways in which the test can end a promise of the chart. */
type Work = { resolve: (output: unknown) => void; reject: (error: unknown) => void };

/** A real actor of the chart, with everything outside it in the test's hand. */
function createStage(model: ChartModel, { opening }: Path) {
  const { machine, lasting, outsideActions } = model;
  const clock = new SimulatedClock();
  const effects: Effect[] = [];
  const running = new Map<string, Work>();
  const tellers = new Map<string, (event: AnyEventObject) => void>();

  const promise = (id: string) =>
    fromPromise(({ input, signal }) => {
      assert.ok(!running.has(id), `${id} is started while it runs`);
      let work: Work | undefined;
      const outcome = new Promise((resolve, reject) => {
        work = { resolve, reject };
      });
      if (work) running.set(id, work);
      signal.addEventListener('abort', () => running.delete(id));
      effects.push({ do: 'start', id, input });
      return outcome;
    });
  const callback = (id: string) =>
    fromCallback(({ sendBack, receive, input }) => {
      effects.push({ do: 'start', id, input });
      tellers.set(id, sendBack);
      receive((event) => effects.push({ do: 'send', to: id, event }));
      return () => tellers.delete(id);
    });
  const ids = Object.keys(machine.implementations.actors);
  const staged = machine.provide({
    actors: Object.fromEntries(ids.map((id) => [id, lasting.includes(id) ? callback(id) : promise(id)])),
    actions: Object.fromEntries(
      outsideActions.map((name) => [
        name,
        (_: unknown, params: unknown) => void effects.push({ do: 'call', name, params }),
      ]),
    ),
  });

  // Child charts tell their parent things, so every chart runs below one here.
  const host = setup({ actors: { staged } }).createMachine({
    invoke: { id: 'staged', src: 'staged', input: opening.input },
    on: { '*': { actions: ({ event }) => effects.push({ do: 'send', to: '#_parent', event }) } },
  });
  const hostActor = createActor(host, { clock });
  const actor: AnyActorRef | undefined = hostActor.getSnapshot().children.staged;
  assert.ok(actor);
  actor.on('*', (event) => effects.push({ do: 'emit', event }));

  const settle = async (id: string, finish: (work: Work) => void) => {
    const work = running.get(id);
    assert.ok(work, `${id} runs`);
    running.delete(id);
    finish(work);
    await settled();
  };

  return {
    snapshot: () => actor.getSnapshot(),
    takeEffects: () => effects.splice(0),
    stop: () => hostActor.stop(),

    async perform({ sample, before }: Step): Promise<void> {
      if (!sample || !before) {
        hostActor.start();
        return settled();
      }
      const { event } = sample;
      const payload: Record<string, unknown> = { ...event };
      const [, kind, id] = /^xstate\.(done|error|after)\.(?:actor\.)?([^.]+)/.exec(event.type) ?? [];
      if (kind === 'done' && id) return settle(id, ({ resolve }) => resolve(payload.output));
      if (kind === 'error' && id) return settle(id, ({ reject }) => reject(payload.error));
      if (kind === 'after' && id) {
        const promised = model.delays[id];
        const delay = typeof promised === 'function' ? promised(before) : promised;
        assert.ok(delay, `the specification says how long ${id} is`);
        // Time that passes in other states must not count.
        clock.increment(delay - 1);
        assert.equal(
          statePathOf(actor.getSnapshot()),
          statePathOf(before),
          `the state before ${id} has passed`,
        );
        clock.increment(1);
        return settled();
      }
      const teller = model.teller(event.type);
      if (teller === null) {
        actor.send(event);
      } else {
        const tell = tellers.get(teller);
        assert.ok(tell, `${teller} runs`);
        tell(event);
      }
      return settled();
    },
  };
}
