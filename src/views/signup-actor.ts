import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { signupMachine } from '../machines/signup.ts';

/** The one running chart. Views read it through narrow selectors and tell it what the donor does. */
export type SignupActor = ActorRefFrom<typeof signupMachine>;
export type SignupSnapshot = SnapshotFrom<typeof signupMachine>;
