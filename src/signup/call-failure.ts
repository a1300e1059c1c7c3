/**
 * Why a call to the outside did not succeed, in the only terms that change what happens next:
 * - `notSent`: nothing left this device (offline, script blocked), or a busy host has not looked at it; trying again is safe
 * - `unauthorized`: the access token was not accepted
 * - `refused`: the other side answered and said no; `messages` says why, and may hold HTML
 * - `noAnswer`: it was sent and the outcome is unknown; trying again may register twice (decision 9)
 */
export type CallFailureReason = 'notSent' | 'unauthorized' | 'refused' | 'noAnswer';

export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly reason: CallFailureReason;
  readonly messages: readonly string[];

  constructor(reason: CallFailureReason, messages: readonly string[] = []) {
    super(reason);
    this.reason = reason;
    this.messages = messages;
  }
}

/** Reads a rejected promise. Anything that is not a {@link CallFailure} counts as `noAnswer`, the careful assumption. */
export function callFailureOf(error: unknown): CallFailure {
  return error instanceof CallFailure ? error : new CallFailure('noAnswer');
}
