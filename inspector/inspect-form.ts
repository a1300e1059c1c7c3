import type { InspectionEvent } from 'xstate';
import type { SignupEvent } from '../src/machines/signup-parts.ts';
import { createFeed } from './statechart/feed.ts';

/** What the inspector may send: events without personal data, by the name on their button. */
const commands: Record<string, () => SignupEvent> = {
  'back to input': () => ({ type: 'route.requested', route: 'input', at: Date.now() }),
  'on to confirm': () => ({ type: 'route.requested', route: 'confirm', at: Date.now() }),
  retry: () => ({ type: 'retry.requested' }),
  'page restored': () => ({ type: 'page.restored' }),
  'page revisited': () => ({ type: 'page.revisited' }),
  'card notice': () => ({ type: 'cardNotice.opened' }),
  'close card notice': () => ({ type: 'cardNotice.closed' }),
};

/**
 * For XState's `inspect` option, in development only. With `VITE_INSPECT=stately` the run goes to Stately's hosted
 * inspector instead, context and payloads included: see the README of this folder before using it.
 */
export async function inspectForm(): Promise<(event: InspectionEvent) => void> {
  if (import.meta.env.VITE_INSPECT !== 'stately') return createFeed({ name: 'the form', commands }).inspect;
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const { inspect } = createBrowserInspector();
  return (event) => inspect.next?.(event);
}
