import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { signupMachine } from '../machines/signup.ts';

/** The running chart. Views read it with narrow selectors and send it the donor's events. */
export type SignupActor = ActorRefFrom<typeof signupMachine>;
export type SignupSnapshot = SnapshotFrom<typeof signupMachine>;
