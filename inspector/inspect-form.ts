import type { InspectionEvent } from 'xstate';
import { createFeed } from './statechart/feed.ts';

/**
 * For XState's `inspect` option, in development only. With `VITE_INSPECT=stately` the run goes to Stately's hosted
 * inspector instead, context and payloads included: see the README of this folder before using it.
 */
export async function inspectForm(): Promise<(event: InspectionEvent) => void> {
  if (import.meta.env.VITE_INSPECT !== 'stately') return createFeed({ name: 'the form' }).inspect;
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const { inspect, adapter } = createBrowserInspector();
  // Vite shows it in the terminal, too.
  if (!adapter.targetWindow)
    console.error(
      'The browser blocked the window of stately.ai. Allow this page to open windows, and reload it.',
    );
  return (event) => inspect.next?.(event);
}
