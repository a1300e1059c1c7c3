import fc from 'fast-check';
import { coveringPaths } from '../chart/covering-paths.ts';
import { type TestEvent, testEventOf, testEvents } from '../events.ts';
import { createSignupModel, edgesOf, eventsOf, shipped } from '../signup-model.ts';
import { eventsIn, type MemoryTab } from './memory-tab.ts';

export const model = createSignupModel(shipped);
export const edges = edgesOf(model);
const everyRow = coveringPaths(edges, {
  coverageOf: ({ from, event, to }) => [`${from.at} | ${event.title} | ${to.at}`, ...to.covered],
});
/** The paths that are run in memory, and along which walks begin: they take every row of the table. */
export const paths = model.getPaths(everyRow, { allowDuplicatePaths: true });
/** The names of each one's test events after the first visit. */
export const eventsOfPaths = paths.map(({ steps }) => steps.slice(2).map(({ event }) => event.title));

/** Lets a test event happen; `false` where it cannot. Without a page, only the first visit can. */
async function happens(tab: MemoryTab, testEvent?: TestEvent): Promise<boolean> {
  const [event] = eventsOf(tab.now, testEvent && [testEvent]);
  if (event) await eventsIn(tab)[event.type]?.({ event });
  return event !== undefined;
}

/** A test event as a command of fast-check: taken where it can happen, with every law checked. */
const commandOf = (testEvent: TestEvent): fc.AsyncCommand<MemoryTab, MemoryTab> => ({
  check: ({ now }) => eventsOf(now, [testEvent]).length > 0,
  run: async (_, tab) => void (await happens(tab, testEvent)),
  toString: () => testEvent.name,
});

/** How much more likely a step that leads on is than another, so that most walks get far. */
const weights: Readonly<Record<string, number>> = {
  'form.filled': 8,
  'input.confirmed': 12,
  'xstate.done.actor.tokeniseCard': 15,
  'tick the understanding': 24,
  'tick the paper form': 24,
  'confirm.submitted': 40,
  'xstate.done.actor.solveCaptcha': 40,
  'xstate.done.actor.register': 12,
  'come back from the bank': 40,
  'the fresh page opens': 40,
  'accessToken.ready': 40,
  'xstate.done.actor.verifyCard': 40,
  'address.found': 6,
};

/** Random steps of donor, hosts and bank. */
export const walks = (replayPath?: string) =>
  fc.commands(
    testEvents.flatMap((each) =>
      Array(weights[each.name] ?? weights[each.type] ?? 1).fill(fc.constant(commandOf(each))),
    ),
    { size: 'max', maxCommands: 400, ...(replayPath ? { replayPath } : {}) },
  );

/** Where walks may begin: on the way along one of the generated paths. */
export const starts = () =>
  fc.tuple(fc.constantFrom(...eventsOfPaths), fc.nat(40)).map(([names, length]) => names.slice(0, length));

/** Takes a walk. @throws Error with the broken law */
export async function walk(
  tab: MemoryTab,
  start: readonly string[],
  commands: Iterable<fc.AsyncCommand<MemoryTab, MemoryTab>>,
): Promise<void> {
  await tab.run(async () => {
    for (const next of [undefined, ...start.map(testEventOf)]) if (!(await happens(tab, next))) break;
    await fc.asyncModelRun(() => ({ model: tab, real: tab }), commands);
  });
}
