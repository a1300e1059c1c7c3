import { createMachine } from 'xstate';

export {
  assign,
  createActor,
  forwardTo,
  fromCallback,
  fromPromise,
  sendParent,
  sendTo,
  toObserver,
} from 'xstate';

/** XState's, without the helpers that come with its answer: our charts take them from XState itself. */
export const setup = (parts: Parameters<typeof createMachine>[1]) => ({
  createMachine: (config: Parameters<typeof createMachine>[0]) => createMachine(config, parts),
});
