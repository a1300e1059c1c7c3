import type { StateValue } from 'xstate';
import type { SignupState } from '../machines/signup.ts';
import type { SignupSnapshot } from './signup-actor.ts';

/**
 * The chart's current state as one dotted path, `input.form.filling` (docs/contracts.md). The chart has no parallel
 * states.
 */
export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value;
  for (const name in value) return `${name}.${statePath(value[name] ?? '')}`;
  return '';
}

type ScreenOf<State> = State extends `${infer Screen}.${string}` ? Screen : never;
/** The screens: one for each top-level state of the chart. */
export type View = ScreenOf<SignupState>;

/** The screen of the current state. Nothing is rendered in `opening`. */
export function viewOf({ value }: SignupSnapshot): View {
  if (typeof value === 'string' || 'input' in value) return 'input';
  if ('confirm' in value) return 'confirm';
  if ('cardRedirect' in value) return 'cardRedirect';
  if ('callback' in value) return 'callback';
  if ('complete' in value) return 'complete';
  return value satisfies never;
}
