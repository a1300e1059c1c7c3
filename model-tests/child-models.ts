import type { AnyMachineSnapshot, AnyStateMachine, Snapshot } from 'xstate';
import { TestModel } from 'xstate/graph';
import { formatDuration } from '../inspector/statechart/chart.ts';
import { CallFailure } from '../src/signup/call-failure.ts';
import { type Effect, listensTo, statePathOf, stepsIn } from './chart/step.ts';
import { addressBook } from './donors.ts';
import { edgesOf, type Product } from './signup-model.ts';

/** A child chart by itself: its events by name, and what of its context decides, in words. */
type Child = {
  name: string;
  events: Readonly<Record<string, { type: string } & Record<string, unknown>>>;
  fact(context: Record<string, unknown>): string;
};

const failed = (id: string, reason: ConstructorParameters<typeof CallFailure>[0]) => ({
  type: `xstate.error.actor.${id}`,
  error: new CallFailure(reason),
});
const done = (id: string, output: unknown) => ({ type: `xstate.done.actor.${id}`, output });

export const children: Readonly<Record<'accessToken' | 'postalLookup', Child>> = {
  accessToken: {
    name: 'the access token',
    events: {
      'it comes': done('fetchAccessToken', undefined),
      'it cannot be had': failed('fetchAccessToken', 'noAnswer'),
      'a call needs it': { type: 'accessToken.needed' },
      'the host refuses it': { type: 'accessToken.rejected' },
      'no answer comes in time': { type: 'xstate.after.ANSWER_TIMEOUT.accessToken.fetching' },
      'its time is over': { type: 'xstate.after.ACCESS_TOKEN_LIFETIME.accessToken.valid' },
      'the pause is over': { type: 'xstate.after.RETRY_PAUSE.accessToken.unavailable' },
    },
    fact: ({ retryPause }) => `the next pause is ${formatDuration(Number(retryPause))}`,
  },
  postalLookup: {
    name: 'the postal lookup',
    events: {
      'a code is typed': { type: 'postalCode.changed', postalCode: '1000001' },
      'another code is typed': { type: 'postalCode.changed', postalCode: '5300001' },
      'there is no code to look up': { type: 'postalCode.changed', postalCode: null },
      'the address comes': done('lookUpPostalCode', addressBook['1000001']),
      'the code has no address': done('lookUpPostalCode', null),
      'the access token is refused': failed('lookUpPostalCode', 'unauthorized'),
      'no answer comes': failed('lookUpPostalCode', 'noAnswer'),
      'no answer comes in time': { type: 'xstate.after.ANSWER_TIMEOUT.postalLookup.lookingUp' },
      'an access token comes': { type: 'accessToken.ready' },
    },
    fact: ({ postalCode, tokenRenewed }) =>
      `for ${postalCode || 'no code'}${tokenRenewed ? ', with another access token' : ''}`,
  },
};

type State = Snapshot<unknown> & {
  page: AnyMachineSnapshot;
  effects: readonly Effect[];
  sights: readonly string[];
};
type Named = { type: string; name: string };

/** The rows of a child chart for the table, and what they cover. */
export function childTableOf(
  product: Product,
  id: keyof typeof children,
): { rows: string[]; sights: string[] } {
  const machine: AnyStateMachine = product[id];
  const { name, events, fact } = children[id];
  const chart = stepsIn(machine);
  const stateOf = ({ snapshot, ...seen }: ReturnType<typeof chart.start>): State => ({
    ...{ status: 'active', output: undefined, error: undefined },
    page: snapshot,
    ...seen,
  });
  const model = new TestModel<State, Named, undefined>(
    {
      getInitialSnapshot: () => stateOf(chart.start(undefined)),
      getPersistedSnapshot: (state) => state,
      transition: ({ page }, event) => stateOf(chart.step(page, event)),
    },
    {
      events: Object.entries(events).map(([each, event]) => ({ ...event, name: each })),
      filterEvents: ({ page }, { type }) => listensTo(page, type),
      serializeEvent: (event) => event.name,
      serializeState: ({ page }) => JSON.stringify([page.value, page.context]),
      limit: 10_000,
    },
  );
  const where = ({ page }: State) => `${name}, ${statePathOf(page)}, ${fact(page.context)}`;
  const edges = edgesOf(model);
  return {
    rows: edges.map(({ from, event, to }) =>
      [
        where(from),
        event.name,
        where(from) === where(to) ? 'stays' : `→ ${where(to).replace(`${name}, `, '')}`,
        ...to.effects.flatMap((effect) => wordsOf(effect) ?? []),
      ].join(' · '),
    ),
    sights: [chart.start(undefined), ...edges.map(({ to }) => to)].flatMap(({ sights }) => sights),
  };
}

/** What a child chart does, in words. */
function wordsOf({ type, params }: Effect): string | null {
  const { id, input, event, delay } = Object(params);
  if (type === 'xstate.spawnChild')
    return id === 'lookUpPostalCode' ? `looks up ${input.postalCode}` : 'asks for an access token';
  if (type === 'xstate.raise') return `waits ${formatDuration(delay)}`;
  if (type === 'reportTimeout') return 'reports that no answer came';
  if (type !== 'xstate.sendTo') return null;
  const { postalCode = '', address, error } = event;
  return ['tells', event.type, postalCode, address?.city, error?.reason].filter(Boolean).join(' ');
}
