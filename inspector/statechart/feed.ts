import type { ActorRefLike, AnyEventObject, AnyStateMachine, InspectionEvent, Snapshot } from 'xstate';
import { isMachineSnapshot } from 'xstate';
import { activeStates, type Chart, chartOf } from './chart.ts';
import { guardsNow } from './guards-now.ts';
import { defaultChannel, type FeedMessage, hello, isRecord, type ReplayMessage } from './protocol.ts';
import { tabId } from './tab-id.ts';
import { edgesTaken } from './xstate-private.ts';

type FeedOptions = {
  /** The name of the BroadcastChannel; both windows must agree on it. */
  channel?: string;
  /** What the page is called in the inspector. Must not hold personal data. */
  name?: string;
};

/**
 * Sends what the actors of a system do to every inspector on this machine. Messages contain only names from the charts,
 * nothing that somebody typed. `inspect` is for XState: `createActor(machine, { inspect })`.
 */
export function createFeed({ channel: channelName = defaultChannel, name = 'XState' }: FeedOptions = {}) {
  const channel = new BroadcastChannel(channelName);
  const run = crypto.randomUUID();
  const tab = tabId();
  const said: FeedMessage[] = [];
  /** The chart of each actor; null for promises, callbacks and other logic. */
  const charts = new Map<string, Chart | null>();
  /** Edges taken since the actor's last step. */
  const taken = new Map<string, string[]>();
  /**
   * The events on their way to each actor, oldest first: XState reports an event only after everything that it caused.
   * A queue, since one event object may be sent many times.
   */
  const underway = new Map<string, Sending[]>();
  let seq = 0;
  let order = 0;
  const closing = new AbortController();

  const say = (message: Unsealed, moment = { order: order++, at: Date.now() }) => {
    const sealed: FeedMessage = { ...message, tab, run, seq: seq++, order: moment.order, at: moment.at };
    said.push(sealed);
    channel.postMessage(sealed);
  };

  const meet = (ref: ActorRefLike, parent: ActorRefLike | undefined) => {
    const { id, logic } = read(ref);
    const chart = isMachine(logic) ? chartOf(logic) : null;
    const around = parent ? charts.get(parent.sessionId) : undefined;
    charts.set(ref.sessionId, chart);
    say({
      kind: 'actor',
      actor: ref.sessionId,
      parent: parent?.sessionId ?? null,
      name: declaredName(id, around) ?? chart?.id ?? 'actor',
      chart,
    });
  };

  const step = (ref: ActorRefLike, event: AnyEventObject, snapshot: Snapshot<unknown>) => {
    const chart = charts.get(ref.sessionId) ?? null;
    const edges = taken.get(ref.sessionId) ?? [];
    const sending = arrived(event, underway.get(ref.sessionId) ?? []);
    taken.delete(ref.sessionId);
    const states = chart && isMachineSnapshot(snapshot) ? activeStates(chart, snapshot.value) : [];
    say(
      {
        kind: 'step',
        actor: ref.sessionId,
        event: eventName(event.type, chart),
        from: sending?.from ?? null,
        edges,
        states,
        guards: chart ? guardsNow(chart, states, snapshot) : [],
        status: snapshot.status,
      },
      sending,
    );
  };

  const inspect = (event: InspectionEvent) => {
    // The actors may outlive the feed, and XState cannot remove an observer.
    if (closing.signal.aborted) return;
    const id = event.actorRef.sessionId;
    // The first event of an actor comes from its parent.
    if (event.type === '@xstate.event' && !charts.has(id)) meet(event.actorRef, event.sourceRef);
    if (event.type === '@xstate.event') {
      const from = event.sourceRef?.sessionId ?? null;
      underway.set(id, [
        ...(underway.get(id) ?? []),
        { event: event.event, order: order++, at: Date.now(), from },
      ]);
    }
    if (event.type === '@xstate.microstep') taken.set(id, [...(taken.get(id) ?? []), ...edgesTaken(event)]);
    if (event.type === '@xstate.snapshot') step(event.actorRef, event.event, event.snapshot);
  };

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || data.kind !== hello.kind) return;
    channel.postMessage({ kind: 'replay', messages: said } satisfies ReplayMessage);
  };

  const leave = () => say({ kind: 'closed' });
  const open = (isShownAgain: boolean) => say({ kind: 'opened', name, isShownAgain });
  if (typeof window !== 'undefined') {
    window.addEventListener('pagehide', leave, closing);
    window.addEventListener('pageshow', ({ persisted }) => persisted && open(true), closing);
  }
  open(false);

  return {
    inspect,
    close: () => {
      leave();
      closing.abort();
      channel.close();
    },
  };
}

type Sending = { event: AnyEventObject; order: number; at: number; from: string | null };

/** Removes an event from the queue, and those before it, which the actor has dropped. */
function arrived(event: AnyEventObject, queue: Sending[]): Sending | undefined {
  const index = queue.findIndex((sending) => sending.event === event);
  return queue.splice(0, index + 1).at(-1);
}

type Unsealed = {
  [Message in FeedMessage as Message['kind']]: Omit<Message, 'tab' | 'run' | 'seq' | 'order' | 'at'>;
}[FeedMessage['kind']];

/** The name of an event of a chart or of XState. Any other name may contain data and is not sent. */
function eventName(type: string, chart: Chart | null): string {
  if (chart?.edges.some(({ event }) => event === type)) return type;
  return ownEvents.find((known) => type === known || type.startsWith(`${known}.`)) ?? '(unknown event)';
}

/** The beginnings of XState's own event types. An actor's id follows, which may be made at run time. */
const ownEvents = [
  'xstate.init',
  'xstate.stop',
  'xstate.promise.resolve',
  'xstate.promise.reject',
  'xstate.observable.next',
  'xstate.observable.error',
  'xstate.observable.complete',
  'xstate.done.actor',
  'xstate.error.actor',
  'xstate.done.state',
  'xstate.snapshot',
  'xstate.after',
];

/** The name that the parent's chart gives an actor. Ids made at run time have none: they may hold anything. */
function declaredName(id: string, parent: Chart | null | undefined): string | null {
  if (parent?.nodes.some(({ invokes }) => invokes.includes(id))) return id;
  // XState's own ids: `0.machine.state` is the first invoke of that state.
  const [, index, state] = /^(\d+)\.(.+)$/.exec(id) ?? [];
  return parent?.nodes.find((node) => node.id === state)?.invokes[Number(index)] ?? null;
}

/** What an actor reference has at run time beyond its narrow type. */
function read(ref: ActorRefLike): { id: string; logic: unknown } {
  const id = 'id' in ref && typeof ref.id === 'string' ? ref.id : '';
  return { id, logic: 'logic' in ref ? ref.logic : null };
}

function isMachine(logic: unknown): logic is AnyStateMachine {
  return isRecord(logic) && 'root' in logic && typeof logic.getTransitionData === 'function';
}
