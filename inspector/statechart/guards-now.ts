import { type AnyMachineSnapshot, isMachineSnapshot, type Snapshot } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { type Chart, guardsOf, possibleEdges } from './chart.ts';
import type { GuardVerdict } from './protocol.ts';

/**
 * Whether the guards of the edges that may be taken next hold now, by the edges' ids; null if that depends on the event's
 * data. The guards are really called, so they must have no effect.
 */
export function guardsNow(
  chart: Chart,
  states: readonly string[],
  snapshot: Snapshot<unknown>,
): GuardVerdict[] {
  if (!isMachineSnapshot(snapshot) || snapshot.status !== 'active') return [];
  const guards = guardsOf(snapshot.machine);
  return possibleEdges(chart, states).flatMap(({ id, event }) => {
    const guard = guards.get(id);
    return guard === undefined ? [] : [{ edge: id, holds: ask(guard, event, snapshot) }];
  });
}

function ask(guard: Parameters<typeof evaluateGuard>[0], type: string, snapshot: AnyMachineSnapshot) {
  try {
    return Boolean(evaluateGuard(guard, snapshot.context, unknownEvent(type), snapshot));
  } catch {
    return null;
  }
}

/** An event that has only a type. A guard that reads more of it gets an error. */
function unknownEvent(type: string): { type: string } {
  const refuse = () => {
    throw new Error('It depends on the event.');
  };
  return new Proxy(
    { type },
    { get: (_, key) => (key === 'type' ? type : refuse()), has: refuse, ownKeys: refuse },
  );
}
