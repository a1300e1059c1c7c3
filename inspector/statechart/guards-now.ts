import { type AnyMachineSnapshot, isMachineSnapshot, type Snapshot } from 'xstate';
import { evaluateGuard } from 'xstate/guards';
import { type Chart, guardsOf, possibleEdges } from './chart.ts';
import type { GuardVerdict } from './protocol.ts';

/**
 * Whether the guards of the edges that could be taken next hold now, by the edges' ids; null where that depends on
 * what the event will bring. Guards are asked as they are written: they must have no effect.
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

/** An event of which nothing but the type is known: who asks for more gets an error. */
function unknownEvent(type: string): { type: string } {
  const refuse = () => {
    throw new Error('It depends on the event.');
  };
  return new Proxy(
    { type },
    { get: (_, key) => (key === 'type' ? type : refuse()), has: refuse, ownKeys: refuse },
  );
}
