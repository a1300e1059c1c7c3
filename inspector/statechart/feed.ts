import {
  type ActorRefLike,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  getStateNodes,
  type InspectionEvent,
  isMachineSnapshot,
  StateMachine,
} from 'xstate';
import { chartOf, nameInChart } from './chart.ts';
import { type Chart, channelName, type FeedMessage, hello, tabId } from './protocol.ts';
import { edgesTaken } from './xstate-private.ts';

type Actor = {
  /** From its first event on; null for promises, callbacks and other logic. */
  known?: { machine: AnyStateMachine; chart: Chart } | null;
  /** Edges taken since its last step. */
  taken: string[];
  /**
   * The events on their way to it, oldest first: XState reports an event only after everything that it caused.
   * A queue, since one event object may be sent many times.
   */
  underway: { event: AnyEventObject; order: number; at: number; from: string | null }[];
};

type Unsealed = {
  [Message in FeedMessage as Message['kind']]: Omit<Message, 'tab' | 'run' | 'order' | 'at'>;
}[FeedMessage['kind']];

/**
 * Sends what the actors of a system do to every inspector on this machine. Messages contain only names from the charts,
 * nothing that somebody typed. `inspect` is for XState: `createActor(machine, { inspect })`.
 * @param name what the page is called in the inspector
 */
export function createFeed({ name }: { name: string }) {
  const channel = new BroadcastChannel(channelName);
  const page = { tab: tabId(), run: crypto.randomUUID() };
  const said: FeedMessage[] = [];
  const actors = new Map<string, Actor>();
  const closing = new AbortController();
  let messages = 0;

  const now = () => ({ order: messages++, at: Date.now() });
  const say = (message: Unsealed, { order, at } = now()) => {
    const sealed: FeedMessage = { ...message, ...page, order, at };
    said.push(sealed);
    channel.postMessage([sealed]);
  };

  const meet = (ref: ActorRefLike, parent: ActorRefLike | undefined) => {
    const machine = 'logic' in ref && ref.logic instanceof StateMachine ? ref.logic : null;
    const chart = machine && chartOf(machine);
    const around = actors.get(parent?.sessionId ?? '')?.known?.machine;
    const declared = around && 'id' in ref ? nameInChart(around, String(ref.id)) : undefined;
    say({
      kind: 'actor',
      actor: ref.sessionId,
      parent: parent?.sessionId ?? null,
      name: declared ?? chart?.id ?? 'actor',
      chart,
    });
    return machine && chart && { machine, chart };
  };

  const inspect = (event: InspectionEvent) => {
    // The actors may outlive the feed, and XState cannot remove an observer.
    if (closing.signal.aborted) return;
    const { sessionId } = event.actorRef;
    const actor = actors.get(sessionId) ?? { taken: [], underway: [] };
    actors.set(sessionId, actor);
    if (event.type === '@xstate.event') {
      // The first event of an actor comes from its parent.
      if (actor.known === undefined) actor.known = meet(event.actorRef, event.sourceRef);
      const from = event.sourceRef?.sessionId ?? null;
      actor.underway.push({ event: event.event, from, ...now() });
    }
    if (event.type === '@xstate.microstep') actor.taken.push(...edgesTaken(event));
    if (event.type === '@xstate.snapshot') {
      const index = actor.underway.findIndex((one) => one.event === event.event);
      // Those before it the actor has dropped.
      const sent = actor.underway.splice(0, index + 1).at(-1);
      const step = {
        kind: 'step',
        actor: sessionId,
        event: eventName(event.event.type, actor.known?.chart),
        from: sent?.from ?? null,
        edges: actor.taken.splice(0),
        states: isMachineSnapshot(event.snapshot) ? statesOf(event.snapshot) : [],
        status: event.snapshot.status,
      } as const;
      say(step, sent);
    }
  };

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === hello) channel.postMessage(said);
  };

  const leave = () => say({ kind: 'closed' });
  const open = (isShownAgain: boolean) => say({ kind: 'opened', name, isShownAgain });
  // Node has no window.
  globalThis.window?.addEventListener('pagehide', leave, closing);
  globalThis.window?.addEventListener('pageshow', ({ persisted }) => persisted && open(true), closing);
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

/** The name of an event of a chart or of XState, without an id made at run time. Any other may contain data and is not sent. */
function eventName(type: string, chart: Chart | undefined): string {
  if (chart?.edges.some(({ event }) => event === type)) return type;
  const own = /^xstate\.(init|stop|snapshot|(done|error)\.actor)(?=\.|$)/.exec(type);
  return own?.[0] ?? '(unknown event)';
}

/** Ids of the active states, in document order. */
function statesOf({ machine, value }: AnyMachineSnapshot): string[] {
  const active = new Set(getStateNodes(machine.root, value));
  return [...active].toSorted((a, b) => a.order - b.order).map(({ id }) => id);
}
