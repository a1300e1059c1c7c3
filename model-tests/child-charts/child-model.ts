import assert from 'node:assert/strict';
import {
  type ActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
  type Snapshot,
  setup,
} from 'xstate';
import { type StatePath, TestModel } from 'xstate/graph';
import { coveringPaths } from '../chart/covering-paths.ts';
import { listensTo, observe } from '../chart/observe.ts';

/** What can happen to a child chart: its own events, the end of its one call, and that it is time for something. */
export type ChildEvent =
  | { type: string; postalCode?: string | null }
  | { type: 'answered'; output: unknown }
  | { type: 'failed'; error: unknown }
  | { type: 'due' };

/** What can be seen of a child chart: the input of the call that is under way, and what it has told its parent. */
type Seen = { waitsFor: unknown; told: readonly { type: string }[] };

/** A child chart, with samples of what can happen to it, and what is promised of it. */
export type ChildModel<Facts extends { due: number | null }> = {
  machine: AnyStateMachine;
  /** The one call that it makes. */
  call: string;
  file: string;
  samples: readonly { name: string; event: ChildEvent }[];
  /** What is known before anything has happened, and what must be seen then. */
  first: { facts: Facts; seen: Seen };
  /** What is known after an event at a time, and what must be seen of it, in words of the specification. */
  promised(facts: Facts, event: ChildEvent, now: number): { facts: Facts; seen: Seen };
};

type Page = Snapshot<unknown> & { page: AnyMachineSnapshot; sights: readonly string[] };
type Named = { type: string; name: string; event: ChildEvent };

/** The same model as the sign-up's, for a chart that is small enough to be explored whole. */
export function childPaths<Facts extends { due: number | null }>({
  machine,
  call,
  samples,
}: ChildModel<Facts>): StatePath<Page, Named>[] {
  const chart = observe(machine);
  const asXState = ({ event }: Named, page: AnyMachineSnapshot): { type: string } | null => {
    const isRunning = page.children[call] !== undefined;
    if (event.type === 'answered' || event.type === 'failed')
      return isRunning
        ? { ...event, type: `xstate.${event.type === 'answered' ? 'done' : 'error'}.actor.${call}` }
        : null;
    const timer = page._nodes.flatMap(({ after }) => after)[0]?.eventType;
    if (event.type === 'due') return timer ? { type: timer } : null;
    return listensTo(page, event.type) ? event : null;
  };
  const first = chart.start(undefined);
  const logic: ActorLogic<Page, Named> = {
    getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined, ...first }),
    getPersistedSnapshot: (snapshot) => snapshot,
    transition(snapshot, named) {
      const event = asXState(named, snapshot.page);
      return event ? { ...snapshot, ...chart.step(snapshot.page, event) } : snapshot;
    },
  };
  const model = new TestModel<Page, Named, undefined>(logic, {
    events: samples.map((sample) => ({ type: sample.event.type, ...sample })),
    filterEvents: ({ page }, named) => asXState(named, page) !== null,
    serializeState: ({ page: { value, context } }) => JSON.stringify([value, context]),
    serializeEvent: ({ name }) => name,
  });
  return model.getPaths(
    coveringPaths((steps) =>
      steps.flatMap(({ event, state }) => [
        ...state.sights,
        `${event.name} → ${state.page.value} ${JSON.stringify(state.page.context)}`,
      ]),
    ),
  );
}

/** Promises that were just settled have told the chart so, and what that set off too. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Makes a path happen to a real actor, with a clock of its own, and holds it to what is promised. */
export async function playChild<Facts extends { due: number | null }>(
  model: ChildModel<Facts>,
  events: readonly ChildEvent[],
): Promise<void> {
  const { machine, call, first, promised } = model;
  const clock = new SimulatedClock();
  type Work = { input: unknown; resolve(output: unknown): void; reject(error: unknown): void };
  const running: { work: Work | null } = { work: null };
  let told: { type: string }[] = [];
  const staged = machine.provide({
    actors: {
      [call]: fromPromise<unknown, unknown>(
        ({ input, signal }) =>
          new Promise((resolve, reject) => {
            const mine = { input, resolve, reject };
            running.work = mine;
            signal.addEventListener('abort', () => {
              if (running.work === mine) running.work = null;
            });
          }),
      ),
    },
  });
  const host = setup({ actors: { staged } }).createMachine({
    invoke: { id: 'staged', src: 'staged' },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const actor = createActor(host, { clock });
  const look = async (seen: Seen) => {
    await settled();
    // A chart that waits for an answer has asked.
    const nodes: AnyMachineSnapshot['_nodes'] =
      actor.getSnapshot().children.staged?.getSnapshot()._nodes ?? [];
    assert.equal(
      nodes.some(({ invoke }) => invoke.length > 0),
      running.work !== null,
    );
    assert.deepEqual({ waitsFor: running.work?.input ?? (running.work ? true : null), told }, seen);
    told = [];
  };
  const wait = async (milliseconds: number) => {
    clock.increment(milliseconds);
    await settled();
  };
  try {
    actor.start();
    await look(first.seen);
    let { facts } = first;
    let { waitsFor } = first.seen;
    for (const event of events) {
      if (event.type === 'due' && facts.due !== null) {
        await wait(facts.due - clock.now() - 1);
        await look({ waitsFor, told: [] });
        await wait(1);
      }
      // The types of XState's events do not know which of ours it is.
      const { output, error } = Object(event);
      const ending = running.work;
      if (event.type === 'answered' || event.type === 'failed') {
        running.work = null;
        if (event.type === 'answered') ending?.resolve(output);
        else ending?.reject(error);
      } else if (event.type !== 'due') actor.getSnapshot().children.staged?.send(event);
      const next = promised(facts, event, clock.now());
      await look(next.seen);
      facts = next.facts;
      ({ waitsFor } = next.seen);
    }
  } finally {
    actor.stop();
  }
}
