import type { SnapshotFrom } from 'xstate';
import type { signupMachine } from '../../src/machines/signup.ts';
import type { SignupEvent } from '../../src/machines/signup-parts.ts';
import type { Route } from '../../src/services/routes.ts';
import type { CallFailure } from '../../src/signup/call-failure.ts';
import type { CallbackParameter } from '../../src/signup/callback-parameter.ts';
import type { SignupForm } from '../../src/signup/form.ts';

type Children = SnapshotFrom<typeof signupMachine>['children'];
/** Actors of the chart that never end: child charts and callbacks. */
export const lasting = ['accessToken', 'postalLookup', 'browser', 'storage', 'copies'] as const;
/** The actors that end. A new one does not compile until events.ts has samples of its end. */
export type Call = Exclude<keyof Children & string, (typeof lasting)[number]>;

type OutputOf<Child> = Child extends { getSnapshot(): { output?: infer Output } }
  ? Exclude<Output, undefined>
  : never;
type Answered = {
  [Id in Call]: { type: `xstate.done.actor.${Id}`; output: OutputOf<Children[Id]> };
}[Call];
type Failed = { [Id in Call]: { type: `xstate.error.actor.${Id}`; error: unknown } }[Call];

/** The donor changes each field that differs, and presses the button. */
type Filled = Extract<SignupEvent, { type: 'input.confirmed' }> & { typed: SignupForm };

/** A lookup gives no address, with the failure if there was one. */
type NoAddress = Extract<SignupEvent, { type: 'address.missing' }> & { error?: CallFailure };

/** Happenings that are no events of the chart: pages open, and time passes. */
type OfTheTab =
  | {
      type: 'page.opened';
      route: Route;
      callback: CallbackParameter | null;
      isOpenedByBank: boolean;
      isReload: boolean;
    }
  | { type: 'time.passed'; milliseconds: number };

/** Everything that can happen to a sign-up, whoever does it. */
export type Happening =
  | Exclude<SignupEvent, { type: 'input.confirmed' | 'address.missing' }>
  | Filled
  | NoAddress
  | Answered
  | Failed
  | OfTheTab;

/** The call whose end an event is; null for any other event. */
export function callOf({ type }: { type: string }): Call | null {
  const [, id] = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type) ?? [];
  // The types above list them all.
  return (id as Call | undefined) ?? null;
}
