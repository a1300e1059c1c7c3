import { assign, createMachine, fromPromise, sendParent, setup, spawnChild } from 'xstate';

/** Must never cross the channel. The sample machines have it wherever data can be. */
export const SECRET = 'geheim-4111111111111111';

const child = setup({
  types: { context: {} as { secret: string }, input: {} as { secret: string } },
}).createMachine({
  id: 'child',
  context: ({ input }) => ({ secret: input.secret }),
  initial: 'working',
  states: {
    working: {
      on: {
        'work.done': { target: 'idle', actions: sendParent(() => ({ type: 'child.told', secret: SECRET })) },
      },
    },
    idle: {},
  },
});

/** Has secrets in context, payloads, inputs, outputs, errors, and in ids made at run time. */
export const secretive = setup({
  types: { context: {} as { secret: string }, events: {} as { type: string; secret?: string } },
  actors: {
    child,
    work: fromPromise<string, { secret: string }>(({ input }) => Promise.resolve(input.secret)),
    fail: fromPromise<string, { secret: string }>(({ input }) => Promise.reject(new Error(input.secret))),
  },
}).createMachine({
  id: 'secretive',
  context: { secret: SECRET },
  invoke: { id: 'child', src: 'child', input: { secret: SECRET } },
  initial: 'idle',
  on: {
    'child.told': { actions: assign({ secret: ({ event }) => event.secret ?? '' }) },
    'spawn.requested': { actions: spawnChild('work', { id: SECRET, input: { secret: SECRET } }) },
  },
  states: {
    idle: { on: { 'work.requested': 'working' } },
    working: { invoke: { src: 'work', input: { secret: SECRET }, onDone: 'failing' } },
    failing: { invoke: { id: 'fail', src: 'fail', input: { secret: SECRET }, onError: 'late' } },
    late: { after: { 60000: 'idle' }, on: { '*': 'late' } },
  },
});

/** A gate that opens after payment. It invokes a lamp and a counter. */
export const gate = setup({
  types: {
    context: {} as { coins: number },
    events: {} as { type: 'coin.given' | 'pushed' | 'lamp.lit' },
  },
  guards: { isPaid: ({ context }) => context.coins > 0 },
  actors: {
    count: fromPromise(() => Promise.resolve()),
    lamp: createMachine({
      id: 'lamp',
      initial: 'lit',
      states: { lit: { entry: sendParent({ type: 'lamp.lit' }) } },
    }),
  },
}).createMachine({
  id: 'gate',
  context: { coins: 0 },
  invoke: { id: 'lamp', src: 'lamp' },
  initial: 'closed',
  on: { 'lamp.lit': {}, 'coin.given': { actions: assign({ coins: 1 }) } },
  states: {
    closed: {
      always: { guard: ({ context }) => context.coins > 1, target: 'open' },
      on: { pushed: { guard: 'isPaid', target: 'open' } },
    },
    open: { invoke: { id: 'count', src: 'count', onDone: {} } },
  },
});
