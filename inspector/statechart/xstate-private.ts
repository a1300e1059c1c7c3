import type { ActorRefLike, InspectionEvent } from 'xstate';
import { edgeIdOf } from './chart.ts';
import { isRecord } from './protocol.ts';

// XState says these two things nowhere else: which of several transitions was taken, and which actor started another.

/** The edges that a microstep took. */
export const edgesTaken = ({
  _transitions,
}: Extract<InspectionEvent, { type: '@xstate.microstep' }>): string[] =>
  _transitions.flatMap((transition) => edgeIdOf(transition) ?? []);

/** The actor that started this one; null for the first. */
export function parentOf(ref: ActorRefLike): ActorRefLike | null {
  const parent = '_parent' in ref ? ref._parent : null;
  return isActorRef(parent) ? parent : null;
}

function isActorRef(value: unknown): value is ActorRefLike {
  return isRecord(value) && typeof value.sessionId === 'string' && typeof value.getSnapshot === 'function';
}
