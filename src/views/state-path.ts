import type { StateValue } from 'xstate';
import type { SignupSnapshot } from './signup-actor.ts';

/**
 * The chart's current state as one dotted path, `input.form.filling` (docs/contracts.md). The chart has no parallel
 * states.
 */
export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, below]) => (below === undefined ? name : `${name}.${statePath(below)}`))
    .join(',');
}

export type View = 'input' | 'confirm' | 'cardRedirect' | 'callback' | 'complete';

/** Which screen belongs to the current state. `opening` is passed through before anything can be drawn. */
export function viewOf(snapshot: SignupSnapshot): View {
  const { value } = snapshot;
  if (typeof value === 'string') return 'input';
  if ('confirm' in value) return 'confirm';
  if ('cardRedirect' in value) return 'cardRedirect';
  if ('callback' in value) return 'callback';
  return 'complete' in value ? 'complete' : 'input';
}
